import { isRecord } from '../../../base/json.ts';
import type { DemoContext } from './call.ts';
import { type FieldProblem, type FieldProblems, invalid } from './reply.ts';
import type { DeviceRecord } from './world.ts';

/** A value from a request body, or its error in the REST framework's words. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: FieldProblem };

export type Reader<T> = (raw: unknown) => Read<T>;

const largestId = 2_147_483_647;

function good<T>(value: T): Read<T> {
  return { ok: true, value };
}

function bad(...sentences: readonly string[]): Read<never> {
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
export function readListOf<T>(item: Reader<T>): Reader<readonly T[]> {
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
function pythonType(raw: unknown): string {
  if (raw === null) return 'NoneType';
  if (Array.isArray(raw)) return 'list';
  if (typeof raw === 'number') return Number.isInteger(raw) ? 'int' : 'float';
  if (typeof raw === 'string') return 'str';
  return typeof raw === 'boolean' ? 'bool' : 'dict';
}

/**
 * Reads the fields of a request body. A missing field has its value from `base`, unless it is required; the errors of
 * all fields are thrown together.
 */
export function readFields<Values extends object>(
  body: unknown,
  readers: { readonly [Name in keyof Values]: Reader<Values[Name]> },
  base: Values,
  required: readonly string[],
): Values {
  if (!isRecord(body))
    throw invalid({
      non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(body)}.`],
    });
  const problems: FieldProblems = {};
  const values = { ...base };
  for (const name in readers) {
    if (!Object.hasOwn(body, name)) {
      if (required.includes(name)) problems[name] = ['This field is required.'];
      continue;
    }
    const read = readers[name](body[name]);
    if (read.ok) values[name] = read.value;
    else problems[name] = read.problem;
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return values;
}

type DeviceContext = Pick<DemoContext, 'world' | 'variant'>;

/** Host names or addresses that refer to devices in requests. */
export function deviceNames({ world, variant }: DeviceContext): Reader<readonly string[]> {
  const names = readListOf(shortText(255));
  return raw => {
    const read = names(raw);
    if (!read.ok || variant.newDevice) return read;
    const unknown = read.value.find(name => !world.findDevice(name));
    return unknown === undefined ? read : bad(`Device "${unknown}" not found.`);
  };
}

/** Only called for a valid request, because it may create devices. */
export function deviceIds(names: readonly string[], context: DeviceContext): readonly number[] {
  return [...new Set(names.flatMap(name => deviceNamed(name, context)?.id ?? []))];
}

function deviceNamed(name: string, { world, variant }: DeviceContext): DeviceRecord | undefined {
  const known = world.findDevice(name);
  if (known || !variant.newDevice) return known;
  return world.addDevice(variant.newDevice(world.devices.nextId(), name));
}
