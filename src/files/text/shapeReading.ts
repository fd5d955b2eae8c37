import type * as z from 'zod';
import { type DraftProblem, shapeProblem } from '../../model/draftProblem.ts';
import type { Localizer } from '../../util/localizer.ts';

export interface ShapeReading<T> {
  /** `undefined` where the value does not have the shape. */
  readonly value: T | undefined;
  readonly problems: readonly DraftProblem[];
}

/** Reads a value of a file; its problems name what is expected where the shape is wrong. */
export function readShape<T>(schema: z.ZodType<T>, value: unknown, localizer: Localizer): ShapeReading<T> {
  const result = schema.safeParse(value);
  return result.success
    ? { value: result.data, problems: [] }
    : { value: undefined, problems: result.error.issues.flatMap(issue => issueProblems(issue, localizer)) };
}

function issueProblems(issue: z.core.$ZodIssue, localizer: Localizer): DraftProblem[] {
  if (issue.code !== 'unrecognized_keys') return [shapeProblem(issue, localizer)];
  const { path } = shapeProblem(issue, localizer);
  return issue.keys.map(key => ({
    path: [...path, key],
    severity: 'error',
    text: localizer.t('There is no field “{field}” here.', { field: key }),
  }));
}
