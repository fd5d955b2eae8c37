import { dateAndTimeWithUtc } from '../../../base/clockFormat.ts';
import { createRedactor } from '../../../base/redact.ts';
import { connectionRows } from './connectionRows.ts';
import { readingRows } from './readingRows.ts';
import { type DoctorOptions, type ReportRow, type ReportSection, reportText } from './reportText.ts';

/** `Date` has a resolution of one second, so smaller differences are not measurable. */
const noticeableSkewMs = 2_000;
const troublingSkewMs = 60_000;

/** Checks the connection and every read operation step by step. Writes nothing to the server. */
export async function doctorSections(options: DoctorOptions): Promise<readonly ReportSection[]> {
  const { t } = options.localizer;
  const connection = await connectionRows(options);
  const readings = await readingRows(options);
  return [
    { title: t('Connection'), rows: connection },
    { title: t('Read operations'), rows: readings },
    { title: t('Time'), rows: [clockRow(options)] },
    { title: t('Server settings'), rows: settingRows(options) },
    { title: t('Versions'), rows: notes(options.versions) },
  ];
}

export function doctorText(sections: readonly ReportSection[], options: DoctorOptions): string {
  const { server, localizer, secrets } = options;
  const paths = [server.caFile, server.clientCertificateFile, server.clientKeyFile];
  const head = [
    localizer.t('Connection report for “{server}” ({url})', { server: server.name, url: server.url }),
    dateAndTimeWithUtc(Date.now(), localizer.language),
    '',
    summary(sections, options),
  ];
  return reportText(head, sections, createRedactor([...secrets, ...paths]));
}

export interface ConnectionCheck {
  readonly passed: boolean;
  readonly text: string;
}

export async function doctorReport(options: DoctorOptions): Promise<ConnectionCheck> {
  const sections = await doctorSections(options);
  return { passed: hasPassed(sections), text: doctorText(sections, options) };
}

export function hasPassed(sections: readonly ReportSection[]): boolean {
  return sections.every(({ rows }) => rows.every(({ result }) => result !== 'failed'));
}

function summary(sections: readonly ReportSection[], { localizer: { t } }: DoctorOptions): string {
  const bad = sections.flatMap(({ rows }) => rows.filter(row => row.result === 'failed'));
  return bad.length === 0
    ? t('All checks passed.')
    : t('Problems: {labels}.', { labels: bad.map(row => row.label).join(', ') });
}

/** How far the server's clock, which its schedules follow, is off. */
function clockRow({ responses, localizer }: DoctorOptions): ReportRow {
  const { t, language } = localizer;
  const label = t('Server clock');
  const response = responses.findLast(({ serverTimeMs }) => serverTimeMs !== undefined);
  if (response?.serverTimeMs === undefined) return { label, result: 'info', text: t('not reported') };
  // Assumes that the response was created half-way, and in the middle of the second in its `Date`.
  const hereMs = (response.sentAtMs + response.receivedAtMs) / 2;
  const skewMs = response.serverTimeMs + 500 - hereMs;
  const time = dateAndTimeWithUtc(response.serverTimeMs, language);
  if (Math.abs(skewMs) < noticeableSkewMs)
    return { label, result: 'passed', text: t('{time}, same as this computer', { time }) };
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  const result = Math.abs(skewMs) < troublingSkewMs ? 'info' : 'failed';
  const text =
    skewMs > 0
      ? t('{time}, {seconds} s ahead of this computer', { time, seconds })
      : t('{time}, {seconds} s behind this computer', { time, seconds });
  return { label, result, text };
}

/** Values that may be private, such as paths, are only reported as "set". */
function settingRows({ server, localizer: { t } }: DoctorOptions): ReportRow[] {
  const set = (value: unknown) => (value === undefined ? t('none') : t('set'));
  const rows: readonly (readonly [string, string])[] = [
    [t('CA file'), set(server.caFile)],
    [t('Trusted certificate'), set(server.certificate)],
    [t('Client certificate'), set(server.clientCertificateFile)],
    [t('Extra headers'), set(server.headers ?? server.headersCommand)],
    [t('Timeout'), t('{count} s', { count: server.timeoutSeconds ?? 30 })],
    [t('Job list query'), Object.keys(server.jobListQuery ?? {}).join(', ') || t('none')],
    [t('Time zone'), server.timeZone ?? t('not known')],
    [t('Read-only'), server.readOnly ? t('yes') : t('no')],
    [t('Production'), server.production ? t('yes') : t('no')],
  ];
  return notes(rows);
}

function notes(rows: readonly (readonly [string, string])[]): ReportRow[] {
  return rows.map(([label, text]) => ({ result: 'info', label, text }));
}
