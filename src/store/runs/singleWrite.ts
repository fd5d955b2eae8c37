import { findChangedFields } from '../../api/model/difference.ts';
import { type Draft, onlyFields } from '../../api/model/draft.ts';
import { groupKey, toGroupDraft } from '../../api/model/group.ts';
import { identifyingFields } from '../../api/model/identity.ts';
import { toJobDraft } from '../../api/model/job.ts';
import { stringOf } from '../../base/json.ts';
import type { UnrecordedWrite } from '../objectAccess.ts';
import { type RunItem, type RunStep, shortMarks } from './runRecord.ts';

interface SingleRun {
  readonly item: RunItem;
  readonly step: Omit<RunStep, 'item'>;
}

/** A save, a rename or a create of one object, as the item of a run that has ended. */
export function singleRun(write: UnrecordedWrite): SingleRun {
  const { kind, does, is, seen, id } = write;
  const [before, after] = draftsOf(write);
  const known = before ?? after ?? seen.draft;
  const item: RunItem = {
    name: stringOf((after ?? known)['name']),
    kind,
    does,
    ...(id === undefined || does === 'create' ? {} : { id }),
    ...(kind === 'group' && before !== undefined
      ? { key: groupKey({ name: stringOf(before['name']), dn: stringOf(before['dn']) }) }
      : {}),
  };
  if (after === undefined) return { item, step: { is } };
  if (before === undefined)
    return { item, step: { is, left: after, ...(id === undefined ? {} : { newId: id }) } };
  const fields = findChangedFields(before, after);
  // Devices are recorded in another shape.
  const marks = shortMarks(
    before,
    identifyingFields[kind].filter(field => field !== 'peers'),
  );
  const step = { is, kept: onlyFields(before, fields), left: onlyFields(after, fields) };
  return { item: { ...item, marks }, step };
}

function draftsOf(write: UnrecordedWrite): readonly [before: Draft | undefined, after: Draft | undefined] {
  return write.kind === 'job'
    ? [write.before && toJobDraft(write.before), write.object && toJobDraft(write.object)]
    : [write.before && toGroupDraft(write.before), write.object && toGroupDraft(write.object)];
}
