import { isApiError, lacksToken } from '../api/errors/apiError.ts';
import { ConnectionError } from '../api/errors/connectionError.ts';
import { reasonText } from '../api/errors/errorText.ts';
import { HttpStatusError } from '../api/errors/httpStatusError.ts';
import { mismatchText } from '../api/errors/mismatchText.ts';
import type { Page } from '../api/resources/page.ts';
import { deviceFields, deviceLabel } from '../model/device.ts';
import { type Group, groupFields } from '../model/group.ts';
import { type Job, jobFields } from '../model/job.ts';
import { isRecord, parseJson } from '../util/json.ts';
import { type DoctorOptions, rowOf } from './doctorOptions.ts';
import { compareFields, rowsOf } from './fieldReport.ts';
import type { ReportRow } from './reportText.ts';

type Finding = Omit<ReportRow, 'label'>;

const statusFields: ReadonlySet<string> = new Set(['id', 'name', 'status']);

/** Ids have their own words, since the described group has none. */
const groupIds: ReadonlySet<string> = new Set(['id', 'pk']);
const groupContractFields: ReadonlySet<string> = new Set(
  [...groupFields].filter(field => !groupIds.has(field)),
);

/** Every reading operation of the API, tried once on what there is; and the search that some servers have. */
export class Readings {
  readonly #options: DoctorOptions;
  #jobs: Page<Job> | undefined;
  #groups: Page<Group> | undefined;
  /** Without a token or a connection the other operations would only say the same again. */
  #isCutOff = false;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  async rows(): Promise<ReportRow[]> {
    const { t } = this.#options.localizer;
    return [
      await this.#row(t('List of jobs'), () => this.#jobList()),
      await this.#row(t('One job'), () => this.#oneJob()),
      await this.#row(t('Status of a job'), () => this.#jobStatus()),
      await this.#row(t('List of groups'), () => this.#groupList()),
      await this.#row(t('One group'), () => this.#oneGroup()),
      await this.#row(t('Search of devices'), () => this.#deviceSearch()),
    ];
  }

  async #row(label: string, look: () => Promise<Finding>): Promise<ReportRow> {
    const { t } = this.#options.localizer;
    if (this.#isCutOff) return { label, verdict: 'note', text: t('not tried') };
    const seen = this.#options.answers.length;
    const row = await rowOf(this.#options, label, () =>
      look().catch((error: unknown) => {
        this.#isCutOff = lacksToken(error) || error instanceof ConnectionError;
        throw error;
      }),
    );
    const exchange = this.#exchange(seen);
    return exchange === '' ? row : { ...row, facts: [exchange, ...(row.facts ?? [])] };
  }

  /** The request that was made last since then, how it was answered and how long it took. */
  #exchange(since: number): string {
    const answer = this.#options.answers.slice(since).at(-1);
    if (answer === undefined) return '';
    const { path, status, body, sentAtMs, receivedAtMs } = answer;
    const ms = Math.round(receivedAtMs - sentAtMs);
    // Of the query of the job list the report tells the names only.
    const place = path.replace(/=[^&]*/g, '=…');
    const words = { path: place, status, ms, size: (body.length / 1024).toFixed(1) };
    return this.#options.localizer.t('GET {path}: HTTP {status} after {ms} ms, {size} KiB', words);
  }

  async #jobList(): Promise<Finding> {
    const { client, signal } = this.#options;
    this.#jobs = (await client.jobs.list({ signal }).next()).value ?? undefined;
    return this.#listFinding(this.#jobs, jobFields, 'peers');
  }

  async #groupList(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    this.#groups = (await client.groups.list({ signal }).next()).value ?? undefined;
    const finding = this.#listFinding(this.#groups, groupContractFields, 'server_set');
    const items = this.#groups?.items ?? [];
    if (items.length === 0) return finding;
    const withIds = items.filter(({ id }) => id !== undefined).length;
    const ids =
      withIds === 0
        ? localizer.t('without IDs, as the API describes it')
        : localizer.t('with ids: {count} of {all}', { count: withIds, all: items.length });
    return { ...finding, facts: [ids, ...(finding.facts ?? [])] };
  }

  async #oneJob(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const [first] = this.#jobs?.items ?? [];
    if (first === undefined) return { verdict: 'note', text: localizer.t('there is no job to try') };
    await client.jobs.get(first.id, { signal });
    return { verdict: 'good', text: localizer.t('readable'), facts: this.#fieldFacts(jobFields) };
  }

  async #jobStatus(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const [first] = this.#jobs?.items ?? [];
    if (first === undefined) return { verdict: 'note', text: localizer.t('there is no job to try') };
    const { status } = await client.jobs.status(first.id, { signal });
    const text = localizer.t('readable; the status is “{status}”', { status });
    return { verdict: 'good', text, facts: this.#fieldFacts(statusFields) };
  }

  async #oneGroup(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const sent = this.#groups?.items.find(group => group.id !== undefined)?.id;
    const id = sent ?? this.#jobs?.items.flatMap(job => job.groups)[0];
    if (id === undefined)
      return { verdict: 'note', text: localizer.t('not tried: no id of a group is known') };
    await client.groups.get(id, { signal });
    return { verdict: 'good', text: localizer.t('readable'), facts: this.#fieldFacts(groupContractFields) };
  }

  async #deviceSearch(): Promise<Finding> {
    const { client, signal, localizer } = this.#options;
    const { t } = localizer;
    const device = this.#jobs?.items.flatMap(job => job.peers)[0];
    // A part of a name finds as much, and the report need not tell the whole.
    const wanted = device === undefined ? 'a' : deviceLabel(device).slice(0, 3);
    try {
      const found = await client.devices.search(wanted, { signal });
      return { verdict: 'good', text: t('is there; found: {count}', { count: found.length }) };
    } catch (error) {
      if (error instanceof HttpStatusError && error.status === 404)
        return { verdict: 'note', text: t('is not there; nothing depends on it') };
      if (!isApiError(error)) throw error;
      return { verdict: 'note', text: reasonText(error, localizer), facts: [t('nothing depends on it')] };
    }
  }

  #listFinding(
    page: Page<object> | undefined,
    fields: ReadonlySet<string>,
    devices: 'peers' | 'server_set',
  ): Finding {
    const { localizer } = this.#options;
    const { t } = localizer;
    const list = rowsOf(this.#lastValue());
    if (page === undefined || list === undefined) return { verdict: 'bad', text: t('no list came') };
    const { items, unreadable, total, next } = page;
    const shape = list.isBare
      ? t('a bare list of {count}', { count: list.rows.length })
      : t('page of {count}, in all {total}, {more}', {
          count: list.rows.length,
          total: total ?? '?',
          more: next === undefined ? t('no further page') : t('further pages'),
        });
    const inner = list.rows.filter(isRecord).flatMap(row => asList(row[devices]));
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
      ...this.#comparison(t('fields of devices'), compareFields(inner, deviceFields)),
    ];
    return { verdict: unreadable.length === 0 ? 'good' : 'bad', text: shape, facts };
  }

  #fieldFacts(fields: ReadonlySet<string>): string[] {
    const report = compareFields([this.#lastValue()], fields, groupIds);
    return this.#comparison(this.#options.localizer.t('fields'), report);
  }

  #comparison(what: string, { missing, extra, count }: ReturnType<typeof compareFields>): string[] {
    const { t } = this.#options.localizer;
    if (count === 0) return [];
    if (missing.length + extra.length === 0) return [t('{what}: matches the API', { what })];
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

  /** The JSON that the last operation was answered with. */
  #lastValue(): unknown {
    try {
      return parseJson(this.#options.answers.at(-1)?.body ?? '');
    } catch {
      // The operation itself has told that it is not JSON.
      return undefined;
    }
  }
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
