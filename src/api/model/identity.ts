import { stringOf } from '../../base/json.ts';
import { sameField } from './difference.ts';
import type { Draft } from './draft.ts';
import { groupKey } from './group.ts';

/**
 * Whether an object is still the one that was seen under the same ID (decision 30). `changed`: the same object, with
 * other values in these fields; `another`: the server has assigned the ID to another object.
 */
export interface Identity {
  readonly kind: 'same' | 'changed' | 'another';
  readonly fields: readonly string[];
}

const nameFields = ['name'];
const scheduleFields = ['params'];
const workFields = ['policies', 'reports'];
const targetFields = ['groups', 'dynamic_groups', 'peers'];
/** Undocumented fields that servers set only once. */
const birthFields = ['created_at', 'author'];

export const identifyingFields = {
  job: [...nameFields, ...scheduleFields, ...workFields, ...targetFields, ...birthFields],
  group: ['name', 'dn', ...birthFields],
} as const;

/**
 * Jobs are renamed, and get other work or targets, every day. Two of these at once, or a new name with another
 * schedule, make it another job. Fields that are missing from `seen` are not compared.
 */
export function identifyJob(seen: Draft, now: Draft): Identity {
  const differing = (fields: readonly string[]) => differingFields(fields, seen, now);
  const aspects = [nameFields, workFields, targetFields].map(differing).filter(found => found.length > 0);
  const fields = aspects.flat();
  const schedule = differing(scheduleFields);
  const isRenamed = fields.includes('name');
  if (aspects.length > 1 || (isRenamed && schedule.length > 0) || isBornApart(seen, now))
    return { kind: 'another', fields: [...new Set([...differing(nameFields), ...schedule, ...fields])] };
  return { kind: fields.length === 0 ? 'same' : 'changed', fields };
}

/** Groups are identified by their `dn`, or else by their name (decision 12). */
export function identifyGroup(seen: Draft, now: Draft): Identity {
  const [before, after] = [seen, now].map(({ name, dn }) =>
    groupKey({ name: stringOf(name), dn: stringOf(dn) }),
  );
  const isKnown = Object.hasOwn(seen, 'name') || Object.hasOwn(seen, 'dn');
  const isAnother = (isKnown && before !== after) || isBornApart(seen, now);
  return { kind: isAnother ? 'another' : 'same', fields: differingFields(['name', 'dn'], seen, now) };
}

function isBornApart(seen: Draft, now: Draft): boolean {
  const known = birthFields.filter(field => isValue(seen[field]) && isValue(now[field]));
  return differingFields(known, seen, now).length > 0;
}

function isValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function differingFields(fields: readonly string[], seen: Draft, now: Draft): string[] {
  return fields.filter(field => Object.hasOwn(seen, field) && !sameField(field, seen, now));
}
