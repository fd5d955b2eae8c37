import { displayText } from '../../base/displayText.ts';
import type { Localizer } from '../../base/localizer.ts';
import { isKeyOf, keysOf } from '../../base/tables.ts';
import type { Field, FieldTable, Holding, NameHolding } from './field.ts';
import { groupFields } from './groupFields.ts';
import { jobFields } from './jobFields.ts';

/** The kinds of objects that documents and forms show, with their fields. */
export const objectFields = { job: jobFields, group: groupFields } satisfies Record<string, FieldTable>;
export type ObjectKind = keyof typeof objectFields;

type JobFields = typeof jobFields;
type GroupFields = typeof groupFields;
type NameOf<Held extends Holding> = NameHolding<JobFields, Held> | NameHolding<GroupFields, Held>;

export type TextField = NameOf<'text'>;
export type FlagField = NameOf<'flag'>;
export type IdListField = NameOf<'ids'>;
export type NameListField = NameOf<'names' | 'devices'>;
export type ListField = IdListField | NameListField;
type JobListField = Extract<ListField, keyof JobFields>;
export type FormField = TextField | FlagField | ListField;

/** Lists of IDs for which the API returns no names; the user can name them (decision 23). */
export type LabeledField = {
  [Name in keyof JobFields]: JobFields[Name] extends { readonly isLabeled: true } ? Name : never;
}[keyof JobFields];

/** The field that holds an object's devices. */
export const deviceFields = { job: 'peers', group: 'server_set' } as const satisfies {
  readonly job: NameHolding<JobFields, 'devices'>;
  readonly group: NameHolding<GroupFields, 'devices'>;
};

/** A member of a list: an ID, or a host name, address or format. */
export type ListItem = number | string;

/** Fields with the same name are alike in both tables, except for their hovers. */
const rows: Readonly<Record<FormField, Field>> = { ...groupFields, ...jobFields };

export function isTextField(field: FormField): field is TextField {
  return rows[field].holds === 'text';
}

export function isFlagField(field: FormField): field is FlagField {
  return rows[field].holds === 'flag';
}

export function isIdList(field: FormField): field is IdListField {
  return rows[field].holds === 'ids';
}

export function isNameList(field: FormField): field is NameListField {
  return rows[field].holds === 'names' || holdsDevices(field);
}

function isJobList(field: FormField): field is JobListField {
  return isList(field) && Object.hasOwn(jobFields, field);
}

function isList(field: FormField): field is ListField {
  return isIdList(field) || isNameList(field);
}

export function isLabeled(field: string): field is LabeledField {
  const row = fieldRow(field);
  return row !== undefined && 'isLabeled' in row && row.isLabeled === true;
}

export function holdsDevices(field: FormField): boolean {
  return rows[field].holds === 'devices';
}

export const formFields = keysOf(rows);
export const textFields = formFields.filter(isTextField);
export const flagFields = formFields.filter(isFlagField);
export const idListFields = formFields.filter(isIdList);
export const nameListFields = formFields.filter(isNameList);
export const listFields = formFields.filter(isList);
/** The list fields of a job, in the order of its documents. */
export const jobListFields = formFields.filter(isJobList);
export const labeledFields = formFields.filter(isLabeled);

/** The row of a field; `undefined` for a field that the API does not document. */
export function fieldRow(field: string): Field | undefined {
  return isKeyOf(rows, field) ? rows[field] : undefined;
}

/** The label of a field; undocumented fields keep their JSON name. */
export function fieldLabel(field: string, localizer: Localizer): string {
  return fieldRow(field)?.label(localizer) ?? displayText(field, 60);
}

/** Describes a path in an object: the field, and the entry for a list. */
export function placeLabel([field, index]: readonly (string | number)[], localizer: Localizer): string {
  const label = fieldLabel(String(field), localizer);
  // Some servers use digits as keys of entries.
  const isEntry = /^\d{1,6}$/.test(String(index));
  return isEntry
    ? localizer.t('{field}, entry {number}', { field: label, number: Number(index) + 1 })
    : label;
}

/** The ID in typed text, `12` or `#12`. */
export function readTypedId(text: string): number | undefined {
  const digits = /^\s*#?(\d{1,15})\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
