import { type ItemOutcome, type RunRecord, RunRecordSchema } from '../journal/runRecord.ts';
import { onlyFields } from '../model/draft.ts';
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
import type { RunContext } from './runs/bulk.ts';
import { changeOf, editOf, readBackRun } from './runs/readBackRun.ts';
import { findRecordedGroups, findRecordedJobs, movedText, sessionOf } from './runs/recordedObjects.ts';
import { restOf, runTitle } from './runs/runReport.ts';
import { takeSteps, undoRun } from './runs/stepRuns.ts';
import {
  type Creation,
  editStep,
  findRecordedCreations,
  membersStep,
  type Step,
  withNamesakes,
} from './runs/steps.ts';

/** What repeating any run requires. */
export type RetryContext = RunContext & FilesContext & Uses<'jobsView'>;

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
    case 'importGroups':
    case 'changeMembers':
    case 'changePlaces':
    case 'changeJobs':
      return stepsRest(context, session, run);
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

/** The rest of a run whose record contains what to create or change. */
async function stepsRest(
  context: RetryContext,
  session: ServerSession,
  run: RunRecord,
): Promise<Rest | undefined> {
  const { act, title } = run;
  const members = await remainingMembers(session, run);
  const others = restOf(run).filter(({ key }) => key === undefined);
  const steps = [...(await remainingObjects(session, run, others)), ...members];
  const rest = () => takeSteps(context, session, { act, steps, title });
  return afterPrompt(context, session, run, { names: steps.map(({ name }) => name), rest });
}

/** The objects to create, or else the jobs to change. */
async function remainingObjects(
  session: ServerSession,
  run: RunRecord,
  items: readonly ItemOutcome[],
): Promise<readonly Step[]> {
  const { act } = run;
  if (act === 'createJobs') return markNamesakes(session, findRecordedCreations(items, 'job'));
  if (act === 'importGroups') return markNamesakes(session, findRecordedCreations(items, 'group'));
  return (await findRecordedJobs(session, items)).flatMap(({ item, seen: job }) => {
    const edit = editOf(run, item);
    return edit === undefined ? [] : [editStep({ job, edit })];
  });
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
  session: ServerSession,
  creations: readonly Creation[],
): Promise<readonly Creation[]> {
  const looked = creations.length === 0 ? [] : await withNamesakes(session, creations);
  return looked.map(step => ({ ...step, isRepeated: (step.namesakes ?? []).length > 0 }));
}

/**
 * The remaining changes of devices. Devices are only removed if the groups they move to have them, so those groups are
 * checked again, too.
 */
async function remainingMembers(session: ServerSession, run: RunRecord): Promise<readonly Step[]> {
  const rest = new Set(restOf(run).filter(({ key }) => key !== undefined));
  const isMove = [...rest].some(item => changeOf(item.draft)?.add.length === 0);
  const isNeeded = (item: ItemOutcome) =>
    rest.has(item) || (isMove && item.is === 'done' && (changeOf(item.draft)?.add.length ?? 0) > 0);
  const found = await findRecordedGroups(session, rest.size === 0 ? [] : run.items.filter(isNeeded));
  return found.flatMap(({ item, now: group }) => {
    // A group that was created again has a new ID.
    const id = session.groups.identity.known(group) ?? item.id;
    const change = changeOf(item.draft);
    return id === undefined || change === undefined ? [] : [membersStep({ group, id, change })];
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
  const expected = new Map(
    found.map(({ now, seen }) => [now, onlyFields(toGroupDraft(seen), ['server_set'])]),
  );
  const groups = [...expected.keys()];
  return () => deleteTheseGroups(context, { session, groups }, expected);
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
