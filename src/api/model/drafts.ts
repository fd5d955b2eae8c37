import * as z from 'zod/mini';
import { findDamagedFields } from '../../base/json.ts';
import type { Localizer } from '../../base/localizer.ts';
import { isKeyOf } from '../../base/tables.ts';
import { byField } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import { jobFields } from '../fields/jobFields.ts';
import { brokenJobRules, isBlankName, ruleTexts } from './createRules.ts';
import { draftSchemas, toCreate } from './fieldShapes.ts';
import type { GroupDraft } from './group.ts';
import type { JobDraft } from './job.ts';
import { mostIssues, parseShape } from './mismatch.ts';

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
  const fields = { noName: 'name', noWork: 'policies', noFormat: 'report_formats' };
  return brokenJobRules(draft).map(rule => ({ path: [fields[rule]], text: t(ruleTexts[rule]) }));
}

function isPlainName(name: string): boolean {
  return name !== '' && name === name.trim() && !/\p{Cc}/u.test(name);
}

/** Device names that are clearly mistakes: empty, surrounded by spaces, or with control characters. */
function nameProblems(field: string, names: readonly string[], t: Localizer['t']): RuleProblem[] {
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

/** The write shape of a group (docs/api.md, "Group body"); a document may omit fields. */
export const GroupDraftSchema = z.looseObject(byField(groupFields, draftSchemas));

/** Parses the value of a group document; `name` is required (docs/api.md, "Group body"). */
export function readGroupDraft(value: unknown, localizer: Localizer): DraftReading<GroupDraft> {
  return readDraft<GroupDraft>(GroupDraftSchema, value, localizer, {
    severity: 'error',
    check: ({ name = '', server_set: devices = [] }) => [
      ...nameProblems('server_set', devices, localizer.t),
      ...(isBlankName(name) ? [{ path: ['name'], text: localizer.t('A group needs a name.') }] : []),
    ],
  });
}

/** The body of a create. An empty `dn` is omitted, so that the server generates one (decision 16). */
export function toGroupCreate(draft: GroupDraft): GroupDraft {
  return toCreate(groupFields, draft);
}

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
type RuleProblem = Omit<DraftProblem, 'severity'> & Partial<Pick<DraftProblem, 'severity'>>;

/** The rules for a draft of the right shape, and the severity of breaking them. */
interface DraftRules<Draft> {
  readonly severity: DraftProblem['severity'];
  readonly check: (draft: Draft) => readonly RuleProblem[];
}

/** Parses `value` with `schema` and checks its rules. Shape errors become problems in the user's language. */
function readDraft<Draft>(
  schema: z.core.$ZodType<Draft>,
  value: unknown,
  localizer: Localizer,
  { severity, check }: DraftRules<Draft>,
): DraftReading<Draft> {
  const { data, issues } = parseShape(schema, value);
  if (issues !== undefined)
    return { draft: undefined, problems: issues.map(issue => shapeProblem(issue, localizer)) };
  const found = check(data).map((finding): DraftProblem => ({ severity, ...finding }));
  return { draft: data, problems: mostSevere([...found, ...damageProblems(value, localizer)], localizer.t) };
}

/** As many problems as help anyone, errors first: one that is left out must not let a save through. */
function mostSevere(problems: readonly DraftProblem[], t: Localizer['t']): readonly DraftProblem[] {
  if (problems.length <= mostIssues) return problems;
  const isError = ({ severity }: DraftProblem) => severity === 'error';
  const ordered = [...problems.filter(isError), ...problems.filter(problem => !isError(problem))];
  const severity = ordered[mostIssues]?.severity ?? 'warning';
  return [
    ...ordered.slice(0, mostIssues),
    { path: [], severity, text: t('There are more problems than are listed here.') },
  ];
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
  const path = issue.path.filter(part => typeof part !== 'symbol');
  return { path, severity: 'error', text: shapeText(issue, path, t) };
}

function shapeText(issue: z.core.$ZodIssue, path: DraftProblem['path'], t: Localizer['t']): string {
  const isTooMany = issue.code === 'custom' && issue.params?.['mismatch'] === 'tooManyValues';
  if (isTooMany) return t('There are more problems than are listed here.');
  const isLong = issue.code === 'too_big' && (issue.origin === 'array' || issue.origin === 'string');
  if (!isLong) return t('Expected {expected}.', { expected: expectation(issue, t) });
  const words = {
    field: path.filter(part => typeof part === 'string').join('.'),
    count: String(issue.maximum),
  };
  return issue.origin === 'array'
    ? t('The list “{field}” can have at most {count} entries.', words)
    : t('A text in “{field}” can have at most {count} characters.', words);
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
    case 'invalid_key':
      return t('an ID as the name of the field');
    case 'invalid_format':
      return issue.path.at(-1) === 'fingerprint'
        ? t('the 16 hexadecimal digits that an export writes')
        : t('the path of a folder below this one');
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
