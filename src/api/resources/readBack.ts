import type { Draft } from '../../model/draft.ts';
import type { Delay } from '../../util/delay.ts';
import { isRecord } from '../../util/json.ts';
import { isNotFound } from '../errors/apiError.ts';
import { ConnectionError } from '../errors/connectionError.ts';
import { ContractError } from '../errors/contractError.ts';
import { HttpStatusError } from '../errors/httpStatusError.ts';
import { OutcomeError } from '../errors/outcomeError.ts';
import type { RequestInfo } from '../errors/requestInfo.ts';
import { WriteInterrupted } from '../errors/writeInterrupted.ts';
import { recordedLook, type WriteRecord } from '../transport/writeRecord.ts';
import type { Page } from './page.ts';

/** `maybeNew` was not seen before the create, but might have been there unseen. */
export type Age = 'new' | 'maybeNew' | 'old';

export interface CreateQuestion<T> {
  readonly info: RequestInfo;
  /** The name that was sent: only objects of that name are looked at. */
  readonly name: unknown;
  readonly list: () => AsyncIterable<Page<T>>;
  /** Fields that were sent and that the object does not show. */
  readonly unmet: (found: T) => readonly string[];
  readonly nameOf: (found: T) => string;
  readonly idOf: (found: T) => number | undefined;
  /** Whether the object was there before the create, as far as this client has seen. */
  readonly age: (found: T) => Age;
}

export interface ChangeQuestion<T> {
  readonly info: RequestInfo;
  /** The fields that the write changes; with none of them there, it was not done. */
  readonly changes: Draft;
  readonly read: () => Promise<T>;
  readonly unmet: (found: T) => readonly string[];
}

export interface RemoveQuestion {
  readonly info: RequestInfo;
  readonly read: () => Promise<unknown>;
  /** The list of such objects, which is there as long as the server is. */
  readonly list: () => Promise<unknown>;
}

/** What one look at the server showed; `unclear` may be the result of the write, or not. */
type Sight<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'notDone' }
  | { readonly kind: 'unclear'; readonly candidateIds: readonly number[] };

/**
 * Waits before each look. A gateway gives up before Django does, so an object may still appear a moment
 * after its 504.
 */
const lookDelaysMs = [0, 500, 1_500];

/**
 * Establishes what became of a write whose answer was lost (decision 21). The reads are made without the
 * caller's signal: whoever cancelled a write still has to learn what it did.
 */
export class ReadBack {
  readonly #delay: Delay;
  readonly #onWrite: (record: WriteRecord) => void;

  constructor(delay: Delay, onWrite: (record: WriteRecord) => void = () => undefined) {
    this.#delay = delay;
    this.#onWrite = onWrite;
  }

  /** The created object, as answered or as found; else `OutcomeError`. */
  async afterCreate<T>(send: () => Promise<T>, question: CreateQuestion<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!mayBeDone(error)) throw error;
      return this.#look(question.info, error, () => findCreated(question));
    }
  }

  /** The changed object, as answered or as read; else `OutcomeError`. */
  async afterChange<T>(send: () => Promise<T>, question: ChangeQuestion<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!mayBeDone(error)) throw error;
      return this.#look(question.info, error, async (): Promise<Sight<T>> => {
        const found = await question.read();
        const unmet = question.unmet(found).length;
        if (unmet === 0) return { kind: 'done', value: found };
        const isUntouched = unmet >= Object.keys(question.changes).length;
        return isUntouched ? { kind: 'notDone' } : { kind: 'unclear', candidateIds: [] };
      });
    }
  }

  /** Resolves when the object is gone, by this delete or before it; else `OutcomeError`. */
  async afterRemove(send: () => Promise<unknown>, question: RemoveQuestion): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (await saysGone(error, question)) return;
      if (!mayBeDone(error)) throw error;
      await this.#look(question.info, error, async (): Promise<Sight<void>> => {
        const isGone = await question.read().then(
          () => false,
          async (missing: unknown) => {
            if (await saysGone(missing, question)) return true;
            throw missing;
          },
        );
        return isGone ? { kind: 'done', value: undefined } : { kind: 'notDone' };
      });
    }
  }

  /** For a write that nothing can be read back of. */
  async orUnknown<T>(info: RequestInfo, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw mayBeDone(error) ? new OutcomeError(info, 'unknown', causeOf(error)) : error;
    }
  }

  /** Looks a few times; "not done" only when every look could be made and none showed it. */
  #look<T>(info: RequestInfo, error: unknown, once: () => Promise<Sight<T>>): Promise<T> {
    return recordedLook(
      () => this.#lookUntilClear(info, error, once),
      outcome => this.#onWrite({ request: info, body: '', outcome }),
    );
  }

  async #lookUntilClear<T>(info: RequestInfo, error: unknown, once: () => Promise<Sight<T>>): Promise<T> {
    const cause = causeOf(error);
    // A server that failed is done with the request: nothing of it appears later, and its own words say more.
    const isOver = isOwnFailure(error);
    for (const delayMs of isOver ? lookDelaysMs.slice(0, 1) : lookDelaysMs) {
      await this.#delay(delayMs);
      const sight = await once().catch((): Sight<T> => ({ kind: 'unclear', candidateIds: [] }));
      if (sight.kind === 'done') return sight.value;
      if (sight.kind === 'unclear') throw new OutcomeError(info, 'unknown', cause, sight.candidateIds);
    }
    throw isOver ? error : new OutcomeError(info, 'notDone', cause);
  }
}

/** The server itself, and not a gateway before it, says that it failed; it may have done so after the deed. */
function isOwnFailure(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status >= 500 && ![502, 503, 504].includes(error.status);
}

/** Whether a write that failed so may nevertheless have been carried out. */
function mayBeDone(error: unknown): boolean {
  if (error instanceof WriteInterrupted) return true;
  if (error instanceof ConnectionError) return error.mayHaveSent;
  if (error instanceof HttpStatusError) return error.status >= 500;
  return error instanceof ContractError;
}

function causeOf(error: unknown): unknown {
  return error instanceof WriteInterrupted ? error.cause : error;
}

/** Whether a 404 is about the object. That of a proxy whose server is away is about every address, the list too. */
async function saysGone(error: unknown, { list }: RemoveQuestion): Promise<boolean> {
  if (!isNotFound(error)) return false;
  return error.form === 'json' || list().then(() => true, isOwnWord);
}

/** The server refuses the list, so it is there. */
function isOwnWord(error: unknown): boolean {
  return error instanceof HttpStatusError && error.form === 'json';
}

/**
 * A new object that shows exactly what was sent is the created one. Others of the same name might be it: a
 * server may have written something in another way, so those are neither adopted nor taken as "not created".
 */
async function findCreated<T>(question: CreateQuestion<T>): Promise<Sight<T>> {
  const name = trimmed(question.name);
  const same: T[] = [];
  const similar: T[] = [];
  let isHidden = false;
  for await (const page of question.list()) {
    for (const item of page.items) {
      const age = question.age(item);
      if (age === 'old' || trimmed(question.nameOf(item)) !== name) continue;
      (age === 'new' && question.unmet(item).length === 0 ? same : similar).push(item);
    }
    isHidden ||= page.unreadable.some(row => row.more !== undefined || mayBear(name, row.raw));
  }
  const [only] = same;
  if (only !== undefined && same.length === 1) return { kind: 'done', value: only };
  if (same.length + similar.length === 0 && !isHidden) return { kind: 'notDone' };
  const candidateIds = [...same, ...similar].map(question.idOf).filter(id => id !== undefined);
  return { kind: 'unclear', candidateIds };
}

/** Whether a row that cannot be read may be an object of this name. */
function mayBear(name: unknown, raw: unknown): boolean {
  // Of a row that was too long to be read only its length is there.
  if (!isRecord(raw)) return typeof raw === 'string';
  return typeof raw['name'] !== 'string' || trimmed(raw['name']) === name;
}

function trimmed(name: unknown): unknown {
  return typeof name === 'string' ? name.trim() : name;
}
