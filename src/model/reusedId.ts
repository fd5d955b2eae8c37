import { sameField } from './difference.ts';
import type { Draft } from './draft.ts';

/**
 * The fields that show that an ID now belongs to another job: the name, plus the schedule or the work. Empty while
 * it may be the same job. Servers may reuse the ID of a deleted job.
 */
export function fieldsOfAnotherJob(before: Draft, now: Draft): readonly string[] {
  const differing = ['name', 'params', 'policies', 'reports'].filter(field => !sameField(field, before, now));
  return differing[0] === 'name' && differing.length > 1 ? differing : [];
}

export function isOfAnotherJob(before: Draft, now: Draft): boolean {
  return fieldsOfAnotherJob(before, now).length > 0;
}
