import type { FieldTable } from './field.ts';

/**
 * The fields of a job that the API documents, in its order. The read and write shapes, the JSON schema, the form and
 * the labels in messages are derived from this table; `docs/architecture.md` has the recipe for adding one.
 */
export const jobFields = {
  name: {
    holds: 'text',
    section: 'general',
    isRequired: true,
    label: ({ t }) => t('Name'),
    hover: ({ t }) => t('Name of the job. Required.'),
  },
  /** The schedule as RFC 5545 text, exactly as the server sent it; '' for no schedule. */
  params: {
    holds: 'text',
    isOmittedWhenBlank: true,
    section: 'schedule',
    label: ({ t }) => t('Schedule'),
    help: ({ t }) => t('RFC 5545 text, for example RRULE:FREQ=DAILY. Leave empty for no schedule.'),
    hover: ({ t }) =>
      t(
        'Schedule as RFC 5545 text with DTSTART, RRULE, EXRULE, RDATE and EXDATE lines. Leave empty for no schedule.',
      ),
  },
  enabled: {
    holds: 'flag',
    initial: true,
    section: 'general',
    label: ({ t }) => t('Enabled'),
    hover: ({ t }) => t('Whether the job is enabled.'),
  },
  run_on_start: {
    holds: 'flag',
    initial: false,
    section: 'general',
    label: ({ t }) => t('Run when a device is switched on'),
    hover: ({ t }) => t('Whether the job runs when a device is switched on.'),
  },
  groups: {
    holds: 'ids',
    section: 'targets',
    label: ({ t }) => t('Static groups'),
    addLabel: ({ t }) => t('Add a group by name or ID'),
    hover: ({ t }) => t('IDs of the static groups whose devices the job targets.'),
  },
  dynamic_groups: {
    holds: 'ids',
    isLabeled: true,
    section: 'targets',
    label: ({ t }) => t('Dynamic groups'),
    addLabel: ({ t }) => t('Add a dynamic group by ID or label'),
    hover: ({ t }) =>
      t('IDs of the dynamic groups that the job targets. The server resolves them to devices.'),
  },
  peers: {
    holds: 'devices',
    section: 'targets',
    label: ({ t }) => t('Devices'),
    addLabel: ({ t }) => t('Add devices by host name or address'),
    help: ({ t }) => t('Type to search, or paste a column of names.'),
    hover: ({ t }) => t('Host names or IP addresses of individual devices that the job targets.'),
  },
  policies: {
    holds: 'ids',
    isLabeled: true,
    section: 'work',
    label: ({ t }) => t('Policies'),
    addLabel: ({ t }) => t('Add a policy by ID or label'),
    hover: ({ t }) =>
      t('IDs of the policies that the job applies. A job needs at least one policy or one report.'),
  },
  reports: {
    holds: 'ids',
    isLabeled: true,
    section: 'work',
    label: ({ t }) => t('Reports'),
    addLabel: ({ t }) => t('Add a report by ID or label'),
    hover: ({ t }) => t('IDs of the reports that the job creates.'),
  },
  report_formats: {
    holds: 'names',
    examples: ['pdf', 'xlsx', 'csv', 'html'],
    section: 'work',
    onlyWith: 'reports',
    label: ({ t }) => t('Report formats'),
    addLabel: ({ t }) => t('Add a format'),
    hover: ({ t }) => t('Formats of the reports, for example pdf, xlsx, csv, html. Required with reports.'),
  },
} satisfies FieldTable;
