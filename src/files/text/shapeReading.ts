import * as z from 'zod/mini';
import { shapeProblem } from '../../model/drafts.ts';
import { isRecord } from '../../util/json.ts';
import type { Localizer } from '../../util/localizer.ts';
import type { PlacedProblem } from './fileText.ts';

export interface ShapeReading<T> {
  /** `undefined` if the value does not have the expected shape. */
  readonly value: T | undefined;
  readonly problems: readonly PlacedProblem[];
}

/** Checks a value of a file against a schema; problems say what was expected. */
export function readShape<T>(
  schema: z.core.$ZodType<T>,
  value: unknown,
  localizer: Localizer,
): ShapeReading<T> {
  const result = z.safeParse(schema, value);
  return result.success
    ? { value: result.data, problems: [] }
    : {
        value: undefined,
        problems: result.error.issues.flatMap(issue => issueProblems(issue, value, localizer)),
      };
}

function issueProblems(issue: z.core.$ZodIssue, value: unknown, localizer: Localizer): PlacedProblem[] {
  const problem = shapeProblem(issue, localizer);
  const { path } = problem;
  if (issue.code !== 'unrecognized_keys')
    return [isMissing(value, path) ? { ...problem, text: missingText(path, localizer) } : problem];
  return issue.keys.map(key => ({
    path: [...path, key],
    severity: 'error',
    isOfName: true,
    text: localizer.t('There is no field “{field}” here.', { field: key }),
  }));
}

/** Whether the path ends at a field that is missing from its object. */
function isMissing(value: unknown, [key, ...rest]: PlacedProblem['path']): boolean {
  if (!isRecord(value) || key === undefined) return false;
  return rest.length === 0 ? !Object.hasOwn(value, key) : isMissing(value[key], rest);
}

function missingText(path: PlacedProblem['path'], { t }: Localizer): string {
  return t('The field “{field}” is missing.', { field: path.join('.') });
}
