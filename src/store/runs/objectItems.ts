import type { Draft } from '../../api/model/draft.ts';
import { groupKey } from '../../api/model/group.ts';
import { identifyingFields } from '../../api/model/identity.ts';
import { stringOf } from '../../base/json.ts';
import { type RunItem, shortMarks } from './runRecord.ts';

/** An object as the item of a run, from its draft. Devices are recorded in another shape, so they are left out. */
export function objectItem(kind: 'job' | 'group', id: number | undefined, draft: Draft): RunItem {
  const [name, dn] = [stringOf(draft['name']), stringOf(draft['dn'])];
  const marks = shortMarks(
    draft,
    identifyingFields[kind].filter(field => field !== 'peers'),
  );
  return {
    name,
    kind,
    ...(id === undefined ? {} : { id }),
    ...(kind === 'group' ? { key: groupKey({ name, dn }) } : {}),
    marks,
  };
}
