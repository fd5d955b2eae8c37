import * as z from 'zod/mini';
import { isRecord } from '../../base/json.ts';

export type ValueKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'array'
  | 'object'
  | 'null'
  | 'undefined';

const ValueMismatchSchema = z.enum([
  'value',
  'tooSmall',
  'tooLarge',
  'tooDeep',
  'tooManyValues',
  'notANumber',
]);
type ValueMismatch = z.infer<typeof ValueMismatchSchema>;

/** Where and how a value deviates from the expected shape. The sentence is written where it is shown. */
export type Mismatch = { readonly path: string } & (
  | { readonly code: 'kind'; readonly expected: ValueKind; readonly received: ValueKind }
  | { readonly code: ValueMismatch | 'resultsMissing' | 'badNextLink' }
);

export function customIssue(mismatch: ValueMismatch) {
  return { code: 'custom' as const, params: { mismatch } };
}

type Parsed<T> =
  | { readonly data: T; readonly issues: undefined }
  | { readonly data: undefined; readonly issues: readonly z.core.$ZodIssue[] };

export const mostIssues = 1_000;

/** Parses a value in which anything may be wrong, any number of times. */
export function parseShape<T>(schema: z.core.$ZodType<T>, value: unknown): Parsed<T> {
  try {
    const { success, data, error } = z.safeParse(schema, value);
    if (success) return { data, issues: undefined };
    const { issues } = error;
    return {
      data: undefined,
      issues: issues.length > mostIssues ? [...issues.slice(0, mostIssues), tooMany] : issues,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { data: undefined, issues: [...firstIssues(schema, value), tooMany] };
  }
}

/**
 * The issues of the first part of long lists that has any. zod passes all issues of a list as arguments of one call,
 * which overflows the stack if there are a hundred thousand.
 */
function firstIssues(schema: z.core.$ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  const end = longestIn(value);
  // A thousand lists of a thousand wrong values are too many as well.
  for (const size of [mostIssues, 30]) {
    try {
      for (let from = 0; from < end; from += size) {
        const { error } = z.safeParse(schema, partOf(value, from, size));
        if (error !== undefined)
          return error.issues
            .slice(0, mostIssues)
            .map(issue => ({ ...issue, path: pathInWhole(value, issue.path, from, size) }));
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return [];
}

/** No schema looks deeper into a value. */
const deepestList = 8;

/** The length of the longest list or object in a value. */
function longestIn(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > deepestList) return 0;
  const lengthOf = (member: unknown) => longestIn(member, depth + 1);
  const members = Object.values(value);
  return members.reduce<number>((longest, member) => Math.max(longest, lengthOf(member)), members.length);
}

/** The value with a part of each list and object that is longer than `size`. */
function partOf(value: unknown, from: number, size: number, depth = 0): unknown {
  if (depth > deepestList) return value;
  const part = <T>(members: readonly T[]) =>
    members.length > size ? members.slice(from, from + size) : members;
  if (Array.isArray(value)) return part(value).map(member => partOf(member, from, size, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    part(Object.entries(value)).map(([key, member]) => [key, partOf(member, from, size, depth + 1)]),
  );
}

/** A path in a part of a value, as a path in the whole. */
function pathInWhole(
  value: unknown,
  path: readonly PropertyKey[],
  from: number,
  size: number,
): PropertyKey[] {
  return path.map((key, depth) => {
    if (typeof key !== 'number') return key;
    const list = valueAt(value, path.slice(0, depth));
    return Array.isArray(list) && list.length > size ? from + key : key;
  });
}

const tooMany: z.core.$ZodIssue = {
  ...customIssue('tooManyValues'),
  path: [],
  message: 'More values are wrong than are listed',
};

const expectedKinds: Readonly<Record<string, ValueKind>> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  record: 'object',
  null: 'null',
  undefined: 'undefined',
};

export function firstMismatch({ issues }: z.core.$ZodError, value: unknown): Mismatch {
  const [issue] = issues;
  return issue === undefined ? { path: '', code: 'value' } : mismatchOf(issue, value);
}

function mismatchOf(issue: z.core.$ZodIssue, value: unknown): Mismatch {
  const path = jsonPath(issue.path);
  const expected = issue.code === 'invalid_type' ? expectedKinds[issue.expected] : undefined;
  return expected === undefined
    ? { path, code: valueMismatch(issue) }
    : { path, code: 'kind', expected, received: kindOf(valueAt(value, issue.path)) };
}

/** Moves an issue to a place inside a larger value. */
export function issueAt(path: PropertyKey[], issue: z.core.$ZodIssue) {
  return issue.code === 'invalid_type'
    ? { ...issue, input: undefined, path }
    : { ...customIssue(valueMismatch(issue)), path };
}

function valueMismatch(issue: z.core.$ZodIssue): ValueMismatch {
  switch (issue.code) {
    case 'too_small':
      return 'tooSmall';
    case 'too_big':
      return 'tooLarge';
    case 'custom':
      return ValueMismatchSchema.safeParse(issue.params?.['mismatch']).data ?? 'value';
    default:
      return 'value';
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function kindOf(value: unknown): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'undefined'
    ? kind
    : 'object';
}

/** Formats keys as a path: `results[3].name`. */
function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  );
}
