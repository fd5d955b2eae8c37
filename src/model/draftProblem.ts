import * as z from 'zod/mini';
import { findDamagedFields } from '../util/damagedText.ts';
import type { Localizer } from '../util/localizer.ts';
import { isKeyOf } from '../util/tables.ts';

/** A problem in the value of a document; `path` locates it in the JSON. */
export interface DraftProblem {
  readonly path: readonly (string | number)[];
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

export interface DraftReading<Draft> {
  readonly draft: Draft | undefined;
  readonly problems: readonly DraftProblem[];
}

/** A problem that has the severity of its object's rules unless it sets its own. */
export type RuleProblem = Omit<DraftProblem, 'severity'> & Partial<Pick<DraftProblem, 'severity'>>;

/** The rules for a draft of the right shape, and the severity of breaking them. */
export interface DraftRules<Draft> {
  readonly severity: DraftProblem['severity'];
  readonly check: (draft: Draft) => readonly RuleProblem[];
}

/** Parses `value` with `schema` and checks its rules. Shape errors become problems in the user's language. */
export function readDraft<Draft>(
  schema: z.core.$ZodType<Draft>,
  value: unknown,
  localizer: Localizer,
  { severity, check }: DraftRules<Draft> = { severity: 'error', check: () => [] },
): DraftReading<Draft> {
  const result = z.safeParse(schema, value);
  if (!result.success)
    return { draft: undefined, problems: result.error.issues.map(issue => shapeProblem(issue, localizer)) };
  const found = check(result.data).map((finding): DraftProblem => ({ severity, ...finding }));
  return { draft: result.data, problems: [...found, ...damageProblems(value, localizer)] };
}

/** Only a warning: unchanged fields are not sent, so the damage stays here. */
function damageProblems(value: unknown, { t }: Localizer): DraftProblem[] {
  return findDamagedFields(value).map(key => ({
    path: [key],
    severity: 'warning',
    text: t('Some characters (�) in this text were damaged in transfer. Type them again before you save.'),
  }));
}

export function shapeProblem(issue: z.core.$ZodIssue, { t }: Localizer): DraftProblem {
  return {
    path: issue.path.filter(part => typeof part !== 'symbol'),
    severity: 'error',
    text: t('Expected {expected}.', { expected: expectation(issue, t) }),
  };
}

const typeTexts = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
} as const;

function expectation(issue: z.core.$ZodIssue, t: Localizer['t']): string {
  switch (issue.code) {
    case 'invalid_union':
      return t('an ID or a name');
    case 'invalid_value':
      return String(issue.values.map(value => JSON.stringify(value)));
    case 'invalid_format':
      return t('the path of a folder below this one');
    case 'invalid_type':
      return t(
        isKeyOf(typeTexts, issue.expected) ? typeTexts[issue.expected] : 'a non-negative whole number',
      );
    default:
      return issue.code === 'too_small' && issue.origin === 'string'
        ? t('non-empty text')
        : t('a non-negative whole number');
  }
}
