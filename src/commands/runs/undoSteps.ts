import type { ObjectKind } from '../../fields/objectFields.ts';
import type { RunOne } from '../../journal/runItems.ts';
import type { RunItem } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import { seenGroup, seenJob } from '../../store/objectAccess.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { listOf } from '../../util/json.ts';
import { editGroup, editJob, type JobEdit, throwIfOtherwise } from '../../writes/objectEdits.ts';
import { orThrow } from '../../writes/writeResult.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, membersItem } from './changedGroups.ts';
import { creationItem, problemTexts, type Recreated, recreate } from './createAgain.ts';
import { groupItem, jobItem } from './recordedObjects.ts';
import { repointOffer } from './repointJobs.ts';
import { changedSince, type UndoStep } from './undoPlan.ts';

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
  const offer = await repointOffer(context, session, created).catch(async (error: unknown) => {
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

/** The same step, whose create was already sent. */
export function markAsSent(step: UndoStep): UndoStep {
  return step.kind === 'recreate' ? { ...step, creation: { ...step.creation, isRepeated: true } } : step;
}
