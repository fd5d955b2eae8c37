import * as z from 'zod';
import { GroupDraftSchema } from '../model/groupDraft.ts';
import { JobDraftSchema, knownReportFormats } from '../model/jobDraft.ts';
import { localizer } from '../platform/localize.ts';
import { isRecord } from '../util/json.ts';
import type { ObjectKind } from './documentUri.ts';

const made = new Map<ObjectKind, string>();

/** JSON schema of job or group documents, made from the zod schema that reads them, with words for hovers. */
export function documentSchema(kind: ObjectKind): string {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const schema = z.toJSONSchema(kind === 'job' ? JobDraftSchema : GroupDraftSchema, { target: 'draft-7' });
  const text = JSON.stringify({ ...schema, properties: describe(schema.properties ?? {}, kind) });
  made.set(kind, text);
  return text;
}

function describe(properties: Readonly<Record<string, unknown>>, kind: ObjectKind): Record<string, unknown> {
  const texts = kind === 'job' ? jobTexts() : groupTexts();
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const schema = isRecord(property) ? property : {};
      const examples =
        name === 'report_formats' ? { items: { type: 'string', examples: knownReportFormats } } : {};
      return [name, { ...schema, ...examples, description: texts[name] ?? '' }];
    }),
  );
}

function jobTexts(): Readonly<Record<string, string>> {
  const { t } = localizer;
  return {
    name: t('Name of the job. Required.'),
    params: t(
      'Schedule as RFC 5545 text: lines of DTSTART, RRULE, EXRULE, RDATE, EXDATE. Empty: no schedule.',
    ),
    enabled: t('Whether the job is active.'),
    run_on_start: t('Whether the job runs when a device is switched on.'),
    groups: t('Ids of the static groups whose devices the job is for.'),
    dynamic_groups: t('Ids of the dynamic groups the job is for; the server resolves them.'),
    peers: t('Host names or IP addresses of single devices the job is for.'),
    policies: t('Ids of the policies the job applies. A job needs at least one policy or one report.'),
    reports: t('Ids of the reports the job makes.'),
    report_formats: t('Formats of the reports, for example pdf, xlsx, csv, html. Required with reports.'),
  };
}

function groupTexts(): Readonly<Record<string, string>> {
  const { t } = localizer;
  return {
    name: t('Name of the group. Required.'),
    dn: t('Distinguished name of the group. Left out when empty: the server then makes one from the name.'),
    server_set: t('Host names of the devices in the group. Saving a change replaces the whole list.'),
  };
}
