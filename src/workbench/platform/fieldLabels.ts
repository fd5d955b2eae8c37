import { fieldLabel } from '../../api/fields/objectFields.ts';
import { localizer, t } from './localize.ts';

export function fieldLabels(fields: readonly string[]): string {
  return fields.map(field => fieldLabel(field, localizer)).join(', ');
}

/** Names the fields in conflict, in the same words everywhere. */
export function changedFieldsText(fields: readonly string[]): string {
  return t('Changed on the server since you started editing: {fields}.', { fields: fieldLabels(fields) });
}
