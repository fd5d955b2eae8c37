import { remember } from '../../base/collections.ts';
import { isRecord, type JsonObject } from '../../base/json.ts';
import { byField, type Holding, type TableOf } from '../fields/field.ts';
import { jobFields } from '../fields/jobFields.ts';
import type { Device } from './device.ts';
import { extraFields, extraFieldsAreFew, findExtraFlaw, noExtraFields } from './extraFields.ts';
import { isInteger, isText, type ReadValues } from './fieldShapes.ts';
import { type Job, jobFieldNames } from './job.ts';

/** How many values of one kind are cached. The cache is cleared when it exceeds this. */
const mostKept = 200_000;
const mostTexts = 20_000;
const textsToJudgeBy = 1_000;
/** Two jobs rarely share longer lists. */
const longestSharedList = 16;

const none: readonly never[] = Object.freeze([]);

type Filling<Table extends TableOf<Table>> = {
  -readonly [Name in keyof Table]: ReadValues[Table[Name]['holds']];
};

/** Copied and filled in, so that all jobs share one hidden class. */
const blankJob: Filling<typeof jobFields> & Pick<Job, 'id' | 'extra'> = {
  id: 0,
  ...byField(jobFields, { text: '', flag: undefined, ids: none, names: none, devices: none }),
  extra: noExtraFields,
};

/**
 * Reads the jobs of a list about ten times faster than the schema, and shares equal values (devices, schedules, lists
 * of IDs) between jobs. The schema has the last word: it reads every row that this reader does not accept.
 */
export class JobReader {
  readonly #devices = new Map<number, Device>();
  readonly #lists = new Map<string, readonly number[]>();
  readonly #textLists = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string>();
  #sharedTexts = 0;
  #newTexts = 0;

  /** Readers by the kind of value in a field; `null` when the schema must check the value. */
  readonly #readers: { readonly [Held in Holding]: (value: unknown) => ReadValues[Held] | null } = {
    text: value => (isTextOrNone(value) ? (value ?? '') : null),
    flag: value => (isFlagOrNone(value) ? (value ?? undefined) : null),
    ids: value => this.#list(value, isInteger, this.#lists),
    names: value => this.#list(value, isText, this.#textLists),
    devices: value => this.#peers(value),
  };

  /** The job, equal to the result of `JobSchema`; `undefined` when the schema must check the value. */
  read(raw: unknown): Job | undefined {
    if (!isRecord(raw)) return undefined;
    const { id } = raw;
    const extra = readExtra(raw);
    if (!isInteger(id) || id < 0 || extra === undefined) return undefined;
    const job = { ...blankJob, id, extra };
    if (!this.#fill(jobFields, job, raw)) return undefined;
    job.params = this.#text(job.params);
    return job;
  }

  #fill<Table extends TableOf<Table>>(
    table: Table,
    values: Filling<Table>,
    raw: Readonly<Record<string, unknown>>,
  ): boolean {
    for (const name in table) {
      const held: Table[typeof name]['holds'] = table[name].holds;
      const value = this.#value(held, raw[name]);
      if (value === null) return false;
      values[name] = value;
    }
    return true;
  }

  #value<Held extends Holding>(held: Held, raw: unknown): ReadValues[Held] | null {
    return this.#readers[held](raw);
  }

  #text(text: string): string {
    if (text === '' || this.#isEachItsOwn()) return text;
    const known = this.#texts.get(text);
    if (known !== undefined) {
      this.#sharedTexts += 1;
      return known;
    }
    this.#newTexts += 1;
    return remember(this.#texts, mostTexts, text, text);
  }

  /** On a server where few jobs share a schedule, looking for an equal one wastes time. */
  #isEachItsOwn(): boolean {
    return this.#newTexts > textsToJudgeBy && this.#sharedTexts < this.#newTexts / 4;
  }

  #list<T>(
    value: unknown,
    isItem: (item: unknown) => item is T,
    known: Map<string, readonly T[]>,
  ): readonly T[] | null {
    if (value === undefined || value === null) return none;
    if (!Array.isArray(value) || !value.every(isItem)) return null;
    if (value.length === 0) return none;
    if (value.length > longestSharedList) return value;
    // Joining texts would be ambiguous, because they may contain commas.
    const key = typeof value[0] === 'number' ? value.join() : JSON.stringify(value);
    return known.get(key) ?? remember(known, mostTexts, key, value);
  }

  #peers(value: unknown): readonly Device[] | null {
    if (value === undefined || value === null) return none;
    if (!Array.isArray(value)) return null;
    if (value.length === 0) return none;
    const devices: Device[] = new Array(value.length);
    for (let index = 0; index < value.length; index++) {
      const device = this.#device(value[index]);
      if (device === undefined) return null;
      devices[index] = device;
    }
    return devices;
  }

  #device(raw: unknown): Device | undefined {
    if (!isRecord(raw)) return undefined;
    const { id, addr, status, username, hostname, server_id, connection } = raw;
    // Numbers and `null` in place of text are rare, so they are left to the schema.
    if (!isInteger(id) || !isText(addr) || !isText(status) || !isText(username)) return undefined;
    if (!isText(hostname) || !isTextOrMissing(server_id) || !isTextOrMissing(connection)) return undefined;
    const known = this.#devices.get(id);
    if (
      known !== undefined &&
      known.status === status &&
      known.hostname === hostname &&
      known.addr === addr &&
      known.username === username &&
      known.server_id === (server_id ?? '') &&
      known.connection === (connection ?? '')
    ) {
      return known;
    }
    const device: Device = {
      id,
      addr,
      status,
      username,
      hostname,
      server_id: server_id ?? '',
      connection: connection ?? '',
    };
    return remember(this.#devices, mostKept, id, device);
  }
}

function readExtra(raw: Readonly<Record<string, unknown>>): JsonObject | undefined {
  for (const key in raw) {
    if (jobFieldNames.has(key)) continue;
    const isPlain = extraFieldsAreFew(raw, jobFieldNames) && findExtraFlaw(raw, jobFieldNames) === undefined;
    return isPlain ? extraFields(raw, jobFieldNames) : undefined;
  }
  return noExtraFields;
}

function isTextOrNone(value: unknown): value is string | null | undefined {
  return typeof value === 'string' || value === null || value === undefined;
}

function isTextOrMissing(value: unknown): value is string | undefined {
  return typeof value === 'string' || value === undefined;
}

function isFlagOrNone(value: unknown): value is boolean | null | undefined {
  return typeof value === 'boolean' || value === null || value === undefined;
}
