import * as z from 'zod/mini';
import { byField } from '../fields/field.ts';
import { jobFields } from '../fields/jobFields.ts';
import type { Localizer } from '../util/localizer.ts';
import { type DraftReading, type RuleProblem, readDraft } from './draftProblem.ts';
import { draftSchemas, toCreate } from './fieldShapes.ts';
import type { JobDraft } from './job.ts';

/**
 * The write shape of a job (docs/api.md, "Job body"). All fields are optional, because a document may omit what it
 * does not change. The JSON schema of job documents is derived from it.
 */
export const JobDraftSchema = z.looseObject(byField(jobFields, draftSchemas));

/**
 * Parses the value of a job document. Violating the rules of a create (docs/api.md, "Job body") is an error in a new
 * job but a warning in an existing one, which may be older than the server's rules.
 */
export function readJobDraft(value: unknown, isNew: boolean, localizer: Localizer): DraftReading<JobDraft> {
  return readDraft<JobDraft>(JobDraftSchema, value, localizer, {
    severity: isNew ? 'error' : 'warning',
    check: draft => [
      ...ruleProblems(draft, localizer),
      ...nameProblems('peers', draft.peers ?? [], localizer.t),
    ],
  });
}

function ruleProblems(draft: JobDraft, { t }: Localizer): RuleProblem[] {
  const problems: RuleProblem[] = [];
  if ((draft.name ?? '').trim() === '') problems.push({ path: ['name'], text: t('A job needs a name.') });
  const reports = draft.reports ?? [];
  if (reports.length === 0 && (draft.policies ?? []).length === 0) {
    problems.push({ path: ['policies'], text: t('A job needs at least one policy or one report.') });
  }
  if (reports.length > 0 && (draft.report_formats ?? []).length === 0) {
    problems.push({
      path: ['report_formats'],
      text: t('A job with reports needs at least one report format, for example "pdf".'),
    });
  }
  return problems;
}

function isPlainName(name: string): boolean {
  return name !== '' && name === name.trim() && !/\p{Cc}/u.test(name);
}

/** Device names that are clearly mistakes: empty, surrounded by spaces, or with control characters. */
export function nameProblems(field: string, names: readonly string[], t: Localizer['t']): RuleProblem[] {
  if (names.every(isPlainName)) return [];
  return names.flatMap((name, index): RuleProblem[] => {
    const path = [field, index];
    if (name.trim() === '')
      return [{ path, severity: 'error', text: t('A device needs a host name or an address.') }];
    if (isPlainName(name)) return [];
    const text = t('This name has leading or trailing spaces, or control characters.');
    return [{ path, severity: 'warning', text }];
  });
}

/**
 * The body of a create: an empty schedule is left out, because it is optional and a server may reject
 * blank text (docs/api.md, "Job body").
 */
export function toJobCreate(draft: JobDraft): JobDraft {
  return toCreate(jobFields, draft);
}
