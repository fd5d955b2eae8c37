import { isRecord, type JsonObject } from '../util/json.ts';
import { type Device, mostDevices } from './device.ts';
import { extraFields, extraFieldsAreShallow, noExtraFields } from './extraFields.ts';
import { type Job, jobFields } from './job.ts';

/** What may be kept of one kind for reuse; beyond it the memory starts anew, so that it never grows for ever. */
const mostKept = 200_000;
const mostTexts = 20_000;
const textsToJudgeBy = 1_000;
/** Longer lists are rarely the same for two jobs. */
const longestSharedList = 16;

const noNumbers: readonly number[] = Object.freeze([]);
const noTexts: readonly string[] = Object.freeze([]);
const noDevices: readonly Device[] = Object.freeze([]);

/**
 * Reads jobs of a list some ten times faster than the schema, and keeps what many jobs share (devices,
 * schedules, lists of ids) once. The schema stays the authority: what does not plainly fit here is left to it.
 */
export class JobReader {
  readonly #devices = new Map<number, Device>();
  readonly #lists = new Map<string, readonly number[]>();
  readonly #textLists = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string>();
  #sharedTexts = 0;
  #newTexts = 0;

  /** The job, equal to what `JobSchema` makes of the value; `undefined` when the schema has to look. */
  read(raw: unknown): Job | undefined {
    if (!isRecord(raw)) return undefined;
    const { id, name, params, enabled, run_on_start } = raw;
    if (!isInteger(id) || id < 0 || !isTextOrNone(name) || !isTextOrNone(params)) return undefined;
    if (!isFlagOrNone(enabled) || !isFlagOrNone(run_on_start)) return undefined;
    const groups = this.#ids(raw['groups']);
    const dynamicGroups = this.#ids(raw['dynamic_groups']);
    const policies = this.#ids(raw['policies']);
    const reports = this.#ids(raw['reports']);
    const formats = this.#textList(raw['report_formats']);
    const peers = this.#peers(raw['peers']);
    const extra = readExtra(raw);
    if (!groups || !dynamicGroups || !policies || !reports || !formats || !peers || !extra) return undefined;
    return {
      id,
      name: name ?? '',
      params: this.#text(params ?? ''),
      enabled: enabled ?? undefined,
      run_on_start: run_on_start ?? undefined,
      groups,
      dynamic_groups: dynamicGroups,
      peers,
      policies,
      reports,
      report_formats: formats,
      extra,
    };
  }

  #text(text: string): string {
    if (text === '' || this.#isEachItsOwn()) return text;
    const known = this.#texts.get(text);
    if (known !== undefined) {
      this.#sharedTexts += 1;
      return known;
    }
    this.#newTexts += 1;
    return remember(this.#texts, text, text);
  }

  /** On a server where hardly two jobs have the same schedule, looking for the same one is lost time. */
  #isEachItsOwn(): boolean {
    return this.#newTexts > textsToJudgeBy && this.#sharedTexts < this.#newTexts / 4;
  }

  #ids(value: unknown): readonly number[] | undefined {
    if (value === undefined || value === null) return noNumbers;
    if (!Array.isArray(value) || !value.every(isInteger)) return undefined;
    if (value.length === 0) return noNumbers;
    if (value.length > longestSharedList) return value;
    const key = value.join();
    return this.#lists.get(key) ?? remember(this.#lists, key, value);
  }

  #textList(value: unknown): readonly string[] | undefined {
    if (value === undefined || value === null) return noTexts;
    if (!Array.isArray(value) || !value.every(isText)) return undefined;
    if (value.length === 0) return noTexts;
    if (value.length > longestSharedList) return value;
    // Texts may hold commas; JSON tells the lists apart.
    const key = JSON.stringify(value);
    return this.#textLists.get(key) ?? remember(this.#textLists, key, value);
  }

  #peers(value: unknown): readonly Device[] | undefined {
    if (value === undefined || value === null) return noDevices;
    if (!Array.isArray(value) || value.length > mostDevices) return undefined;
    if (value.length === 0) return noDevices;
    const devices: Device[] = new Array(value.length);
    for (let index = 0; index < value.length; index++) {
      const device = this.#device(value[index]);
      if (device === undefined) return undefined;
      devices[index] = device;
    }
    return devices;
  }

  #device(raw: unknown): Device | undefined {
    if (!isRecord(raw)) return undefined;
    const { id, addr, status, username, hostname, server_id, connection } = raw;
    // Numbers and `null` in place of text are rare enough to be the schema's business.
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
    if (this.#devices.size >= mostKept) this.#devices.clear();
    this.#devices.set(id, device);
    return device;
  }
}

function remember<T>(memory: Map<string, T>, key: string, value: T): T {
  if (memory.size >= mostTexts) memory.clear();
  memory.set(key, value);
  return value;
}

function readExtra(raw: Readonly<Record<string, unknown>>): JsonObject | undefined {
  for (const key in raw) {
    if (jobFields.has(key)) continue;
    return extraFieldsAreShallow(raw, jobFields) ? extraFields(raw, jobFields) : undefined;
  }
  return noExtraFields;
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
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
