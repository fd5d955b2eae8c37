import * as z from 'zod/mini';
import type { ObjectKind } from '../../fields/objectFields.ts';
import type { RunItem } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import type { Group } from '../../model/group.ts';
import { t } from '../../platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { displayText, joinTexts } from '../../util/displayText.ts';
import { errorOf, unlessRefused } from '../../writes/writeResult.ts';
import type { Uses } from '../commandContext.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';

export type CreateAgainContext = RunContext & Uses<'creates'>;

const FormerSchema = z.object({
  id: z.int().check(z.minimum(0)),
  targetedBy: z.array(z.int().check(z.minimum(0))),
});

/** The ID of a deleted group, and the jobs that targeted it. */
export type FormerGroup = z.infer<typeof FormerSchema>;

/** A deleted object that is to be created again. */
export interface Recreation {
  readonly name: string;
  readonly draft: Draft;
  /** The identity of the deleted group, if jobs targeted it. */
  readonly former?: FormerGroup | undefined;
  /** A create was already sent, with an unknown outcome. */
  readonly isRepeated?: boolean;
}

/** A newly created object, and how the server lists it. */
export interface Recreated {
  readonly item: Recreation;
  readonly text: string;
  /** `undefined` for a job. */
  readonly group: Group | undefined;
  /** What the server stores otherwise, if anything. */
  readonly problem: unknown;
}

/** An action to offer after objects were created. */
export interface RecreationOffer {
  readonly text: string;
  readonly action: string;
  readonly run: () => Promise<void>;
}

interface Recreations {
  readonly kind: ObjectKind;
  readonly items: readonly Recreation[];
  readonly offer?: ((created: readonly Recreated[]) => Promise<RecreationOffer | undefined>) | undefined;
}

/** Creates deleted objects again, with new IDs. */
export async function createAgain(
  context: CreateAgainContext,
  session: ServerSession,
  { kind, items, offer }: Recreations,
): Promise<void> {
  const created: Recreated[] = [];
  const act = kind === 'job' ? 'createJobs' : 'createGroups';
  const isOnly = items.length === 1;
  const run = async (item: Recreation, sending: () => Promise<void>) => {
    created.push(await recreate(context, session, { kind, item, isOnly, sending }));
  };
  const result = await runEach(context, session, { act, items, itemOf: creationItem, run });
  const again = (repeated: readonly Recreation[]) =>
    createAgain(context, session, { kind, items: markAsSent(repeated), offer });
  const texts = created.map(({ text }) => text);
  const text = joinTexts(' ', recreatedText(kind, texts), ...problemTexts(context, session, created));
  await Promise.all([
    reportFailures(context, session, result, { nameOf: ({ name }) => name, again }),
    created.length > 0
      ? reportCreated(context, text, await offerOf(context, session, offer?.(created)))
      : undefined,
  ]);
}

interface Recreating {
  readonly kind: ObjectKind;
  readonly item: Recreation;
  /** Whether it is the only one of its run. Then the user is asked about an unknown outcome while the run waits. */
  readonly isOnly: boolean;
  readonly sending: () => Promise<void>;
}

/** Creates one object. */
export async function recreate(
  { creates }: Pick<CreateAgainContext, 'creates'>,
  session: ServerSession,
  { kind, item, isOnly, sending }: Recreating,
): Promise<Recreated> {
  const send = () => makers[kind](session, item, sending);
  const { isRepeated = false } = item;
  if (!isRepeated && !isOnly) return send();
  const name = nameSent(item);
  return creates.create({ session, kind, name, send, doubtfulName: isRepeated ? name : undefined });
}

/** The same objects, marked as already sent. */
export function markAsSent(items: readonly Recreation[]): Recreation[] {
  return items.map(item => ({ ...item, isRepeated: true }));
}

/** The created objects are reported even if the offer cannot be prepared. */
async function offerOf(
  { notices }: Pick<CreateAgainContext, 'notices'>,
  { server }: ServerSession,
  offered: Promise<RecreationOffer | undefined> | undefined,
): Promise<RecreationOffer | undefined> {
  try {
    return await offered;
  } catch (error) {
    await notices.note(error, server);
    return undefined;
  }
}

/** A create as recorded in the journal. */
export function creationItem({ name, draft, former }: Recreation): RunItem {
  return { name, draft, ...(former === undefined ? {} : { marks: { former } }) };
}

/** The identity of a deleted group from the journal. */
export function recordFormerGroup(noted: RunItem['marks']): FormerGroup | undefined {
  return FormerSchema.safeParse(noted?.['former']).data;
}

/** The creates recorded in the journal. */
export function findRecordedCreations(items: readonly RunItem[]): Recreation[] {
  return items.flatMap(({ name, draft, marks }) =>
    draft === undefined ? [] : [{ name, draft, former: recordFormerGroup(marks) }],
  );
}

async function reportCreated(
  { dialogs }: Pick<CreateAgainContext, 'dialogs'>,
  text: string,
  offer: RecreationOffer | undefined,
): Promise<void> {
  const { action, run } = offer ?? {};
  const message = joinTexts(' ', text, offer?.text);
  const chosen = await dialogs.info(message, ...(action === undefined ? [] : [action]));
  if (chosen !== undefined && chosen === action) await run?.();
}

/** Reports groups that were created and did not exist before. */
export function createdText({ server }: ServerSession, created: readonly string[]): string {
  return t('Created on “{server}”: {groups}.', {
    server: server.name,
    groups: namesOf(created, name => name),
  });
}

/** What the server stores otherwise, a sentence for each object. */
export function problemTexts(
  { notices }: Pick<CreateAgainContext, 'notices'>,
  { server }: ServerSession,
  created: readonly Recreated[],
): string[] {
  return created.flatMap(({ item, problem }) =>
    problem === undefined ? [] : `${displayText(item.name, 80)}: ${notices.text(problem, server)}`,
  );
}

function recreatedText(kind: ObjectKind, created: readonly string[]): string {
  return kind === 'job'
    ? t('Created again: {jobs}.', { jobs: created.join(', ') })
    : t('Created again with a new ID: {groups}.', { groups: namesOf(created, name => name) });
}

/** Creates an object; the text for the report has its name, and the new ID of a job. */
const makers: Readonly<Record<ObjectKind, Maker>> = {
  job: async ({ writes }, item, onSending) => {
    const created = unlessRefused(await writes.jobs.create(item.draft, { onSending }));
    const { object: job } = created;
    const text = t('“{name}” is now #{id}', { name: jobName(job), id: job.id });
    return { item, text, group: undefined, problem: errorOf(created) };
  },
  group: async ({ writes }, item, onSending) => {
    const { id: _, ...rest } = item.draft;
    const created = unlessRefused(await writes.groups.create(rest, { onSending }));
    const { object: group } = created;
    return { item, text: groupTitle(group), group, problem: errorOf(created) };
  },
};

type Maker = (session: ServerSession, item: Recreation, onSending: () => Promise<void>) => Promise<Recreated>;

/** The name that is sent, which a search on the server has to match. */
export function nameSent({ draft, name }: Recreation): string {
  return typeof draft['name'] === 'string' ? draft['name'] : name;
}
