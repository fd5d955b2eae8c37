import type * as z from 'zod';
import { damagedFields } from '../util/damagedText.ts';
import type { Localizer } from '../util/localizer.ts';

/** What is wrong with a document's value, and where: `path` leads to it through the JSON. */
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
  schema: z.ZodType<Draft>,
  value: unknown,
  localizer: Localizer,
): DraftReading<Draft> {
  const result = schema.safeParse(value);
  return result.success
    ? { draft: result.data, problems: damageProblems(value, localizer) }
    : { draft: undefined, problems: result.error.issues.map(issue => shapeProblem(issue, localizer)) };
}

/** A warning only: unchanged fields are not sent, so their form here does no harm. */
function damageProblems(value: unknown, { t }: Localizer): DraftProblem[] {
  return damagedFields(value).map(key => ({
    path: [key],
    severity: 'warning',
    text: t('Some characters (�) of this text were damaged in transfer. Type them again before you save.'),
  }));
}

function shapeProblem(issue: z.core.$ZodIssue, { t }: Localizer): DraftProblem {
  return {
    path: issue.path.filter(part => typeof part !== 'symbol'),
    severity: 'error',
    text: t('Expected {expected}.', { expected: expectation(issue, t) }),
  };
}

function expectation(issue: z.core.$ZodIssue, t: Localizer['t']): string {
  if (issue.code !== 'invalid_type') return t('a whole number that is not negative');
  switch (issue.expected) {
    case 'string':
      return t('text');
    case 'boolean':
      return t('true or false');
    case 'array':
      return t('a list');
    case 'object':
      return t('a JSON object');
    default:
      return t('a whole number that is not negative');
  }
}
