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

/** Undocumented fields that servers set only once: they prove which object it is. */
const birthFields = ['created_at', 'author'];
const nameFields = ['name'];
const workFields = ['policies', 'reports'];
const targetFields = ['groups', 'dynamic_groups', 'peers'];
const scheduleFields = ['params'];

/**
 * Jobs are renamed, and get other work or targets, every day. Two of these at once, or a new name with another
 * schedule, make it another job. Fields that are missing from `seen` are not compared.
 */
export function identifyJob(seen: Draft, now: Draft): Identity {
  const [name, work, targets, schedule] = [nameFields, workFields, targetFields, scheduleFields].map(fields =>
    differing(fields, seen, now),
  );
  const aspects = [name, work, targets].filter(found => found !== undefined && found.length > 0);
  const fields = aspects.flatMap(found => found ?? []);
  const isRescheduled = schedule !== undefined && schedule.length > 0;
  const isAnother = aspects.length > 1 || (isRescheduled && fields.includes('name'));
  if (isBornApart(seen, now) ?? isAnother)
    return {
      kind: 'another',
      fields: [...fields, ...(schedule ?? []), ...differing(birthFields, seen, now)],
    };
  return { kind: fields.length === 0 ? 'same' : 'changed', fields };
}

/**
 * Groups are identified by their `dn`, or else by their name (decision 12). With another one, only the fields that
 * servers set once show that it is the same group.
 */
export function identifyGroup(seen: Draft, now: Draft): Identity {
  const [before, after] = [seen, now].map(draft => ({
    name: textOf(draft['name']),
    dn: textOf(draft['dn']),
  }));
  const isSameKey = before === undefined || after === undefined || groupKey(before) === groupKey(after);
  const isKnown = Object.hasOwn(seen, 'name');
  const isAnother = isBornApart(seen, now) ?? (isKnown && !isSameKey);
  if (isAnother) return { kind: 'another', fields: differing(['name', 'dn', ...birthFields], seen, now) };
  return { kind: isSameKey || !isKnown ? 'same' : 'changed', fields: differing(['name', 'dn'], seen, now) };
}

/** `undefined` if the server does not send what would prove it. */
function isBornApart(seen: Draft, now: Draft): boolean | undefined {
  const known = birthFields.filter(field => isValue(seen[field]) && isValue(now[field]));
  if (differing(known, seen, now).length > 0) return true;
  return known.includes('created_at') ? false : undefined;
}

function isValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function differing(fields: readonly string[], seen: Draft, now: Draft): string[] {
  return fields.filter(field => Object.hasOwn(seen, field) && !sameField(field, seen, now));
}
