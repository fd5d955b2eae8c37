import { changedFields, isApplied } from '../model/difference.ts';
import type { Delay } from '../util/delay.ts';
import {
  ApiErrorBase,
  ConnectionError,
  HttpStatusError,
  isAbort,
  isNotFound,
  OutcomeError,
  type RequestInfo,
} from './errors.ts';
import type { Page } from './page.ts';

type Draft = Readonly<Record<string, unknown>>;

/** `maybeNew` was not seen before the create, but might have been there unseen. */
export type Age = 'new' | 'maybeNew' | 'old';

export interface CreateQuestion<T> {
  readonly info: RequestInfo;
  readonly draft: Draft;
  readonly list: () => AsyncIterable<Page<T>>;
  readonly toDraft: (found: T) => Draft;
  readonly idOf: (found: T) => number | undefined;
  /** Whether the object was there before the create, as far as this client has seen. */
  readonly age: (found: T) => Age;
}

export interface ChangeQuestion<T> {
  readonly info: RequestInfo;
  readonly sent: Draft;
  readonly read: () => Promise<T>;
  readonly toDraft: (found: T) => Draft;
}

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

  constructor(delay: Delay) {
    this.#delay = delay;
  }

  /** The created object, as answered or as found; else `OutcomeError`. */
  async afterCreate<T>(send: () => Promise<T>, question: CreateQuestion<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!mayBeDone(error)) throw error;
      return this.#findCreated(error, question);
    }
  }

  /** The changed object, as answered or as read; else `OutcomeError`. */
  async afterChange<T>(send: () => Promise<T>, question: ChangeQuestion<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!mayBeDone(error)) throw error;
      return this.#look(question.info, error, async () => {
        const found = await question.read();
        return isApplied(question.sent, question.toDraft(found)) ? { value: found } : undefined;
      });
    }
  }

  /** Resolves when the object is gone, by this delete or before it; else `OutcomeError`. */
  async afterRemove(
    info: RequestInfo,
    send: () => Promise<unknown>,
    read: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (isNotFound(error)) return;
      if (!mayBeDone(error)) throw error;
      await this.#look(info, error, async () => {
        const isGone = await read().then(() => false, absence);
        return isGone ? { value: undefined } : undefined;
      });
    }
  }

  /** For a write that nothing can be read back of. */
  async orUnknown<T>(info: RequestInfo, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw mayBeDone(error) ? new OutcomeError(info, 'unknown', error) : error;
    }
  }

  async #findCreated<T>(cause: unknown, question: CreateQuestion<T>): Promise<T> {
    return this.#look(question.info, cause, async () => {
      const { same, similar } = await findCandidates(question);
      const [only] = same;
      if (only !== undefined && same.length === 1) return { value: only };
      const candidates = [...same, ...similar];
      if (candidates.length === 0) return undefined;
      const ids = candidates.map(question.idOf).filter(id => id !== undefined);
      throw new OutcomeError(question.info, 'unknown', cause, ids);
    });
  }

  /** Looks a few times; "not done" only when every look could be made and none showed it. */
  async #look<T>(
    info: RequestInfo,
    cause: unknown,
    once: () => Promise<{ readonly value: T } | undefined>,
  ): Promise<T> {
    for (const delayMs of lookDelaysMs) {
      await this.#delay(delayMs);
      try {
        const found = await once();
        if (found !== undefined) return found.value;
      } catch (error) {
        if (error instanceof OutcomeError) throw error;
        throw new OutcomeError(info, 'unknown', cause);
      }
    }
    throw new OutcomeError(info, 'notDone', cause);
  }
}

/** Whether a write that failed so may nevertheless have been carried out. */
function mayBeDone(error: unknown): boolean {
  if (isAbort(error)) return true;
  if (error instanceof ConnectionError) return error.mayHaveSent;
  if (error instanceof HttpStatusError) return error.status >= 502 && error.status <= 504;
  return error instanceof ApiErrorBase && (error.kind === 'contract' || error.kind === 'tooLarge');
}

function absence(error: unknown): boolean {
  if (isNotFound(error)) return true;
  throw error;
}

/**
 * New objects that hold exactly what was sent, and others of the same name that might be the one: a server
 * may have written an address as a host name, so those are neither adopted nor taken as "not created".
 */
async function findCandidates<T>(question: CreateQuestion<T>): Promise<{ same: T[]; similar: T[] }> {
  const same: T[] = [];
  const similar: T[] = [];
  for await (const page of question.list()) {
    for (const item of page.items) {
      const found = question.toDraft(item);
      const age = question.age(item);
      if (age === 'old' || changedFields(found, { name: question.draft['name'] }).length > 0) continue;
      (age === 'new' && isApplied(question.draft, found) ? same : similar).push(item);
    }
  }
  return { same, similar };
}
