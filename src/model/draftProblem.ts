import * as z from 'zod/mini';
import { damagedFields } from '../util/damagedText.ts';
import type { Localizer } from '../util/localizer.ts';

/** A problem in a document's value; `path` is its place in the JSON. */
export interface DraftProblem {
  readonly path: readonly (string | number)[];
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** The result of reading a document: the draft is there unless its shape is wrong. */
export interface DraftReading<Draft> {
  readonly draft: Draft | undefined;
  readonly problems: readonly DraftProblem[];
}

/** Reads `value` by `schema`; shape errors become problems in the user's language. */
export function readDraft<Draft>(
  schema: z.core.$ZodType<Draft>,
  value: unknown,
  localizer: Localizer,
): DraftReading<Draft> {
  const result = z.safeParse(schema, value);
  return result.success
    ? { draft: result.data, problems: damageProblems(value, localizer) }
    : { draft: undefined, problems: result.error.issues.map(issue => shapeProblem(issue, localizer)) };
}

/** A warning only: unchanged fields are not sent, so their form here does no harm. */
function damageProblems(value: unknown, { t }: Localizer): DraftProblem[] {
  return damagedFields(value).map(key => ({
    path: [key],
    severity: 'warning',
    text: t('Some characters (�) in this text were damaged in transfer. Type them again before you save.'),
  }));
}

/** The expected shape of a value that has another one. */
export function shapeProblem(issue: z.core.$ZodIssue, { t }: Localizer): DraftProblem {
  return {
    path: issue.path.filter(part => typeof part !== 'symbol'),
    severity: 'error',
    text: t('Expected {expected}.', { expected: expectation(issue, t) }),
  };
}

function expectation(issue: z.core.$ZodIssue, t: Localizer['t']): string {
  switch (issue.code) {
    case 'invalid_union':
      return t('an ID or a name');
    case 'invalid_value':
      return String(issue.values.map(value => JSON.stringify(value)));
    case 'invalid_format':
      return t('the path of a folder below this one');
    case 'invalid_type':
      return typeExpectation(issue.expected, t);
    default:
      return issue.code === 'too_small' && issue.origin === 'string' ? t('non-empty text') : wholeNumber(t);
  }
}

function typeExpectation(expected: string, t: Localizer['t']): string {
  switch (expected) {
    case 'string':
      return t('text');
    case 'boolean':
      return t('true or false');
    case 'array':
      return t('a list');
    case 'object':
    case 'record':
      return t('a JSON object');
    default:
      return wholeNumber(t);
  }
}

function wholeNumber(t: Localizer['t']): string {
  return t('a non-negative whole number');
}
