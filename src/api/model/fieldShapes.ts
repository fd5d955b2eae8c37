import * as z from 'zod/mini';
import { stringsOf } from '../../base/json.ts';
import type { ByField, Field, FieldTable, Holding, TableOf } from '../fields/field.ts';
import { type Device, DeviceWireSchema, matchNames, toDevice, writeNames } from './device.ts';
import { findChangedFields, sameText } from './difference.ts';
import { type Draft, onlyFields } from './draft.ts';
import { extraFieldsAreFew, findExtraFlaw } from './extraFields.ts';
import { customIssue, issueAt } from './mismatch.ts';

/** The read shape of a field. Missing values are filled in (decision 5), but a missing flag stays unknown. */
export interface ReadValues {
  readonly text: string;
  readonly flag: boolean | undefined;
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly devices: readonly Device[];
}

/** Its write shape (decision 13). */
export interface WrittenValues extends Omit<ReadValues, 'flag' | 'devices'> {
  readonly flag: boolean;
  readonly devices: readonly string[];
}

/** The shapes of fields as the server sends them: a field may be absent or `null`. */
export const wireSchemas = {
  text: z.pipe(
    z.nullish(z.string()),
    z.transform(value => value ?? ''),
  ),
  flag: z.pipe(
    z.nullish(z.boolean()),
    z.transform(value => value ?? undefined),
  ),
  ids: z.pipe(
    z.nullish(wireList(z.int(), isInteger)),
    z.transform((value): readonly number[] => value ?? []),
  ),
  names: z.pipe(
    z.nullish(wireList(z.string(), isText)),
    z.transform((value): readonly string[] => value ?? []),
  ),
  devices: z.pipe(
    z.nullish(wireList(DeviceWireSchema)),
    z.transform((value): readonly Device[] => (value ?? []).map(toDevice)),
  ),
};

export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The shapes of fields in documents, which may omit fields that they do not change. */
export const draftSchemas = {
  text: z.exactOptional(z.string()),
  flag: z.exactOptional(z.boolean()),
  ids: z.exactOptional(z.array(z.int().check(z.minimum(0)))),
  names: z.exactOptional(z.array(z.string())),
  devices: z.exactOptional(z.array(z.string())),
};

const writers: { readonly [Held in Holding]: (value: ReadValues[Held]) => WrittenValues[Held] | undefined } =
  {
    text: value => value,
    flag: value => value,
    ids: value => value,
    names: value => value,
    devices: writeNames,
  };

/** Converts the fields of a table from the read to the write shape; unknown flags are omitted. */
export function toDraft<Table extends TableOf<Table>>(table: Table, read: ByField<Table, ReadValues>): Draft {
  const draft: Record<string, unknown> = {};
  for (const name in table) {
    const value = written(table[name].holds, read[name]);
    if (value !== undefined) draft[name] = value;
  }
  return draft;
}

function written<Held extends Holding>(held: Held, value: ReadValues[Held]): WrittenValues[Held] | undefined {
  return writers[held](value);
}

export function emptyDraft(table: FieldTable): Draft {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, initialValue(field)]));
}

function initialValue(field: Field): unknown {
  if (field.holds === 'flag') return field.initial;
  return field.holds === 'text' ? '' : [];
}

/** The body of a create, without optional fields that are blank. */
export function toCreate<Body extends Draft>(table: FieldTable, draft: Body): Body | Draft {
  const entries = Object.entries(draft);
  const sent = entries.filter(([name, value]) => !isOmitted(table[name], value));
  return sent.length === entries.length ? draft : Object.fromEntries(sent);
}

function isOmitted(field: Field | undefined, value: unknown): boolean {
  if (field?.holds !== 'text' || !field.isOmittedWhenBlank) return false;
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/**
 * What a created object must reflect when the response to its create was lost: servers set undocumented fields
 * themselves, such as the time of the create, whatever a copy contains.
 */
export function onlyDocumented(table: FieldTable, draft: Draft): Draft {
  return onlyFields(draft, Object.keys(table));
}

/**
 * Fields of `sent` that the object does not reflect, checked when the response to a write was lost. Servers trim texts,
 * and may return devices under a different name than the one sent.
 */
export function unmetFields(
  table: FieldTable,
  sent: Draft,
  stored: Draft,
  devices: readonly Device[],
): string[] {
  return findChangedFields(stored, sent).filter(field => {
    const holds = table[field]?.holds;
    if (holds === 'text') return !sameText(sent[field], stored[field]);
    return holds !== 'devices' || !matchNames(devices, stringsOf(sent[field]));
  });
}

/**
 * Fields of `sent` that the server stored otherwise (decision 31): besides those of `unmetFields`, a line of text that
 * it trimmed. Of undocumented fields, a created object only has to have some value: servers set the time of the create
 * themselves, whatever a copy contains.
 */
export function otherwiseFields(
  table: FieldTable,
  sent: Draft,
  stored: Draft,
  { devices, isNew }: { readonly devices: readonly Device[]; readonly isNew: boolean },
): string[] {
  const isOwn = (field: string) => isNew && !Object.hasOwn(table, field) && Object.hasOwn(stored, field);
  const isLine = (value: unknown) => typeof value === 'string' && !/[\r\n]/.test(value);
  const isTrimmed = (field: string) =>
    isLine(sent[field]) && isLine(stored[field]) && sent[field] !== stored[field];
  const unmet = new Set(unmetFields(table, sent, stored, devices));
  return Object.keys(sent).filter(field => !isOwn(field) && (unmet.has(field) || isTrimmed(field)));
}

type Wire = Readonly<Record<string, unknown>>;

/** Undocumented fields must be few and shallow enough to be compared and written. */
export function extraChecks(known: ReadonlySet<string>) {
  const tooMany = { ...customIssue('tooManyValues'), abort: true };
  return [
    z.refine<Wire>(wire => extraFieldsAreFew(wire, known), tooMany),
    z.check<Wire>(({ value, issues }) => {
      const flaw = findExtraFlaw(value, known);
      if (flaw !== undefined) issues.push({ ...customIssue(flaw.code), path: flaw.path, input: value });
    }),
  ] as const;
}

const partSize = 256;

/**
 * The schema of a server's list. It checks the list in parts and stops at the first part with a mismatch, because zod
 * records every mismatch, which takes seconds for a million elements.
 */
export function wireList<T>(element: z.core.$ZodType<T>, isPlain?: (value: unknown) => value is T) {
  const part = z.array(element);
  const read = (values: unknown[], { issues }: z.core.ParsePayload): T[] => {
    // Long lists of plain values need no schema.
    if (isPlain !== undefined && values.every(isPlain)) return values;
    const found: T[] = [];
    for (let from = 0; from < values.length; from += partSize) {
      const result = part.safeParse(values.length <= partSize ? values : values.slice(from, from + partSize));
      if (!result.success) {
        for (const issue of result.error.issues.slice(0, 1)) {
          const [index, ...inner] = issue.path;
          issues.push({ ...issueAt([from + Number(index ?? 0), ...inner], issue), input: values });
        }
        return z.NEVER;
      }
      for (const value of result.data) found.push(value);
    }
    return found;
  };
  return z.pipe(z.array(z.unknown()), z.transform(read));
}
