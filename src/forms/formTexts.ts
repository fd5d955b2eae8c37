import type { Field, FieldTable } from '../fields/field.ts';
import { formFields, type ObjectKind, objectFields } from '../fields/objectFields.ts';
import { localizer, t } from '../platform/localize.ts';
import { type FormTexts, formWords } from '../protocol/formTexts.ts';
import type { FormRow } from '../protocol/hostMessages.ts';
import { mapTable } from '../util/tables.ts';

export function formTexts(): FormTexts {
  return mapTable(formWords, key => t(formWords[key]));
}

/** The fields of a form, in table order. */
export function formRows(kind: ObjectKind): FormRow[] {
  const table: FieldTable = objectFields[kind];
  return formFields.flatMap(field => {
    const row = table[field];
    return row === undefined ? [] : [{ field, ...rowParts(row) }];
  });
}

function rowParts(row: Field): Omit<FormRow, 'field'> {
  return {
    section: row.section,
    label: row.label(localizer),
    help: row.help?.(localizer) ?? '',
    addLabel: 'addLabel' in row ? row.addLabel(localizer) : '',
    isRequired: row.isRequired === true,
    ...('onlyWith' in row ? { onlyWith: row.onlyWith } : {}),
  };
}
