import { fieldRow } from '../fields/objectFields.ts';
import { displayText } from '../util/displayText.ts';
import { localizer, t } from './localize.ts';

/** The label of a field; undocumented fields keep their JSON name. */
function fieldLabel(field: string): string {
  return fieldRow(field)?.label(localizer) ?? displayText(field, 60);
}

export function fieldLabels(fields: readonly string[]): string {
  return fields.map(fieldLabel).join(', ');
}

/** Names the fields in conflict, in the same words everywhere. */
export function changedFieldsText(fields: readonly string[]): string {
  return t('Changed on the server since you started editing: {fields}.', { fields: fieldLabels(fields) });
}

/** Describes a path in a document's value: the field, and the entry for a list. */
export function placeLabel(path: readonly (string | number)[]): string {
  const [field, index] = path;
  const label = fieldLabel(String(field));
  // Some servers use digits as keys of entries.
  const isEntry = /^\d{1,6}$/.test(String(index));
  return isEntry ? t('{field}, entry {number}', { field: label, number: Number(index) + 1 }) : label;
}
