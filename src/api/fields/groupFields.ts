import type { FieldTable } from './field.ts';

/** The fields of a group that the API documents; see `jobFields`. */
export const groupFields = {
  name: {
    holds: 'text',
    section: 'general',
    isRequired: true,
    label: ({ t }) => t('Name'),
    hover: ({ t }) => t('Name of the group. Required.'),
  },
  dn: {
    holds: 'text',
    isOmittedWhenBlank: true,
    section: 'general',
    label: ({ t }) => t('Distinguished name'),
    help: ({ t }) => t('If empty, it is not sent, and the server derives one from the name.'),
    hover: ({ t }) =>
      t(
        'Distinguished name of the group. If empty, it is not sent, and the server derives one from the name.',
      ),
  },
  server_set: {
    holds: 'devices',
    section: 'devices',
    label: ({ t }) => t('Devices'),
    addLabel: ({ t }) => t('Add devices by host name or address'),
    help: ({ t }) => t('Type to search, or paste a column of names.'),
    hover: ({ t }) => t('Host names of the devices in the group. Saving a change replaces the whole list.'),
  },
} satisfies FieldTable;
