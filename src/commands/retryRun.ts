import { type ItemOutcome, type RunRecord, RunRecordSchema } from '../journal/runRecord.ts';
import { findChangedFields } from '../model/difference.ts';
import { toGroupDraft } from '../model/group.ts';
import { plural, t } from '../platform/localize.ts';
import { namesOf } from '../platform/objectNames.ts';
import { confirmOn } from '../servers/serverMarks.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { Uses } from './commandContext.ts';
import { applyFiles } from './files/applyFiles.ts';
import { copyToServer } from './files/copyToServer.ts';
import type { FilesContext } from './files/exportFiles.ts';
import { deleteTheseGroups } from './groups/deleteGroups.ts';
import { deleteTheseJobs } from './jobs/deleteJobs.ts';
import { enableJobs } from './jobs/enableJobs.ts';
import { stopTheseJobs } from './jobs/stopJobs.ts';
import { createJobs } from './jobsForGroups.ts';
import type { RunContext } from './runs/bulk.ts';
import type { GroupChange } from './runs/changedGroups.ts';
import { type ChangesRun, changeObjects, nameChanged } from './runs/changeObjects.ts';
import { findRecordedCreations, nameSent, type Recreation } from './runs/createAgain.ts';
import { importGroups, nameImported } from './runs/importRun.ts';
import { changeOf, editOf, readBackRun } from './runs/readBackRun.ts';
import { findRecordedGroups, findRecordedJobs, movedText, sessionOf } from './runs/recordedObjects.ts';
import { restOf, runTitle } from './runs/runReport.ts';
import { undoRun } from './runs/undoRun.ts';

/** What repeating any run requires. */
export type RetryContext = RunContext & FilesContext & Uses<'jobsView' | 'watchList'>;

/** Does what a run has not done. The report of the run passes its record as the argument. */
export async function retryRun(context: RetryContext, [record]: readonly unknown[]): Promise<void> {
  const run = RunRecordSchema.parse(record);
  const session = sessionOf(context, run);
  if (session === 'moved') await context.dialogs.info(movedText(run));
  else if (session !== undefined) await doRest(context, session, run);
}

/**
 * Does what is left of the run after a prompt, with the objects as they were seen then: a write refuses an object that
 * has changed since. Resolves with false if nothing is left.
 */
export async function doRest(
  context: RetryContext,
  session: ServerSession,
  record: RunRecord,
): Promise<boolean> {
  const run = await readBackRun(context, session, record);
  const rest = await restFor(context, session, run);
  if (rest === undefined) await context.dialogs.info(t('Nothing left to do.'));
  else await rest();
  return rest !== undefined;
}

/** The recorded run with this ID. */
export async function findRun({ journal }: Uses<'journal'>, id = ''): Promise<RunRecord | undefined> {
  return id === '' ? undefined : (await journal.since(id)).find(run => run.id === id);
}

type Rest = () => Promise<void>;

async function restFor(
  context: RetryContext,
  session: ServerSession,
  run: RunRecord,
): Promise<Rest | undefined> {
  const items = restOf(run);
  if (items.length === 0) return undefined;
  switch (run.act) {
    case 'createJobs':
      return createJobsRest(context, session, run);
    case 'importGroups':
    case 'changeMembers':
    case 'changePlaces':
    case 'changeJobs':
      return draftRest(context, session, { ...run, act: run.act });
    case 'deleteGroups':
      return remainingGroups(context, session, items);
    case 'writeOne':
      return undefined;
    case 'applyFiles':
      return filesRest(context, session, run, items);
    case 'undo': {
      const undone = await findRun(context, run.undoes);
      return undone === undefined ? undefined : () => undoRun(context, session, undone);
    }
    case 'deleteJobs':
    case 'enableJobs':
    case 'disableJobs':
    case 'stopJobs': {
      const found = await findRecordedJobs(session, items);
      const wanted = run.act === 'enableJobs';
      const isSwitch = wanted || run.act === 'disableJobs';
      const jobs = found.filter(({ now }) => !isSwitch || now.enabled !== wanted).map(({ seen }) => seen);
      if (jobs.length === 0) return undefined;
      if (run.act === 'deleteJobs') return () => deleteTheseJobs(context, { session, jobs });
      if (run.act === 'stopJobs') return () => stopTheseJobs(context, { session, jobs });
      return () => enableJobs(context, { session, jobs }, wanted);
    }
  }
}

type DraftedOperation = ChangesRun['act'] | 'importGroups';

/** The rest of a run whose record contains what to create or change. */
async function draftRest(
  context: RetryContext,
  session: ServerSession,
  run: RunRecord & { readonly act: DraftedOperation },
): Promise<Rest | undefined> {
  const { act, title } = run;
  const changes = await remainingMembers(session, run);
  const others = restOf(run).filter(({ key }) => key === undefined);
  if (act === 'changeMembers' || act === 'changeJobs' || act === 'changePlaces') {
    const edits = (await findRecordedJobs(session, others)).flatMap(({ item, seen: job }) => {
      const edit = editOf(item);
      return edit === undefined ? [] : [{ job, edit }];
    });
    const all = [...changes, ...edits];
    const rest = () => changeObjects(context, session, { act, changes: all, title });
    return afterPrompt(context, session, run, { names: all.map(nameChanged), rest });
  }
  const creates = await markNamesakes(findRecordedCreations(others), names => session.groups.named(names));
  const rest = () => importGroups(context, session, { creates, changes });
  return afterPrompt(context, session, run, { names: [...creates, ...changes].map(nameImported), rest });
}

/** The jobs that were not created. */
async function createJobsRest(
  context: RetryContext,
  session: ServerSession,
  run: RunRecord,
): Promise<Rest | undefined> {
  const creates = findRecordedCreations(restOf(run));
  const marked = await markNamesakes(creates, names => session.jobs.named(names));
  const rest = () => createJobs(context, session, marked);
  return afterPrompt(context, session, run, { names: marked.map(({ name }) => name), rest });
}

/** Does the rest for these objects if the user confirms it; `undefined` if there are none. */
function afterPrompt(
  { dialogs }: Uses<'dialogs'>,
  { server }: ServerSession,
  run: RunRecord,
  { names, rest }: { readonly names: readonly string[]; readonly rest: Rest },
): Rest | undefined {
  if (names.length === 0) return undefined;
  return async () => {
    const isSure = await confirmOn(server, dialogs, {
      message: plural(
        'Do the rest of “{operation}” on “{server}” for {count} object?|Do the rest of “{operation}” on “{server}” for {count} objects?',
        names.length,
        { operation: runTitle(run), server: server.name },
      ),
      detail: namesOf(names, name => name, 10),
      action: t('Continue'),
    });
    if (isSure) await rest();
  };
}

/** The user is asked before an object is created that may already have been, because it has the same name. */
async function markNamesakes(
  creations: readonly Recreation[],
  findNamed: (names: ReadonlySet<string>) => Promise<readonly { readonly name: string }[]>,
): Promise<readonly Recreation[]> {
  if (creations.length === 0) return [];
  const found = await findNamed(new Set(creations.map(nameSent)));
  const taken = new Set(found.map(({ name }) => name.trim()));
  return creations.map(creation => ({ ...creation, isRepeated: taken.has(nameSent(creation).trim()) }));
}

/**
 * The remaining changes of devices. Devices are only removed if the groups they move to have them, so those groups are
 * checked again, too.
 */
async function remainingMembers(session: ServerSession, run: RunRecord): Promise<readonly GroupChange[]> {
  const rest = new Set(restOf(run).filter(({ key }) => key !== undefined));
  const isMove = [...rest].some(item => changeOf(item.draft)?.add.length === 0);
  const isNeeded = (item: ItemOutcome) =>
    rest.has(item) || (isMove && item.is === 'done' && (changeOf(item.draft)?.add.length ?? 0) > 0);
  const found = await findRecordedGroups(session, rest.size === 0 ? [] : run.items.filter(isNeeded));
  return found.flatMap(({ item, now: group }) => {
    // A group that was created again has a new ID.
    const id = session.groups.identity.known(group) ?? item.id;
    const change = changeOf(item.draft);
    return id === undefined || change === undefined ? [] : [{ group, id, change }];
  });
}

/** Nobody has agreed to the deletion of a group that has other devices now. */
async function remainingGroups(
  context: RetryContext,
  session: ServerSession,
  items: readonly ItemOutcome[],
): Promise<Rest | undefined> {
  const found = await findRecordedGroups(session, items);
  if (found.length === 0) return undefined;
  const seen = new Map(found.map(group => [group.now, toGroupDraft(group.seen)]));
  const groups = [...seen.keys()];
  return () =>
    deleteTheseGroups(context, { session, groups }, (group, now) =>
      findChangedFields(seen.get(group) ?? {}, toGroupDraft(now)).filter(field => field === 'server_set'),
    );
}

/** Applies or copies these items again, from a new plan; `undefined` if the source of their values is unknown. */
function filesRest(
  context: RetryContext,
  { server }: Pick<ServerSession, 'server'>,
  { folder, copied }: RunRecord,
  rest: readonly ItemOutcome[],
): Rest | undefined {
  const items = rest.map(({ name, kind }) => (kind === undefined ? { name } : { name, kind }));
  if (copied !== undefined) return () => copyToServer(context, [{ server: server.id, items, copied }]);
  return folder === undefined ? undefined : () => applyFiles(context, [{ server: server.id, items, folder }]);
}
