import { ConnectionError, isApiError, isStatus404, lacksToken } from '../../../api/errors/apiError.ts';
import { mismatchText, reasonText } from '../../../api/errors/errorText.ts';
import { type Device, deviceLabel, documentedDeviceFields } from '../../../api/model/device.ts';
import { type Group, groupFieldNames } from '../../../api/model/group.ts';
import { type Job, jobFieldNames } from '../../../api/model/job.ts';
import { readEnvelope } from '../../../api/resources/listEnvelope.ts';
import type { Page } from '../../../api/resources/listPage.ts';
import { lacksRows, traceOf } from '../../../api/resources/wholeList.ts';
import type { SeenResponse } from '../../../api/transport/transport.ts';
import { isRecord, jsonOrUndefined, listOf } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { lackText } from '../../../store/reading/incompleteList.ts';
import { type CheckFinding, type DoctorOptions, type ReportRow, rowOf } from './reportText.ts';

const statusFields: ReadonlySet<string> = new Set(['id', 'name', 'status']);

/** IDs get their own row, because the API documents a group without one. */
const groupIds: ReadonlySet<string> = new Set(['id', 'pk']);
const groupFields: ReadonlySet<string> = new Set([...groupFieldNames].filter(field => !groupIds.has(field)));

/** Tries every read operation of the API once, plus the device search that some servers have. */
export async function readingRows(options: DoctorOptions): Promise<ReportRow[]> {
  const { client, signal, localizer, responses } = options;
  const { t } = localizer;
  let jobs: Page<Job> | undefined;
  let groups: Page<Group> | undefined;
  /** Without a token or a connection, all further operations would fail in the same way. */
  let isCutOff = false;
  const row = async (label: string, check: () => Promise<CheckFinding>): Promise<ReportRow> => {
    if (isCutOff) return { label, result: 'info', text: t('not checked') };
    const seen = responses.length;
    const found = await rowOf(options, label, () =>
      check().catch((error: unknown) => {
        isCutOff = lacksToken(error) || error instanceof ConnectionError;
        throw error;
      }),
    );
    const exchanges = responses
      .slice(seen)
      .slice(-1)
      .map(response => exchangeText(response, localizer));
    return exchanges.length === 0 ? found : { ...found, facts: [...exchanges, ...(found.facts ?? [])] };
  };
  const readable = (fields: ReadonlySet<string>, text = t('readable')): CheckFinding => {
    const facts = compareFields(
      { what: t('fields'), rows: [lastValue(responses)] },
      fields,
      localizer,
      groupIds,
    );
    return { result: 'passed', text, facts };
  };
  const none = (text: string): CheckFinding => ({ result: 'info', text });
  return [
    await row(t('Job list'), async () => {
      jobs = (await client.jobs.list({ signal }).next()).value ?? undefined;
      return listFinding(options, jobs, jobFieldNames, 'peers');
    }),
    await row(t('Single job'), async () => {
      const [first] = jobs?.items ?? [];
      if (first === undefined) return none(t('no jobs to check'));
      await client.jobs.get(first.id, { signal });
      return readable(jobFieldNames);
    }),
    await row(t('Job status'), async () => {
      const [first] = jobs?.items ?? [];
      if (first === undefined) return none(t('no jobs to check'));
      const { status } = await client.jobs.status(first.id, { signal });
      return readable(statusFields, t('readable; status: “{status}”', { status }));
    }),
    await row(t('Group list'), async () => {
      groups = (await client.groups.list({ signal }).next()).value ?? undefined;
      const finding = listFinding(options, groups, groupFields, 'server_set');
      const all = groups?.items.length ?? 0;
      if (all === 0) return finding;
      const count = groups?.items.filter(({ id }) => id !== undefined).length ?? 0;
      const ids =
        count === 0
          ? t('without IDs, as the API describes')
          : t('with IDs: {count} of {all}', { count, all });
      return { ...finding, facts: [ids, ...(finding.facts ?? [])] };
    }),
    await row(t('Single group'), async () => {
      const sent = groups?.items.find(group => group.id !== undefined)?.id;
      const id = sent ?? jobs?.items.flatMap(job => job.groups)[0];
      if (id === undefined) return none(t('not checked: no group ID is known'));
      await client.groups.get(id, { signal });
      return readable(groupFields);
    }),
    await row(t('Device search'), () => deviceSearch(options, jobs?.items.flatMap(job => job.peers)[0])),
  ];
}

async function deviceSearch(
  { client, signal, localizer }: DoctorOptions,
  device: Device | undefined,
): Promise<CheckFinding> {
  const { t } = localizer;
  // Part of a name suffices, and the report should not reveal all of it.
  const wanted = device === undefined ? 'a' : deviceLabel(device).slice(0, 3);
  try {
    const found = await client.devices.search(wanted, { signal });
    return { result: 'passed', text: t('available; found: {count}', { count: found.length }) };
  } catch (error) {
    if (isStatus404(error)) return { result: 'info', text: t('not available; optional') };
    if (!isApiError(error)) throw error;
    return { result: 'info', text: reasonText(error, localizer), facts: [t('optional')] };
  }
}

function exchangeText(
  { path, status, body, sentAtMs, receivedAtMs }: SeenResponse,
  { t }: Localizer,
): string {
  return t('GET {path}: HTTP {status} after {ms} ms, {size} KiB', {
    // Values in the job list query may be private.
    path: path.replace(/=[^&]*/g, '=…'),
    status,
    ms: Math.round(receivedAtMs - sentAtMs),
    size: (body.length / 1024).toFixed(1),
  });
}

/** The last response as JSON. One that is not JSON was already reported by the operation. */
function lastValue(responses: readonly SeenResponse[]): unknown {
  return jsonOrUndefined(responses.at(-1)?.body ?? '');
}

function listFinding(
  { responses, localizer }: DoctorOptions,
  page: Page<object> | undefined,
  fields: ReadonlySet<string>,
  devices: 'peers' | 'server_set',
): CheckFinding {
  const { t } = localizer;
  const value = lastValue(responses);
  // Counts and links in headers are in `page` already.
  const { rows } = readEnvelope(value, () => undefined);
  if (page === undefined || rows === undefined) return { result: 'failed', text: t('no list returned') };
  const { items, unreadable, total, next } = page;
  const count = rows.length;
  const isShort = next === undefined && lacksRows([traceOf(page, () => '')]);
  const coverage = { kind: isShort ? 'missing' : 'partial', read: count, total } as const;
  const lack = lackText(devices === 'peers' ? 'jobs' : 'groups', coverage, localizer);
  const more = next === undefined ? t('no more pages') : t('more pages available');
  const text = Array.isArray(value)
    ? t('plain array; items: {count}', { count })
    : t('page; items: {count} of {total}, {more}', { count, total: total ?? '?', more });
  const inner = rows.filter(isRecord).flatMap(row => listOf(row[devices]));
  const facts = [
    ...(lack === undefined ? [] : [lack]),
    t('readable: {count}, unreadable: {unreadable}', {
      count: items.length,
      unreadable: unreadable.length,
    }),
    ...unreadable
      .slice(0, 3)
      .map(
        ({ index, problem }) => `[${index}] ${problem === undefined ? '' : mismatchText(problem, localizer)}`,
      ),
    ...compareFields({ what: t('fields'), rows }, fields, localizer, groupIds),
    ...compareFields({ what: t('device fields'), rows: inner }, documentedDeviceFields, localizer),
  ];
  const isWhole = unreadable.length === 0 && lack === undefined;
  return { result: isWhole ? 'passed' : 'failed', text, facts };
}

/** How the fields of objects differ from those of the API; `optional` ones may be missing or not. */
function compareFields(
  { what, rows }: { readonly what: string; readonly rows: readonly unknown[] },
  contract: ReadonlySet<string>,
  { t }: Localizer,
  optional: ReadonlySet<string> = new Set(),
): string[] {
  const objects = rows.filter(isRecord);
  const count = objects.length;
  if (count === 0) return [];
  const missing = [...contract].flatMap(field => {
    const lacking = objects.filter(object => !Object.hasOwn(object, field)).length;
    if (lacking === 0) return [];
    return lacking === count ? field : t('{field} (in {lacking} of {count})', { field, lacking, count });
  });
  const isForeign = (field: string) => !contract.has(field) && !optional.has(field);
  const extra = [...new Set(objects.flatMap(Object.keys).filter(isForeign))].sort();
  if (missing.length + extra.length === 0) return [t('{what}: match the API', { what })];
  return [
    ...(missing.length === 0 ? [] : [t('{what}, missing: {names}', { what, names: missing.join(', ') })]),
    ...(extra.length === 0 ? [] : [t('{what}, not in the API: {names}', { what, names: extra.join(', ') })]),
  ];
}
