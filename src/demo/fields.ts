import type { FieldProblem } from './problem.ts';

/** A value from a request body, or its error in the REST framework's words. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: FieldProblem };

export type Reader<T> = (raw: unknown) => Read<T>;

const largestId = 2_147_483_647;

function good<T>(value: T): Read<T> {
  return { ok: true, value };
}

export function bad(...sentences: readonly string[]): Read<never> {
  return { ok: false, problem: sentences };
}

export const anything: Reader<unknown> = raw => good(raw);

function notNull<T>(reader: Reader<T>): Reader<T> {
  return raw => (raw === null ? bad('This field may not be null.') : reader(raw));
}

export const boolean = notNull(raw =>
  typeof raw === 'boolean' ? good(raw) : bad('Must be a valid boolean.'),
);

/** Stored unchanged, blank allowed. */
export const text = notNull(raw => (typeof raw === 'string' ? good(raw) : bad('Not a valid string.')));

/** Trimmed and not blank, like the name field of a model. */
export function shortText(maxLength: number): Reader<string> {
  return raw => {
    const read = text(raw);
    if (!read.ok) return read;
    const trimmed = read.value.trim();
    if (trimmed === '') return bad('This field may not be blank.');
    // Python counts code points, JavaScript counts UTF-16 units.
    const length = [...trimmed].length;
    return length > maxLength
      ? bad(`Ensure this field has no more than ${maxLength} characters.`)
      : good(trimmed);
  };
}

export const id = notNull(raw => {
  if (typeof raw !== 'number' || !Number.isInteger(raw)) return bad('A valid integer is required.');
  if (raw > largestId) return bad(`Ensure this value is less than or equal to ${largestId}.`);
  return raw < 1 ? bad('Ensure this value is greater than or equal to 1.') : good(raw);
});

/** Keys of another table. As in the REST framework, the first invalid key is reported for the list as a whole. */
export function keys(exists: (id: number) => boolean): Reader<readonly number[]> {
  return raw => {
    if (!Array.isArray(raw)) return notAList(raw);
    const items: readonly unknown[] = raw;
    for (const item of items) {
      if (typeof item !== 'number' || !Number.isInteger(item)) {
        return bad(`Incorrect type. Expected pk value, received ${pythonType(item)}.`);
      }
      if (!exists(item)) return bad(`Invalid pk "${item}" - object does not exist.`);
    }
    return good(items.filter(item => typeof item === 'number'));
  };
}

/** Errors of items are reported by their index in the list. */
export function readList<T>(item: Reader<T>): Reader<readonly T[]> {
  return raw => {
    if (!Array.isArray(raw)) return notAList(raw);
    const values: T[] = [];
    const problems: Record<string, FieldProblem> = {};
    raw.forEach((rawItem: unknown, place) => {
      const read = item(rawItem);
      if (read.ok) values.push(read.value);
      else problems[place] = read.problem;
    });
    return Object.keys(problems).length > 0 ? { ok: false, problem: problems } : good(values);
  };
}

export function notEmpty<T>(list: Reader<readonly T[]>): Reader<readonly T[]> {
  return raw => {
    const read = list(raw);
    return read.ok && read.value.length === 0 ? bad('This list may not be empty.') : read;
  };
}

function notAList(raw: unknown): Read<never> {
  if (raw === null) return bad('This field may not be null.');
  return bad(`Expected a list of items but got type "${pythonType(raw)}".`);
}

/** The server's messages contain the names of Python types. */
export function pythonType(raw: unknown): string {
  if (raw === null) return 'NoneType';
  if (Array.isArray(raw)) return 'list';
  if (typeof raw === 'number') return Number.isInteger(raw) ? 'int' : 'float';
  if (typeof raw === 'string') return 'str';
  return typeof raw === 'boolean' ? 'bool' : 'dict';
}
