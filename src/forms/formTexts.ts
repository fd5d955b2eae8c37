import type { Field, FieldTable } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import { jobFields } from '../fields/jobFields.ts';
import { formFields, type ObjectKind, objectFields } from '../fields/objectFields.ts';
import { localizer } from '../platform/localize.ts';
import type { FormTexts } from '../protocol/formTexts.ts';
import type { FormRow } from '../protocol/hostMessages.ts';

/** The words of a form's page in the person's language. `{…}` is filled in by the page. */
export function formTexts(): FormTexts {
  const { t } = localizer;
  return {
    loading: t('Loading…'),
    general: t('General'),
    schedule: jobFields.params.label(localizer),
    targets: t('Targets'),
    devices: groupFields.server_set.label(localizer),
    work: t('Work'),
    nothingChosen: t('Nothing chosen.'),
    nothingFound: t('Nothing found.'),
    alreadyChosen: t('“{text}” is in the list already.'),
    useText: t('Add “{text}”'),
    useId: t('Add the id {text}'),
    idUnknown: t('id not known: find it'),
    notKnown: t('not known'),
    remove: t('Remove'),
    nameThis: t('Name…'),
    listKeys: t('Arrow keys move, Delete removes.'),
    listKeysNamed: t('Arrow keys move, Delete removes, F2 names.'),
    save: t('Save'),
    openJson: t('Open as JSON'),
    compare: t('Compare'),
    keepBoth: t('Keep Both'),
    overwrite: t('Overwrite'),
    takeServers: t("Take the Server's"),
    readAgain: t('Read Again'),
    unreadable: t('The text of this document cannot be shown as a form. Nothing was changed in it.'),
    error: t('Error'),
    warning: t('Warning'),
  };
}

/** The fields of a form, in the order of the table. */
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
