import type { Delay } from '../../base/delay.ts';
import { isRecord } from '../../base/json.ts';
import {
  ConnectionError,
  ContractError,
  HttpStatusError,
  isStatus404,
  OutcomeError,
  type RequestInfo,
  WriteInterrupted,
} from '../errors/apiError.ts';
import type { Draft } from '../model/draft.ts';
import { recordReadBack, type WriteRecord } from '../transport/requestLog.ts';
import type { Page } from './listPage.ts';
import { lacksRows, type PageTrace, traceOf } from './wholeList.ts';

/** `maybeNew`: not seen before the create, but it may have existed unseen. */
export type Age = 'new' | 'maybeNew' | 'old';

interface Named {
  readonly id: number | undefined;
  readonly name: string;
}

export interface CreateQuestion<T extends Named> {
  readonly info: RequestInfo;
  /** The name that was sent: only objects with this name are candidates. */
  readonly name: unknown;
  readonly list: () => AsyncIterable<Page<T>>;
  /** The sent fields that the object does not reflect. */
  readonly unmet: (found: T) => readonly string[];
  /** Whether the object existed before the create, as far as this client knows. */
  readonly age: (found: T) => Age;
}

export interface ChangeQuestion<T> {
  readonly info: RequestInfo;
  /** The fields that the write changes. If none of them has its new value, the write was not done. */
  readonly changes: Draft;
  readonly read: () => Promise<T>;
  readonly unmet: (found: T) => readonly string[];
}

export interface RemoveQuestion {
  readonly info: RequestInfo;
  readonly read: () => Promise<unknown>;
  /** Reads the list of these objects, which succeeds if the server is available at all. */
  readonly list: () => Promise<unknown>;
}

/** The result of one read after a write; `unclear` if the objects may or may not be its effect. */
type Observation<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'notDone' }
  | { readonly kind: 'unclear'; readonly candidateIds: readonly number[] };

/**
 * Delays before each read. A gateway times out before Django does, so an object may still appear shortly after a 504.
 */
const readDelaysMs = [0, 500, 1_500];

/**
 * Determines the outcome of a write whose response was lost (decision 21). The reads ignore the caller's signal: a
 * caller that cancels a write still needs to know its outcome.
 */
export class ReadBack {
  readonly #delay: Delay;
  readonly #onWrite: (record: WriteRecord) => void;

  constructor(delay: Delay, onWrite: (record: WriteRecord) => void = () => undefined) {
    this.#delay = delay;
    this.#onWrite = onWrite;
  }

  /** Resolves with the created object, as returned or as found; rejects with `OutcomeError` if none is found. */
  afterCreate<T extends Named>(send: () => Promise<T>, question: CreateQuestion<T>): Promise<T> {
    return this.#orReadBack(question.info, send, () => findCreated(question));
  }

  /** Resolves with the changed object, as returned or as read back; rejects with `OutcomeError` otherwise. */
  afterChange<T>(send: () => Promise<T>, question: ChangeQuestion<T>): Promise<T> {
    return this.#orReadBack(question.info, send, async () => {
      const found = await question.read();
      const unmet = question.unmet(found).length;
      if (unmet === 0) return { kind: 'done', value: found };
      const isUntouched = unmet >= Object.keys(question.changes).length;
      return isUntouched ? { kind: 'notDone' } : { kind: 'unclear', candidateIds: [] };
    });
  }

  async #orReadBack<T>(
    info: RequestInfo,
    send: () => Promise<T>,
    once: () => Promise<Observation<T>>,
  ): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!mayBeDone(error)) throw error;
      return this.#readBack(info, error, once);
    }
  }

  /** Resolves when the object no longer exists; rejects with `OutcomeError` otherwise. */
  async afterRemove(send: () => Promise<unknown>, question: RemoveQuestion): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (await isConfirmedDeleted(error, question)) return;
      if (!mayBeDone(error)) throw error;
      await this.#readBack(question.info, error, async (): Promise<Observation<void>> => {
        const isDeleted = await question.read().then(
          () => false,
          async (missing: unknown) => {
            if (await isConfirmedDeleted(missing, question)) return true;
            throw missing;
          },
        );
        return isDeleted ? { kind: 'done', value: undefined } : { kind: 'notDone' };
      });
    }
  }

  /** For a write whose effect cannot be read back. */
  async elseUnknown<T>(info: RequestInfo, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw mayBeDone(error) ? new OutcomeError(info, 'unknown', causeOf(error)) : error;
    }
  }

  /** Reads several times. "Not done" requires that every read succeeded and none showed the effect. */
  #readBack<T>(info: RequestInfo, error: unknown, once: () => Promise<Observation<T>>): Promise<T> {
    return recordReadBack(
      () => this.#readUntilClear(info, error, once),
      outcome => this.#onWrite({ request: info, body: '', outcome }),
    );
  }

  async #readUntilClear<T>(
    info: RequestInfo,
    error: unknown,
    once: () => Promise<Observation<T>>,
  ): Promise<T> {
    const cause = causeOf(error);
    // A server that failed has finished the request: no effect will appear later, and its own error is more precise.
    const isOver = isOwnFailure(error);
    for (const delayMs of isOver ? readDelaysMs.slice(0, 1) : readDelaysMs) {
      await this.#delay(delayMs);
      const observed = await once().catch((): Observation<T> => ({ kind: 'unclear', candidateIds: [] }));
      if (observed.kind === 'done') return observed.value;
      if (observed.kind === 'unclear') throw new OutcomeError(info, 'unknown', cause, observed.candidateIds);
    }
    throw isOver ? error : new OutcomeError(info, 'notDone', cause);
  }
}

/** Whether the error comes from the server itself, not from a gateway. The write may still have been done. */
function isOwnFailure(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status >= 500 && ![502, 503, 504].includes(error.status);
}

function mayBeDone(error: unknown): boolean {
  if (error instanceof WriteInterrupted) return true;
  if (error instanceof ConnectionError) return error.mayHaveSent;
  if (error instanceof HttpStatusError) return error.status >= 500;
  return error instanceof ContractError;
}

function causeOf(error: unknown): unknown {
  return error instanceof WriteInterrupted ? error.cause : error;
}

/** Whether a 404 is about the object. A proxy whose server is down returns 404 for every URL, the list's included. */
async function isConfirmedDeleted(error: unknown, { list }: RemoveQuestion): Promise<boolean> {
  if (!isStatus404(error)) return false;
  return error.form === 'json' || list().then(() => true, isServersOwnError);
}

/** Whether the server itself rejects the list, which means that it is available. */
function isServersOwnError(error: unknown): boolean {
  return error instanceof HttpStatusError && error.form === 'json';
}

/**
 * A new object with exactly the sent values is the created one. Other new objects of the same name might be it,
 * because servers may store values in another form: they are neither adopted nor counted as "not created".
 */
async function findCreated<T extends Named>(question: CreateQuestion<T>): Promise<Observation<T>> {
  const name = trimLines(question.name);
  const same: T[] = [];
  const similar: T[] = [];
  let isHidden = false;
  const pages: PageTrace[] = [];
  for await (const page of question.list()) {
    pages.push(traceOf(page, () => ''));
    for (const item of page.items) {
      const age = question.age(item);
      if (age === 'old' || trimLines(item.name) !== name) continue;
      (age === 'new' && question.unmet(item).length === 0 ? same : similar).push(item);
    }
    isHidden ||= page.unreadable.some(row => row.more !== undefined || mayHaveName(name, row.raw));
  }
  const [only] = same;
  if (only !== undefined && same.length === 1) return { kind: 'done', value: only };
  if (same.length + similar.length === 0 && !isHidden && !lacksRows(pages)) return { kind: 'notDone' };
  const candidateIds = [...same, ...similar].map(({ id }) => id).filter(id => id !== undefined);
  return { kind: 'unclear', candidateIds };
}

function mayHaveName(name: unknown, raw: unknown): boolean {
  // A row that was too long to parse is represented by a text with its length.
  if (!isRecord(raw)) return typeof raw === 'string';
  return typeof raw['name'] !== 'string' || trimLines(raw['name']) === name;
}

function trimLines(name: unknown): unknown {
  return typeof name === 'string' ? name.trim() : name;
}

export interface SeenPage extends PageTrace {
  readonly path: string;
  readonly isFirst: boolean;
}

/**
 * The IDs that a client has seen on a server, used to tell the result of a lost create from older objects. Servers
 * assign ascending IDs, so an ID above the highest one of a complete list, or of a successful create, is newer. An ID
 * that was merely never seen may be on an unread page.
 */
export class KnownIds {
  readonly #seen = new Set<number | string>();
  /** Every higher ID is newer than the moment this was recorded. */
  #highest: number | undefined;
  /** The list being read page by page: its next link and the highest ID so far. */
  #chain: { readonly next: string; readonly pages: readonly PageTrace[] } | undefined;

  saw(id: number): void {
    this.#seen.add(id);
  }

  sawCreated(id: number): void {
    this.#seen.add(id);
    this.#raise(id);
  }

  sawPage(page: SeenPage): void {
    const { path, isFirst, next } = page;
    for (const id of page.keys) this.#seen.add(id);
    const chain = isFirst ? { next: path, pages: [] } : this.#chain;
    if (chain?.next !== path) return;
    const pages = [...chain.pages, page];
    this.#chain = next === undefined ? undefined : { next, pages };
    if (next !== undefined || lacksRows(pages)) return;
    const ids = pages.flatMap(({ keys }) => keys).filter(id => typeof id === 'number');
    this.#raise(ids.reduce((high, id) => Math.max(high, id), 0));
  }

  ages(): (id: number) => Age {
    const seen = new Set(this.#seen);
    const highest = this.#highest;
    return id => {
      if (seen.has(id)) return 'old';
      return highest !== undefined && id > highest ? 'new' : 'maybeNew';
    };
  }

  #raise(id: number): void {
    this.#highest = Math.max(this.#highest ?? 0, id);
  }
}
