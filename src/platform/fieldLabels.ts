import { displayText } from '../util/displayText.ts';
import { localizer } from './localize.ts';

const { t } = localizer;

/** Labels of the fields that the API names, as in forms. */
const labels: ReadonlyMap<string, () => string> = new Map([
  ['name', () => t('Name')],
  ['dn', () => t('Distinguished name')],
  ['enabled', () => t('Enabled')],
  ['run_on_start', () => t('Run when a device is switched on')],
  ['params', () => t('Schedule')],
  ['groups', () => t('Static groups')],
  ['dynamic_groups', () => t('Dynamic groups')],
  ['peers', () => t('Devices')],
  ['server_set', () => t('Devices')],
  ['policies', () => t('Policies')],
  ['reports', () => t('Reports')],
  ['report_formats', () => t('Report formats')],
]);

/** What a person calls a field; fields that the API does not name are called as in the JSON. */
export function fieldLabel(field: string): string {
  return labels.get(field)?.() ?? displayText(field, 60);
}

export function fieldLabels(fields: readonly string[]): string {
  return fields.map(fieldLabel).join(', ');
}

/** Says of a conflict what is in conflict, in all places in the same words. */
export function changedMeanwhile(fields: readonly string[]): string {
  return t('Changed on the server since you began to edit: {fields}.', { fields: fieldLabels(fields) });
}

/** A place in the value of a document: the field, and which entry where it is a list. */
export function placeLabel(path: readonly (string | number)[]): string {
  const [field, index] = path;
  const label = fieldLabel(String(field));
  // Some servers name entries by strings of digits.
  const isEntry = /^\d{1,6}$/.test(String(index));
  return isEntry ? t('{field}, entry {number}', { field: label, number: Number(index) + 1 }) : label;
}
