import { changedSince } from '../../../api/model/difference.ts';
import { type Draft, onlyFields } from '../../../api/model/draft.ts';
import { type FieldEdit, rebaseEdit } from '../../../api/model/fieldEdit.ts';
import { type Group, groupKey, toGroupDraft } from '../../../api/model/group.ts';
import { identifyJob } from '../../../api/model/identity.ts';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { type MembershipChange, planMembership } from '../../../api/model/membership.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { inParallel } from '../../../base/inParallel.ts';
import { stringsOf } from '../../../base/json.ts';
import { progressText } from '../../../store/runs/runItems.ts';
import {
  actionOf,
  changeOf,
  editOf,
  type ItemOutcome,
  objectKindOf,
  type RunItem,
  type RunRecord,
} from '../../../store/runs/runRecord.ts';
import type { Namesake } from '../../../store/runs/stillSo.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import { findRecordedJobs } from '../../../workbench/commands/runs/recordedObjects.ts';
import {
  type Creation,
  readFormerGroup,
  type Step,
  withNamesakes,
} from '../../../workbench/commands/runs/steps.ts';
import { checkedJobsText, targetingJobs } from '../../../workbench/commands/runs/targetingJobs.ts';
import { fieldLabels } from '../../../workbench/platform/fieldLabels.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, jobName } from '../../../workbench/platform/objectNames.ts';

/** An item that cannot be put back, or need not be, because it already is as it was. */
interface Blocked {
  readonly kind: 'blocked';
  readonly name: string;
  readonly why: string;
  readonly isSame?: boolean;
  readonly of?: number;
}

/** How one item of a run is put back, compared with the server. */
export type UndoStep = Step | Blocked;

/** The items of a run that changed something on the server which can be put back, with their indexes. */
export function undoableItems(run: RunRecord): readonly (readonly [number, ItemOutcome])[] {
  return [...run.items.entries()].filter(([, item]) => {
    if (item.is !== 'done' && item.is !== 'otherwise') return false;
    const action = actionOf(run, item);
    if (action === 'create') return item.left !== undefined;
    return action !== undefined && item.kept !== undefined;
  });
}

/** Compares what these items of a run left with what is on the server now. */
export async function planUndo(
  context: Uses<'dialogs' | 'notices'>,
  session: ServerSession,
  run: RunRecord,
  items: readonly (readonly [number, ItemOutcome])[],
): Promise<readonly UndoStep[]> {
  const ofGroups = items.flatMap(([, item]) =>
    objectKindOf(run, item) === 'group' && actionOf(run, item) !== 'delete' ? [item] : [],
  );
  if (ofGroups.length > 0) {
    await session.groups.refresh();
    await groupIdsOf(
      context,
      session,
      ofGroups.flatMap(item => findGroup(session, item) ?? []),
    );
  }
  const steps = new Map<number, UndoStep>();
  await context.dialogs.progress(t('Comparing with the server'), (report, signal) =>
    inParallel(items, readsAtOnce, async ([index, item]) => {
      signal.throwIfAborted();
      steps.set(index, { ...(await stepFor(session, run, item)), of: index });
      report(progressText(steps.size, items.length, undefined, localizer));
    }),
  );
  const planned = items.flatMap(([index]) => steps.get(index) ?? []);
  const possible = await withNamesakes(
    session,
    planned.filter(step => step.kind !== 'blocked'),
  );
  const judged = new Map((await withTargeting(context, session, possible)).map(step => [step.of, step]));
  return planned.map(step => (step.kind === 'blocked' ? step : (judged.get(step.of) ?? step)));
}

/** The removals of groups with the jobs that target them, unless some jobs cannot be read. */
async function withTargeting(
  context: Uses<'dialogs'>,
  session: ServerSession,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  const removals = steps.filter(step => step.kind === 'removeGroup');
  if (removals.length === 0) return steps;
  const ids = new Map(removals.map(({ group, id }) => [group, id]));
  const found = new Map((await targetingJobs(context, session, ids)).map(({ id, jobs }) => [id, jobs]));
  if (checkedJobsText(session) !== '') return steps;
  return steps.map(step => {
    if (step.kind !== 'removeGroup') return step;
    const { id } = step;
    return { ...step, former: { id, targetedBy: (found.get(id) ?? []).map(job => job.id) } };
  });
}

const readsAtOnce = 8;

async function stepFor(session: ServerSession, run: RunRecord, item: ItemOutcome): Promise<UndoStep> {
  const kind = objectKindOf(run, item);
  switch (actionOf(run, item)) {
    case 'delete': {
      const { name, kept = {}, draft } = item;
      return {
        ...{ kind: 'create', objectKind: kind, name },
        ...{ draft: kept, former: readFormerGroup(draft) },
      };
    }
    case 'create':
      return kind === 'job' ? removalOfJob(session, item) : removalOfGroup(session, item);
    default:
      return kind === 'job' ? jobEdit(session, run, item) : groupEdit(session, item);
  }
}

/** A created object is only deleted if nobody has changed it since. */
async function removalOfJob(session: ServerSession, item: ItemOutcome): Promise<UndoStep> {
  const found = await findJobNow(session, {
    ...item,
    ...(item.newId === undefined ? {} : { id: item.newId }),
  });
  if ('why' in found) return found;
  const fields = changedSince('job', item.left ?? {}, toJobDraft(found.now));
  if (fields.length > 0) return blocked(item, changedText(fields));
  return { kind: 'removeJob', name: jobName(found.now), job: found.now, expected: toJobDraft(found.now) };
}

function removalOfGroup(session: ServerSession, item: ItemOutcome): UndoStep {
  const found = findGroupNow(session, item);
  if ('why' in found) return found;
  const fields = changedSince('group', item.left ?? {}, toGroupDraft(found.group));
  if (fields.length > 0) return blocked(item, changedText(fields));
  const { group } = found;
  return { kind: 'removeGroup', name: groupTitle(group), ...found, expected: toGroupDraft(group) };
}

async function jobEdit(session: ServerSession, run: RunRecord, item: ItemOutcome): Promise<UndoStep> {
  const found = await findJobNow(session, item);
  if ('why' in found) return found;
  const edit = inverseEdit(item, leftBy(run, item));
  const obstacle = obstacleTo(item, edit, toJobDraft(found.now));
  return obstacle ?? { kind: 'editJob', name: jobName(found.now), job: found.seen, edit };
}

function groupEdit(session: ServerSession, item: ItemOutcome): UndoStep {
  const found = findGroupNow(session, item);
  if ('why' in found) return found;
  const { group } = found;
  const name = groupTitle(group);
  const change = inverseMembership(item);
  if (change !== undefined) {
    const { isChange } = planMembership(group.server_set, change);
    return isChange ? { kind: 'members', name, ...found, change } : unneeded(item);
  }
  const edit = inverseEdit(item, item.left ?? {});
  return obstacleTo(item, edit, toGroupDraft(group)) ?? { kind: 'editGroup', name, ...found, edit };
}

function obstacleTo(item: ItemOutcome, edit: FieldEdit, now: Draft): Blocked | undefined {
  const rebased = rebaseEdit(edit, now);
  if (rebased.kind === 'conflict') return blocked(item, changedText(rebased.fields));
  return rebased.kind === 'unchanged' ? unneeded(item) : undefined;
}

function inverseEdit({ kept = {} }: ItemOutcome, left: Draft): FieldEdit {
  return { before: left, after: onlyFields(kept, Object.keys(left)) };
}

/** If the window closed before the server's response, what was asked. */
function leftBy(run: RunRecord, item: ItemOutcome): Draft {
  return item.left ?? editOf(run, item)?.after ?? {};
}

function inverseMembership(item: ItemOutcome): MembershipChange | undefined {
  const done = changeOf(item.left);
  if (done !== undefined) return { add: done.remove, remove: done.add };
  const asked = changeOf(item.draft);
  if (asked === undefined) return undefined;
  const had = new Set(stringsOf(item.kept?.['server_set']));
  return {
    add: asked.remove.filter(({ name }) => had.has(name)),
    remove: asked.add.filter(({ name }) => !had.has(name)),
  };
}

async function findJobNow(
  session: ServerSession,
  item: ItemOutcome,
): Promise<{ readonly seen: Job; readonly now: Job } | Blocked> {
  // The run itself changed these fields, so their earlier values do not identify the job any more.
  const { left = {}, marks = {} } = item;
  const others = Object.fromEntries(Object.entries(marks).filter(([field]) => !Object.hasOwn(left, field)));
  const name = typeof left['name'] === 'string' ? left['name'] : item.name;
  const [found] = await findRecordedJobs(session, [{ ...item, name, marks: others }]);
  if (found === undefined) return blocked(item, t('It does not exist on the server any more.'));
  if (identifyJob(toJobDraft(found.seen), toJobDraft(found.now)).kind === 'another')
    return blocked(item, t('Its ID now belongs to “{name}”.', { name: jobName(found.now) }));
  return found;
}

/** Call after the list of groups was refreshed. */
function findGroupNow(
  session: ServerSession,
  item: ItemOutcome,
): { readonly group: Group; readonly id: number } | Blocked {
  const group = findGroup(session, item);
  if (group === undefined) return blocked(item, t('It does not exist on the server any more.'));
  const id = session.groups.identity.known(group) ?? item.newId ?? item.id;
  return id === undefined ? blocked(item, t('Its ID is unknown.')) : { group, id };
}

function findGroup({ groups }: ServerSession, item: ItemOutcome): Group | undefined {
  const key = keyNow(item);
  return groups.entries.find(({ group }) => groupKey(group) === key)?.group;
}

/** The key of a group after the run, which may have renamed it. */
function keyNow({ key, name: title, left = {} }: ItemOutcome): string {
  const { name, dn } = left;
  if (typeof dn === 'string' && dn !== '') return groupKey({ name: '', dn });
  if (typeof name === 'string' && key?.startsWith('dn:') !== true) return groupKey({ name, dn: '' });
  return key ?? `name:${title}`;
}

function blocked({ name }: Pick<RunItem, 'name'>, why: string): Blocked {
  return { kind: 'blocked', name: displayText(name, 80), why };
}

function changedText(fields: readonly string[]): string {
  return t('Changed since: {fields}.', { fields: fieldLabels(fields) });
}

function unneeded(item: ItemOutcome): Blocked {
  return { ...blocked(item, t('It already is as it was before.')), isSame: true };
}

/** What is put back, in a few words. */
export function stepText(step: UndoStep): string {
  switch (step.kind) {
    case 'create':
      return creationText(step);
    case 'removeJob':
      return t('Deletes it.');
    case 'removeGroup': {
      const count = step.former?.targetedBy.length ?? 0;
      return joinTexts(
        ' ',
        t('Deletes it.'),
        count > 0 && plural('{count} job targets it.|{count} jobs target it.', count),
      );
    }
    case 'editJob':
    case 'editGroup': {
      const { edit, namesakes = [] } = step;
      return joinTexts(
        ' ',
        t('Puts back: {fields}.', { fields: fieldLabels(Object.keys(edit.after)) }),
        namesakes.length > 0 &&
          t('The server has one of this name: {found}. Select it to have both.', {
            found: namesText(namesakes),
          }),
      );
    }
    case 'members':
      return t('Puts back the devices: {added} added, {removed} removed.', {
        added: step.change.add.length,
        removed: step.change.remove.length,
      });
    case 'blocked':
      return step.why;
  }
}

function creationText({ namesakes = [] }: Creation): string {
  if (namesakes.length === 0) return t('Creates it again with a new ID.');
  const isEqual = namesakes.some(namesake => namesake.isEqual);
  const words = { found: namesText(namesakes) };
  return isEqual
    ? t('On the server again: {found}. Select it to create another one.', words)
    : t('The server has one of this name: {found}. Select it to create another one.', words);
}

function namesText(namesakes: readonly Namesake[]): string {
  const found = namesakes.map(({ id, name }) => (id === undefined ? displayText(name, 80) : `#${id}`));
  return found.slice(0, 5).join(', ');
}
