import type { ObjectKind } from '../../fields/objectFields.ts';
import type { RunItem } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandContext } from '../commandContext.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';
import { operationTitle } from './runReport.ts';

const { t } = localizer;

export type CreateAgainContext = RunContext & Pick<CommandContext, 'creates'>;

/** A deleted object to create again. */
export interface Recreation {
  readonly name: string;
  readonly draft: Draft;
  /** A create of it was sent before, with an unknown outcome. */
  readonly isRepeated?: boolean;
}

/** What can be done once objects were created again. */
export interface RecreationOffer {
  readonly text: string;
  readonly action: string;
  readonly run: () => Promise<void>;
}

interface Recreations {
  readonly kind: ObjectKind;
  readonly items: readonly Recreation[];
  readonly offer?: (() => RecreationOffer | undefined) | undefined;
  /** They were not there before. */
  readonly isNew?: boolean;
}

/** Creates deleted objects again, with new IDs. */
export async function createAgain(
  context: CreateAgainContext,
  session: ServerSession,
  { kind, items, offer, isNew = false }: Recreations,
): Promise<void> {
  const created: string[] = [];
  const act = kind === 'job' ? 'createJobs' : 'createGroups';
  const itemOf = ({ name, draft }: Recreation): RunItem => ({ name, draft });
  const run = async (item: Recreation, sending: () => Promise<void>) => {
    const send = async () => {
      await sending();
      return makers[kind](session, item.draft);
    };
    const { isRepeated = false } = item;
    const object = { session, kind, name: nameOf(item), send };
    created.push(
      isRepeated || items.length === 1
        ? await context.creates.create({ ...object, doubtfulName: isRepeated ? nameOf(item) : undefined })
        : await send(),
    );
  };
  const result = await runEach(context, session, { act, title: operationTitle(act), items, itemOf, run });
  const again = (repeated: readonly Recreation[]) =>
    createAgain(context, session, {
      kind,
      items: repeated.map(item => ({ ...item, isRepeated: true })),
      offer,
      isNew,
    });
  await Promise.all([
    reportFailures(context, session, result, { nameOf: ({ name }) => name, again }),
    created.length > 0
      ? reportCreated(context, isNew ? newText(session, created) : createdText(kind, created), offer?.())
      : undefined,
  ]);
}

async function reportCreated(
  { dialogs }: Pick<CreateAgainContext, 'dialogs'>,
  text: string,
  offer: RecreationOffer | undefined,
): Promise<void> {
  const { action, run } = offer ?? {};
  const message = offer === undefined ? text : `${text} ${offer.text}`;
  const chosen = await dialogs.info(message, ...(action === undefined ? [] : [action]));
  if (chosen !== undefined && chosen === action) await run?.();
}

function newText({ server }: ServerSession, created: readonly string[]): string {
  return t('Created on “{server}”: {groups}.', {
    server: server.name,
    groups: namesOf(created, name => name),
  });
}

function createdText(kind: ObjectKind, created: readonly string[]): string {
  return kind === 'job'
    ? t('Created again: {jobs}.', { jobs: created.join(', ') })
    : t('Created again with a new ID: {groups}.', { groups: namesOf(created, name => name) });
}

/** Each resolves with the object's name and new ID for the report. */
const makers: Readonly<Record<ObjectKind, (session: ServerSession, draft: Draft) => Promise<string>>> = {
  job: async (session, draft) => {
    const job = await session.jobs.create(draft);
    return t('“{name}” is now #{id}', { name: jobName(job), id: job.id });
  },
  group: async (session, draft) => {
    const { id: _, ...rest } = draft;
    return groupTitle(await session.groups.create(rest));
  },
};

/** The name as sent, which a search on the server has to match. */
function nameOf({ draft, name }: Recreation): string {
  return typeof draft['name'] === 'string' ? draft['name'] : name;
}
