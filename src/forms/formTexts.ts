import type { Field, FieldTable } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import { jobFields } from '../fields/jobFields.ts';
import { formFields, type ObjectKind, objectFields } from '../fields/objectFields.ts';
import { localizer } from '../platform/localize.ts';
import type { FormTexts } from '../protocol/formTexts.ts';
import type { FormRow } from '../protocol/hostMessages.ts';

/** The texts of a form's page in the user's language. The page fills in `{…}`. */
export function formTexts(): FormTexts {
  const { t } = localizer;
  return {
    loading: t('Loading…'),
    general: t('General'),
    schedule: jobFields.params.label(localizer),
    targets: t('Targets'),
    devices: groupFields.server_set.label(localizer),
    work: t('Work'),
    nothingChosen: t('Nothing selected.'),
    nothingFound: t('Nothing found.'),
    alreadyChosen: t('“{text}” is already in the list.'),
    notIds: t('Not an ID, so not added: {text}'),
    useText: t('Add “{text}”'),
    useId: t('Add ID {text}'),
    idUnknown: t('ID unknown: find it'),
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
    takeServers: t('Use Server Version'),
    readAgain: t('Read Again'),
    unreadable: t('This document cannot be shown as a form. It was not changed.'),
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
