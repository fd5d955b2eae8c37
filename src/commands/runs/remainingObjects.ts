import type { ItemOutcome, RunItem } from '../../journal/runRecord.ts';
import { deviceKey } from '../../model/device.ts';
import { type Group, groupKey } from '../../model/group.ts';
import type { Job } from '../../model/job.ts';
import type { Dialogs } from '../../platform/dialogs.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../platform/objectNames.ts';
import { jsonEqual } from '../../util/json.ts';

/** Longer values would bloat the journal; the name and the other fields still identify the object. */
const longestMark = 4_096;

/** A job as recorded in the journal, with the fields that distinguish it from a later job with the same ID. */
export function jobItem(job: Job): RunItem {
  const { id, params, policies, reports } = job;
  return { name: jobName(job), id, marks: shortMarks({ params, policies, reports }) };
}

/** A group as recorded in the journal. */
export function groupItem(group: Group, id: number): RunItem {
  const devices = group.server_set.map(deviceKey);
  return { name: groupTitle(group), id, key: groupKey(group), marks: shortMarks({ dn: group.dn, devices }) };
}

function shortMarks(marks: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(marks).filter(([, mark]) => JSON.stringify(mark).length <= longestMark),
  );
}

/** A pending object of an interrupted run, both as recorded and as it is now. */
export interface RemainingObject<T> {
  readonly noted: ItemOutcome;
  readonly now: RunItem;
  readonly object: T;
}

/** All objects or only the unchanged ones, as the user chooses; `undefined` if canceled. */
export async function confirmChanged<T>(
  dialogs: Dialogs,
  remaining: readonly RemainingObject<T>[],
): Promise<readonly RemainingObject<T>[] | undefined> {
  const changed = remaining.filter(({ noted, now }) => !isSame(noted, now));
  if (changed.length === 0) return remaining;
  const [skip, include] = [t('Skip Changed'), t('Include Changed')];
  const question = plural(
    '{count} object has changed since this was interrupted, or its ID belongs to another object now: {names}.|{count} objects have changed since this was interrupted, or their IDs belong to other objects now: {names}.',
    changed.length,
    { names: namesOf(changed, changedName, 10) },
  );
  const rest = remaining.filter(entry => !changed.includes(entry));
  const choice = await dialogs.decide(question, ...(rest.length > 0 ? [skip] : []), include);
  if (choice === include) return remaining;
  return choice === skip ? rest : undefined;
}

/** Only compares recorded fields, because earlier versions recorded fewer. */
function isSame({ name, marks = {} }: ItemOutcome, now: RunItem): boolean {
  return name === now.name && Object.entries(marks).every(([key, mark]) => jsonEqual(mark, now.marks?.[key]));
}

function changedName({ noted, now }: RemainingObject<unknown>): string {
  return noted.name === now.name
    ? now.name
    : t('{name}, was {before}', { name: now.name, before: noted.name });
}
