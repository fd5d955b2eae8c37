import type * as z from 'zod';
import type { DraftProblem } from '../../model/draftProblem.ts';
import type { Localizer } from '../../util/localizer.ts';

export interface ShapeReading<T> {
  /** `undefined` where the value does not have the shape. */
  readonly value: T | undefined;
  readonly problems: readonly DraftProblem[];
}

/** Reads a value of a file; says what is expected where it has another shape. */
export function readShape<T>(schema: z.ZodType<T>, value: unknown, localizer: Localizer): ShapeReading<T> {
  const result = schema.safeParse(value);
  return result.success
    ? { value: result.data, problems: [] }
    : { value: undefined, problems: result.error.issues.flatMap(issue => issueProblems(issue, localizer)) };
}

function issueProblems(issue: z.core.$ZodIssue, localizer: Localizer): DraftProblem[] {
  const path = issue.path.filter(part => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({
      path: [...path, key],
      severity: 'error',
      text: localizer.t('There is no field “{field}” here.', { field: key }),
    }));
  }
  const text = localizer.t('Expected {expected}.', { expected: expectation(issue, localizer) });
  return [{ path, severity: 'error', text }];
}

function expectation(issue: z.core.$ZodIssue, { t }: Localizer): string {
  if (issue.code === 'invalid_union') return t('an ID or a name');
  if (issue.code === 'invalid_value') return String(issue.values.map(value => JSON.stringify(value)));
  if (issue.code === 'invalid_format') return t('the path of a folder below this one');
  if (issue.code === 'too_small') return t('text that is not empty');
  if (issue.code !== 'invalid_type') return t('a whole number that is not negative');
  switch (issue.expected) {
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
      return t('a whole number that is not negative');
  }
}
