import * as z from 'zod/mini';
import type { ObjectKind } from '../../fields/objectFields.ts';
import type { RunOne } from '../../journal/runItems.ts';
import type { RunItem } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import { toJobDraft } from '../../model/job.ts';
import { t } from '../../platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { displayText } from '../../util/displayText.ts';
import { errorOf, unlessRefused } from '../../writes/writeResult.ts';
import type { Uses } from '../commandContext.ts';

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

interface Recreating {
  readonly kind: ObjectKind;
  readonly item: Recreation;
  /** Whether it is the only one of its run. Then the user is asked about an unknown outcome while the run waits. */
  readonly isOnly: boolean;
  readonly sending: () => Promise<void>;
  readonly left: Left;
}

type Left = Parameters<RunOne<unknown>>[2];

/** Creates one object. */
export async function recreate(
  { creates }: Uses<'creates'>,
  session: ServerSession,
  { kind, item, isOnly, sending, left }: Recreating,
): Promise<Recreated> {
  const send = () => makers[kind](session, item, sending, left);
  const { isRepeated = false } = item;
  if (!isRepeated && !isOnly) return send();
  const name = nameSent(item);
  return creates.create({ session, kind, name, send, doubtfulName: isRepeated ? name : undefined });
}

/** The same objects, marked as already sent. */
export function markItemsAsSent(items: readonly Recreation[]): Recreation[] {
  return items.map(item => ({ ...item, isRepeated: true }));
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

/** Reports groups that were created and did not exist before. */
export function createdText({ server }: ServerSession, created: readonly string[]): string {
  return t('Created on “{server}”: {groups}.', {
    server: server.name,
    groups: namesOf(created, name => name),
  });
}

/** What the server stores otherwise, a sentence for each object. */
export function problemTexts(
  { notices }: Uses<'notices'>,
  { server }: ServerSession,
  created: readonly Recreated[],
): string[] {
  return created.flatMap(({ item, problem }) =>
    problem === undefined ? [] : `${displayText(item.name, 80)}: ${notices.text(problem, server)}`,
  );
}

/** Creates an object; the text for the report has its name, and the new ID of a job. */
const makers: Readonly<Record<ObjectKind, Maker>> = {
  job: async ({ writes }, item, onSending, left) => {
    const created = unlessRefused(await writes.jobs.create(item.draft, { onSending }));
    const { object: job } = created;
    left(toJobDraft(job), job.id);
    const text = t('“{name}” is now #{id}', { name: jobName(job), id: job.id });
    return { item, text, group: undefined, problem: errorOf(created) };
  },
  group: async ({ writes, groups }, item, onSending, left) => {
    const { id: _, ...rest } = item.draft;
    const created = unlessRefused(await writes.groups.create(rest, { onSending }));
    const { object: group } = created;
    left(toGroupDraft(group), groups.identity.known(group));
    return { item, text: groupTitle(group), group, problem: errorOf(created) };
  },
};

type Maker = (
  session: ServerSession,
  item: Recreation,
  onSending: () => Promise<void>,
  left: Left,
) => Promise<Recreated>;

/** The name that is sent, which a search on the server has to match. */
export function nameSent({ draft, name }: Recreation): string {
  return typeof draft['name'] === 'string' ? draft['name'] : name;
}
