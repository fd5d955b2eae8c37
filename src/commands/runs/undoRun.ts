import type { ObjectKind } from '../../fields/objectFields.ts';
import type { RunOne } from '../../journal/runItems.ts';
import { findUndoneItems, type RunItem, type RunRecord } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import { confirmOn, nameIfProduction } from '../../servers/productionGuard.ts';
import { seenGroup, seenJob } from '../../store/objectAccess.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { listOf } from '../../util/json.ts';
import { linkText } from '../../util/linkedText.ts';
import { editGroup, editJob, type JobEdit, throwIfOtherwise } from '../../writes/objectEdits.ts';
import { orThrow } from '../../writes/writeResult.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, membersItem } from './changedGroups.ts';
import { creationItem, problemTexts, type Recreated, recreate } from './createAgain.ts';
import { readBackRun } from './readBackRun.ts';
import { groupItem, jobItem } from './recordedObjects.ts';
import { repointOffer } from './repointJobs.ts';
import { runTitle } from './runReport.ts';
import { targetingJobs, targetingText } from './targetingJobs.ts';
import { changedSince, planUndo, stepText, type UndoStep, undoableItems } from './undoPlan.ts';

/** What “Undo” does after a run; `undefined` if the run changed nothing that can be put back. */
export function undoOf(
  context: RunContext,
  session: ServerSession,
  record: RunRecord,
): (() => Promise<void>) | undefined {
  return undoableItems(record).length === 0 ? undefined : () => undoRun(context, session, record);
}

/**
 * Puts back what a run changed and nothing has changed since. Asks only if something cannot be put back, if objects are
 * deleted, or on a production server.
 */
export async function undoRun(context: RunContext, session: ServerSession, record: RunRecord): Promise<void> {
  const run = await readBackRun(context, session, record);
  // Also those that were interrupted, or that another window is working on.
  const later = await context.journal.since(run.id);
  const undone = findUndoneItems(later).get(run.id ?? '');
  const items = undoableItems(run).filter(([index]) => undone?.has(index) !== true);
  if (items.length === 0) return void (await context.dialogs.info(t('Nothing left to undo.')));
  const steps = markAttempted(await planUndo(context, session, run, items), run, later);
  const chosen = await chooseSteps(context, session, run, steps);
  if (chosen.length > 0) await takeSteps(context, session, chosen, run.id ?? '');
}

/** An object that an earlier attempt may have created is not created again without asking. */
function markAttempted(
  steps: readonly UndoStep[],
  { id }: RunRecord,
  later: readonly RunRecord[],
): readonly UndoStep[] {
  const attempts = later.filter(({ undoes }) => undoes !== undefined && undoes === id);
  const unclear = new Set(
    attempts.flatMap(({ items }) => items.flatMap(({ is, of }) => (is === 'unknown' ? of : []))),
  );
  return steps.map(step => (step.of !== undefined && unclear.has(step.of) ? markAsSent(step) : step));
}

function markAsSent(step: UndoStep): UndoStep {
  return step.kind === 'recreate' ? { ...step, creation: { ...step.creation, isRepeated: true } } : step;
}

async function chooseSteps(
  { dialogs, reports }: RunContext,
  session: ServerSession,
  run: RunRecord,
  steps: readonly UndoStep[],
): Promise<readonly UndoStep[]> {
  const { server } = session;
  const possible = steps.filter(({ kind }) => kind !== 'blocked');
  const words = { operation: runTitle(run), server: server.name };
  const title = t('Undo “{operation}” on “{server}”', words);
  const lines = steps.map(step => t('{object}: {problem}', { object: step.name, problem: stepText(step) }));
  const isNamed = () => nameIfProduction(server, dialogs, t('Undo'));
  if (possible.length === 0) {
    await dialogs.warn(
      joinTexts(
        ' ',
        t('Nothing of “{operation}” on “{server}” can be put back.', words),
        ...lines.slice(0, 3),
      ),
    );
    return [];
  }
  if (possible.length < steps.length) {
    const chosen = await dialogs.review({
      title,
      placeholder: t('{count} of {all} can be put back', { count: possible.length, all: steps.length }),
      choices: steps.map((step, index) => ({
        value: String(index),
        label: step.name,
        description: stepText(step),
        isFixed: step.kind === 'blocked',
      })),
      open: {
        label: t('Open Preview in Editor'),
        run: () => reports.show({ key: `undo/${server.id}`, title, read: async () => linkText(lines) }),
      },
    });
    const isSure = chosen !== undefined && (await isNamed());
    return steps.filter((_, index) => isSure && chosen.includes(String(index)));
  }
  const removed = possible.filter(({ kind }) => kind === 'removeJob' || kind === 'removeGroup');
  const isSure =
    removed.length === 0
      ? await isNamed()
      : await confirmOn(server, dialogs, {
          message: plural(
            'Delete {count} object that was created on “{server}”?|Delete {count} objects that were created on “{server}”?',
            removed.length,
            words,
          ),
          detail: await removalDetail(session, removed, possible),
          action: t('Delete'),
        });
  return isSure ? possible : [];
}

async function removalDetail(
  session: ServerSession,
  removed: readonly UndoStep[],
  all: readonly UndoStep[],
): Promise<string> {
  const groups = new Map(
    removed.flatMap(step => (step.kind === 'removeGroup' ? [[step.group, step.id] as const] : [])),
  );
  const targeting = groups.size === 0 ? [] : targetingText(session, await targetingJobs(session, groups));
  const others = all.filter(step => !removed.includes(step));
  return joinTexts(
    '\n\n',
    namesOf(removed, ({ name }) => name, 10),
    ...targeting,
    others.length > 0 && t('Also put back: {names}.', { names: namesOf(others, ({ name }) => name, 10) }),
  );
}

/** Jobs refer to groups, so groups are put back before them and deleted after them. */
function stageOf(step: UndoStep): number {
  if (step.kind === 'removeJob' || step.kind === 'removeGroup') return step.kind === 'removeJob' ? 2 : 3;
  return step.kind === 'editJob' || (step.kind === 'recreate' && step.objectKind === 'job') ? 1 : 0;
}

/** Takes the steps in one run, and reports what was done. `undoes` is the ID of the run that they undo, if any. */
export async function takeSteps(
  context: RunContext,
  session: ServerSession,
  steps: readonly UndoStep[],
  undoes?: string,
): Promise<void> {
  const groups = new ChangedGroups(
    session,
    steps.filter(step => step.kind === 'members'),
  );
  const taken = new TakenSteps(context, session, groups, steps.length === 1);
  const order = new Map<unknown, number>(groups.inOrder.map((change, index) => [change, index]));
  const result = await runEach<UndoStep>(context, session, {
    act: undoes === undefined ? 'changeJobs' : 'undo',
    undoes,
    items: [...steps].sort((one, other) => (order.get(one) ?? -1) - (order.get(other) ?? -1)),
    itemOf: stepItem,
    stageOf,
    run: (step, sending, left) => taken.take(step, sending, left),
  });
  session.statuses.touch(taken.editedJobs);
  const again = (failed: readonly UndoStep[]) => takeSteps(context, session, failed.map(markAsSent), undoes);
  await Promise.all([
    reportFailures(context, session, result, { nameOf: ({ name }) => name, again }),
    reportTaken(context, session, taken, undoes !== undefined),
  ]);
}

function stepItem(step: UndoStep): RunItem {
  const of = step.of === undefined ? {} : { of: step.of };
  switch (step.kind) {
    case 'recreate':
      return { ...creationItem(step.creation), kind: step.objectKind, does: 'create', ...of };
    case 'removeJob':
      return { ...jobItem(step.job), kind: 'job', does: 'delete', ...of };
    case 'removeGroup':
      return { ...groupItem(step.group, step.id), kind: 'group', does: 'delete', ...of };
    case 'editJob':
      return { ...jobItem(step.job), kind: 'job', does: 'change', draft: { ...step.edit }, ...of };
    case 'editGroup':
      return {
        ...groupItem(step.group, step.id),
        kind: 'group',
        does: 'change',
        draft: { ...step.edit },
        ...of,
      };
    case 'members':
      return { ...membersItem(step), kind: 'group', does: 'change', ...of };
    case 'blocked':
      return { name: step.name };
  }
}

type RunStep = Parameters<RunOne<UndoStep>>;

/** Takes steps, and collects what was done. */
class TakenSteps {
  readonly editedJobs: number[] = [];
  readonly editedGroups: string[] = [];
  readonly created: (Recreated & { readonly objectKind: ObjectKind })[] = [];
  readonly deleted: string[] = [];
  readonly groups: ChangedGroups;
  readonly #context: RunContext;
  readonly #session: ServerSession;
  readonly #isOnly: boolean;

  constructor(context: RunContext, session: ServerSession, groups: ChangedGroups, isOnly: boolean) {
    this.#context = context;
    this.#session = session;
    this.groups = groups;
    this.#isOnly = isOnly;
  }

  async take(...[step, sending, left]: RunStep): Promise<void> {
    const { writes } = this.#session;
    const options = { onSending: sending };
    switch (step.kind) {
      case 'recreate':
        return this.#recreate(step, sending, left);
      case 'removeJob': {
        const conflicts = (now: Job) => changedSince('job', toJobDraft(step.job), toJobDraft(now));
        orThrow(await writes.jobs.remove(seenJob(step.job), { ...options, conflicts }));
        return void this.deleted.push(step.name);
      }
      case 'removeGroup': {
        const { group, id } = step;
        const conflicts = (now: Group) => changedSince('group', toGroupDraft(group), toGroupDraft(now));
        orThrow(await writes.groups.remove(seenGroup(group, id), { ...options, conflicts }));
        return void this.deleted.push(step.name);
      }
      case 'editJob': {
        const stored = await editJob(writes.jobs, step, options);
        if (stored === undefined) return;
        this.editedJobs.push(step.job.id);
        left(stored.edit.after);
        return throwIfOtherwise(stored);
      }
      case 'editGroup': {
        const stored = await editGroup(writes.groups, step, options);
        if (stored === undefined) return;
        this.editedGroups.push(step.name);
        left(stored.edit.after);
        return throwIfOtherwise(stored);
      }
      case 'members':
        return this.groups.change(step, sending, left);
      case 'blocked':
    }
  }

  async #recreate(
    { objectKind, creation }: Extract<UndoStep, { kind: 'recreate' }>,
    sending: RunStep[1],
    left: RunStep[2],
  ): Promise<void> {
    const item = objectKind === 'job' ? { ...creation, draft: this.#withNewIds(creation.draft) } : creation;
    const created = await recreate(this.#context, this.#session, {
      ...{ kind: objectKind, item, isOnly: this.#isOnly, sending, left },
    });
    this.created.push({ ...created, objectKind });
  }

  /** A job that was deleted together with its groups targets the recreated ones. */
  #withNewIds(draft: Draft): Draft {
    const { identity } = this.#session.groups;
    const newIds = new Map(
      this.created.flatMap(({ item, group }) => {
        const id = group === undefined ? undefined : identity.known(group);
        return item.former === undefined || id === undefined ? [] : [[item.former.id, id] as const];
      }),
    );
    if (newIds.size === 0) return draft;
    const groups = listOf(draft['groups']).map(id => (typeof id === 'number' ? (newIds.get(id) ?? id) : id));
    return { ...draft, groups };
  }
}

async function reportTaken(
  context: RunContext,
  session: ServerSession,
  { groups, editedJobs, editedGroups, created, deleted }: TakenSteps,
  isUndo: boolean,
): Promise<void> {
  const words = { server: session.server.name };
  const { summary = '', problems = [] } = groups.report ?? {};
  for (const problem of problems) context.log.error(problem);
  const jobs = created.filter(({ objectKind }) => objectKind === 'job').map(({ text }) => text);
  const newGroups = created.filter(({ objectKind }) => objectKind === 'group').map(({ text }) => text);
  const count = editedJobs.length;
  const offer = await repointOffer(session, created).catch(async (error: unknown) => {
    await context.notices.note(error, session.server);
    return undefined;
  });
  const text = joinTexts(
    ' ',
    jobs.length > 0 && t('Created again: {jobs}.', { jobs: jobs.join(', ') }),
    newGroups.length > 0 &&
      t('Created again with a new ID: {groups}.', { groups: namesOf(newGroups, name => name) }),
    summary,
    count > 0 &&
      (isUndo
        ? plural('Reverted {count} job on “{server}”.|Reverted {count} jobs on “{server}”.', count, words)
        : plural('Changed {count} job on “{server}”.|Changed {count} jobs on “{server}”.', count, words)),
    editedGroups.length > 0 &&
      t('Reverted on “{server}”: {names}.', { ...words, names: namesOf(editedGroups, name => name) }),
    deletedText(session, deleted),
    ...problemTexts(context, session, created),
    ...problems.slice(0, 3),
    offer?.text,
  );
  if (text === '') return;
  const notify = problems.length > 0 ? context.dialogs.warn : context.dialogs.info;
  const chosen = await notify(text, ...(offer === undefined ? [] : [offer.action]));
  if (offer === undefined || chosen !== offer.action) return;
  const edits = await offer.edits(context);
  if (edits.length > 0) await takeSteps(context, session, edits.map(editStep));
}

function editStep(edit: JobEdit): UndoStep {
  return { kind: 'editJob', name: jobName(edit.job), ...edit };
}

/** "Deleted on “Plant”: “Nightly”."; '' for none. */
export function deletedText({ server }: Pick<ServerSession, 'server'>, deleted: readonly string[]): string {
  const words = { server: server.name, names: namesOf(deleted, name => name) };
  return deleted.length === 0 ? '' : t('Deleted on “{server}”: {names}.', words);
}
