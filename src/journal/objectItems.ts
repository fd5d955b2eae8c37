import type { Draft } from '../model/draft.ts';
import { groupKey } from '../model/group.ts';
import { identifyingFields } from '../model/identity.ts';
import { stringOf } from '../util/json.ts';
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
