import { ConnectionError, HttpStatusError, isApiError, lacksToken } from '../api/errors/apiError.ts';
import { mismatchText, reasonText } from '../api/errors/errorText.ts';
import type { Page } from '../api/resources/listPage.ts';
import { deviceLabel, documentedDeviceFields } from '../model/device.ts';
import { type Group, groupFieldNames } from '../model/group.ts';
import { type Job, jobFieldNames } from '../model/job.ts';
import { isRecord, jsonOrUndefined, listOf } from '../util/json.ts';
import type { Finding, ReportRow } from './reportText.ts';
import { type DoctorOptions, rowOf } from './reportText.ts';

const statusFields: ReadonlySet<string> = new Set(['id', 'name', 'status']);

/** IDs get their own row, because the API documents a group without one. */
const groupIds: ReadonlySet<string> = new Set(['id', 'pk']);
const groupFields: ReadonlySet<string> = new Set([...groupFieldNames].filter(field => !groupIds.has(field)));

/** Tries every read operation of the API once, plus the device search that some servers have. */
export class Readings {
  readonly #options: DoctorOptions;
  #jobs: Page<Job> | undefined;
  #groups: Page<Group> | undefined;
  /** Without a token or a connection, all further operations would fail in the same way. */
  #isCutOff = false;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  async rows(): Promise<ReportRow[]> {
    const { t } = this.#options.localizer;
    return [
      await this.#row(t('Job list'), () => this.#jobList()),
      await this.#row(t('Single job'), () => this.#oneJob()),
      await this.#row(t('Job status'), () => this.#jobStatus()),
      await this.#row(t('Group list'), () => this.#groupList()),
      await this.#row(t('Single group'), () => this.#oneGroup()),
      await this.#row(t('Device search'), () => this.#deviceSearch()),
    ];
  }

  async #row(label: string, check: () => Promise<Finding>): Promise<ReportRow> {
    if (this.#isCutOff) return { label, result: 'info', text: this.#options.localizer.t('not checked') };
    const seen = this.#options.responses.length;
    const row = await rowOf(this.#options, label, () =>
      check().catch((error: unknown) => {
        this.#isCutOff = lacksToken(error) || error instanceof ConnectionError;
        throw error;
      }),
    );
    const exchange = this.#exchange(seen);
    return exchange === '' ? row : { ...row, facts: [exchange, ...(row.facts ?? [])] };
  }

  /** The last request since index `since`, with its status and duration; '' if there is none. */
  #exchange(since: number): string {
    const response = this.#options.responses.slice(since).at(-1);
    if (response === undefined) return '';
    const { path, status, body, sentAtMs, receivedAtMs } = response;
    const ms = Math.round(receivedAtMs - sentAtMs);
    // Values in the job list query may be private.
    const place = path.replace(/=[^&]*/g, '=…');
    const words = { path: place, status, ms, size: (body.length / 1024).toFixed(1) };
    return this.#options.localizer.t('GET {path}: HTTP {status} after {ms} ms, {size} KiB', words);
  }

  async #jobList(): Promise<Finding> {
    const { client, signal } = this.#options;
    this.#jobs = (await client.jobs.list({ signal }).next()).value ?? undefined;
    return this.#listFinding(this.#jobs, jobFieldNames, 'peers');
  }

  async #groupList(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    this.#groups = (await client.groups.list({ signal }).next()).value ?? undefined;
    const finding = this.#listFinding(this.#groups, groupFields, 'server_set');
    const items = this.#groups?.items ?? [];
    if (items.length === 0) return finding;
    const withIds = items.filter(({ id }) => id !== undefined).length;
    const ids =
      withIds === 0
        ? localizer.t('without IDs, as the API describes')
        : localizer.t('with IDs: {count} of {all}', { count: withIds, all: items.length });
    return { ...finding, facts: [ids, ...(finding.facts ?? [])] };
  }

  async #oneJob(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const [first] = this.#jobs?.items ?? [];
    if (first === undefined) return { result: 'info', text: localizer.t('no jobs to check') };
    await client.jobs.get(first.id, { signal });
    return { result: 'passed', text: localizer.t('readable'), facts: this.#fieldFacts(jobFieldNames) };
  }

  async #jobStatus(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const [first] = this.#jobs?.items ?? [];
    if (first === undefined) return { result: 'info', text: localizer.t('no jobs to check') };
    const { status } = await client.jobs.status(first.id, { signal });
    const text = localizer.t('readable; status: “{status}”', { status });
    return { result: 'passed', text, facts: this.#fieldFacts(statusFields) };
  }

  async #oneGroup(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const sent = this.#groups?.items.find(group => group.id !== undefined)?.id;
    const id = sent ?? this.#jobs?.items.flatMap(job => job.groups)[0];
    if (id === undefined) return { result: 'info', text: localizer.t('not checked: no group ID is known') };
    await client.groups.get(id, { signal });
    return { result: 'passed', text: localizer.t('readable'), facts: this.#fieldFacts(groupFields) };
  }

  async #deviceSearch(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const { t } = localizer;
    const device = this.#jobs?.items.flatMap(job => job.peers)[0];
    // Part of a name suffices, and the report should not reveal all of it.
    const wanted = device === undefined ? 'a' : deviceLabel(device).slice(0, 3);
    try {
      const found = await client.devices.search(wanted, { signal });
      return { result: 'passed', text: t('available; found: {count}', { count: found.length }) };
    } catch (error) {
      if (error instanceof HttpStatusError && error.status === 404)
        return { result: 'info', text: t('not available; optional') };
      if (!isApiError(error)) throw error;
      return { result: 'info', text: reasonText(error, localizer), facts: [t('optional')] };
    }
  }

  #listFinding(
    page: Page<object> | undefined,
    fields: ReadonlySet<string>,
    devices: 'peers' | 'server_set',
  ): Finding {
    const { localizer } = this.#options;
    const { t } = localizer;
    const list = listElements(this.#lastValue());
    if (page === undefined || list === undefined) return { result: 'failed', text: t('no list returned') };
    const { items, unreadable, total, next } = page;
    const shape = list.isBare
      ? t('plain array; items: {count}', { count: list.rows.length })
      : t('page; items: {count} of {total}, {more}', {
          count: list.rows.length,
          total: total ?? '?',
          more: next === undefined ? t('no more pages') : t('more pages available'),
        });
    const inner = list.rows.filter(isRecord).flatMap(row => listOf(row[devices]));
    const facts = [
      t('readable: {count}, unreadable: {unreadable}', {
        count: items.length,
        unreadable: unreadable.length,
      }),
      ...unreadable
        .slice(0, 3)
        .map(
          ({ index, problem }) =>
            `[${index}] ${problem === undefined ? '' : mismatchText(problem, localizer)}`,
        ),
      ...this.#comparison(t('fields'), compareFields(list.rows, fields, groupIds)),
      ...this.#comparison(t('device fields'), compareFields(inner, documentedDeviceFields)),
    ];
    return { result: unreadable.length === 0 ? 'passed' : 'failed', text: shape, facts };
  }

  #fieldFacts(fields: ReadonlySet<string>): string[] {
    const report = compareFields([this.#lastValue()], fields, groupIds);
    return this.#comparison(this.#options.localizer.t('fields'), report);
  }

  #comparison(what: string, { missing, extra, count }: ReturnType<typeof compareFields>): string[] {
    const { t } = this.#options.localizer;
    if (count === 0) return [];
    if (missing.length + extra.length === 0) return [t('{what}: match the API', { what })];
    const missingNames = missing.map(([field, lacking]) =>
      lacking === count ? field : t('{field} (in {lacking} of {count})', { field, lacking, count }),
    );
    return [
      ...(missing.length === 0
        ? []
        : [t('{what}, missing: {names}', { what, names: missingNames.join(', ') })]),
      ...(extra.length === 0
        ? []
        : [t('{what}, not in the API: {names}', { what, names: extra.join(', ') })]),
    ];
  }

  #lastValue(): unknown {
    // A response that is not JSON was already reported by the operation.
    return jsonOrUndefined(this.#options.responses.at(-1)?.body ?? '');
  }
}

interface FieldReport {
  /** Missing fields, each with the number of objects that lack it. */
  readonly missing: readonly (readonly [string, number])[];
  readonly extra: readonly string[];
  readonly count: number;
}

/** `optional` fields are reported neither as missing nor as extra. */
function compareFields(
  rows: readonly unknown[],
  contract: ReadonlySet<string>,
  optional: ReadonlySet<string> = new Set(),
): FieldReport {
  const objects = rows.filter(isRecord);
  const lacks = (field: string) => objects.filter(object => !Object.hasOwn(object, field)).length;
  const isForeign = (field: string) => !contract.has(field) && !optional.has(field);
  const extra = new Set(objects.flatMap(Object.keys).filter(isForeign));
  return {
    missing: [...contract].map(field => [field, lacks(field)] as const).filter(([, count]) => count > 0),
    extra: [...extra].sort(),
    count: objects.length,
  };
}

/** The elements of a list response in any known shape; `undefined` for anything else. */
function listElements(
  value: unknown,
): { readonly isBare: boolean; readonly rows: readonly unknown[] } | undefined {
  if (Array.isArray(value)) return { isBare: true, rows: value };
  const results = isRecord(value) ? value['results'] : undefined;
  return Array.isArray(results) ? { isBare: false, rows: results } : undefined;
}
