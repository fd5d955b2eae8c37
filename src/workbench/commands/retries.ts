import { onlyFields } from '../../api/model/draft.ts';
import { toGroupDraft } from '../../api/model/group.ts';
import type { Job } from '../../api/model/job.ts';
import { changeOf, editOf, type ItemOutcome, type RunRecord, restOf } from '../../store/runs/runRecord.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { plural, t } from '../platform/localize.ts';
import { namesOf } from '../platform/objectNames.ts';
import { confirmOn } from '../servers/serverMarks.ts';
import type { Uses } from './commandContext.ts';
import { deleteTheseGroups } from './groups/deleteGroups.ts';
import { deleteTheseJobs } from './jobs/deleteJobs.ts';
import { enableJobs } from './jobs/enableJobs.ts';
import type { JobTargets } from './jobs/jobArguments.ts';
import { stopTheseJobs } from './jobs/stopJobs.ts';
import type { RunContext } from './runs/bulk.ts';
import { findRecordedGroups, findRecordedJobs } from './runs/recordedObjects.ts';
import type { Rest, Retry, RunActions } from './runs/runActions.ts';
import { runTitle } from './runs/runReport.ts';
import { takeSteps } from './runs/stepRuns.ts';
import {
  type Creation,
  editStep,
  findRecordedCreations,
  membersStep,
  type Step,
  withNamesakes,
} from './runs/steps.ts';
import { seenTargets } from './runs/takenSteps.ts';

type RetryContext = RunContext & Uses<'jobsView'>;

/**
 * Does the rest of runs whose records contain all that it takes. A write rejects an object that has changed since it was
 * seen.
 */
export function recordedRetries(own: RetryContext): RunActions {
  const retry =
    (
      restFor: (context: RetryContext, session: ServerSession, run: RunRecord) => Promise<Rest | undefined>,
    ): Retry =>
    (session, run, journal) =>
      restFor({ ...own, journal }, session, run);
  const ofJobs = (
    act: (context: RetryContext, targets: JobTargets) => Promise<void>,
    isLeft: (now: Job) => unknown = () => true,
  ) =>
    retry(async (context, session, run) => {
      const found = await findRecordedJobs(session, restOf(run));
      const jobs = found.filter(({ now }) => isLeft(now)).map(({ seen }) => seen);
      return jobs.length === 0 ? undefined : () => act(context, { session, jobs });
    });
  const steps = retry(stepsRest);
  return {
    retries: {
      createJobs: steps,
      importGroups: steps,
      changeMembers: steps,
      changePlaces: steps,
      changeJobs: steps,
      deleteGroups: retry(remainingGroups),
      deleteJobs: ofJobs(deleteTheseJobs),
      stopJobs: ofJobs(stopTheseJobs),
      enableJobs: ofJobs(
        (context, targets) => enableJobs(context, targets, true),
        ({ enabled }) => !enabled,
      ),
      disableJobs: ofJobs(
        (context, targets) => enableJobs(context, targets, false),
        ({ enabled }) => enabled,
      ),
    },
  };
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
  const targets = seenTargets(session, steps);
  const rest = () => takeSteps(context, session, { act, steps, title, targets });
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
  run: RunRecord,
): Promise<Rest | undefined> {
  const found = await findRecordedGroups(session, restOf(run));
  if (found.length === 0) return undefined;
  const expected = new Map(
    found.map(({ now, seen }) => [now, onlyFields(toGroupDraft(seen), ['server_set'])]),
  );
  const groups = [...expected.keys()];
  return () => deleteTheseGroups(context, { session, groups }, expected);
}
