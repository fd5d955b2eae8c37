import { systemClock } from '../../base/clock.ts';
import { inParallel } from '../../base/inParallel.ts';
import { stringOf } from '../../base/json.ts';
import { ContractError, isApiError, isNotFound, OutcomeError } from '../errors/apiError.ts';
import type { Device } from '../model/device.ts';
import { findChangedFields } from '../model/difference.ts';
import { type Draft, onlyFields } from '../model/draft.ts';
import type { Identity } from '../model/identity.ts';
import type { ReplaceOptions } from '../resources/objects.ts';
import type { ServerPause } from '../transport/serverPause.ts';
import {
  type ChangeResult,
  type CreateResult,
  differencesIn,
  errorOf,
  type Guard,
  type Refused,
  type RemoveResult,
  type StoredDifference,
} from './writeResult.ts';

/** An object as the user or a plan saw it. Fields that are missing from its draft are not compared. */
export interface Seen {
  readonly id: number;
  readonly draft: Draft;
  /** Whether an ID that the server itself returns is proof enough, because the caller compares the rest. */
  readonly isIdProof?: boolean;
}

/** What to do, decided from the object as it is on the server now. */
export type Decision =
  | { readonly kind: 'send'; readonly patch: Draft }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'conflict'; readonly fields: readonly string[] }
  | { readonly kind: 'unnameable'; readonly devices: readonly Device[] }
  /** Deciding took long, because the user was asked: the object is read again, and it is decided again. */
  | { readonly kind: 'again' };

export interface WriteOptions {
  /** Awaited before the write is sent, with the values that it replaces; if it rejects, nothing is sent. */
  readonly onSending?: ((before: Draft) => Promise<void>) | undefined;
}

export interface ChangeOptions extends WriteOptions {
  /** The change is about the object as a whole, which must still have the name, work and targets that were seen. */
  readonly isOfWhole?: boolean;
  /** The change only adds to lists and removes from them. If another writer undoes it, it is sent once more. */
  readonly isMerge?: boolean;
}

export interface RemoveOptions<T> extends WriteOptions {
  /** Fields that others have changed, in addition to those that identify the object. */
  readonly conflicts?: (now: T) => readonly string[];
}

export interface CreateOptions extends WriteOptions {
  /** Looks for an object of this name that did not exist when the create was planned. */
  readonly isNameTaken?: (() => Promise<boolean>) | undefined;
}

/** A write whose caller does not record it: no `onSending` was passed. */
export interface SingleWrite<T> {
  readonly does: 'create' | 'change';
  /** `undefined` for a create, or if the outcome is unknown. */
  readonly before: T | undefined;
  /** `undefined` if the outcome is unknown. */
  readonly object: T | undefined;
  /** What the caller saw, or the draft of a create. */
  readonly seen: Seen;
  readonly is: 'done' | 'otherwise' | 'unknown';
  readonly differences: readonly StoredDifference[];
}

/** How objects of one kind are read, compared and stored. */
export interface ObjectAccess<T> {
  /** Reads the object from the server; another one than expected is not stored. */
  read(id: number, isExpected: (object: T) => boolean): Promise<T>;
  toDraft(object: T): Draft;
  identify(seen: Draft, now: T): Identity;
  /** Whether the server returned the ID. */
  hasId(object: T): boolean;
  /** Called when the ID no longer belongs to the object that was seen. */
  refuted(seen: Seen): void;
  /** The sent fields that the server stored otherwise. */
  otherwise(sent: Draft, object: T, isNew?: boolean): readonly string[];
  /** Stores a created object; resolves with what is known of it then. */
  created(object: T): Promise<T>;
  /** Stores the response to a change. */
  changed(id: number, object: T): T;
  deleted(id: number): void;
  /** Called with each write that its caller does not record. */
  wrote?(write: SingleWrite<T>): void;
}

export interface ObjectRequests<T> {
  create(draft: Draft): Promise<T>;
  update(id: number, patch: Draft): Promise<T>;
  replace(id: number, draft: Draft, options: ReplaceOptions<T>): Promise<T>;
  remove(id: number): Promise<void>;
}

/**
 * The only way to write objects of one kind to a server. Each write reads the object again, checks that it is still
 * the one that was seen (decision 30) and that no other writer has changed the same fields (decision 15), is recorded,
 * checks what forbids writing now, is sent once (decision 21), and is compared with what the server stored
 * (decision 31).
 */
export class ObjectWrites<T> {
  readonly #access: ObjectAccess<T>;
  readonly #requests: ObjectRequests<T>;
  readonly #guard: () => Guard | undefined;
  readonly #pause: ServerPause;
  /** Writes of one object run one after the other, because some read and write a whole list. */
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor(
    access: ObjectAccess<T>,
    requests: ObjectRequests<T>,
    guard: () => Guard | undefined,
    pause: ServerPause,
  ) {
    this.#access = access;
    this.#requests = requests;
    this.#guard = guard;
    this.#pause = pause;
  }

  async create(draft: Draft, { onSending, isNameTaken }: CreateOptions = {}): Promise<CreateResult<T>> {
    if ((await isNameTaken?.()) === true) return { kind: 'created', name: stringOf(draft['name']) };
    const sent = await this.#send({}, onSending, () => this.#requests.create(draft));
    const result =
      sent.kind === 'sent' ? this.#compared(draft, await this.#access.created(sent.value), true) : sent;
    if (onSending === undefined) this.#report('create', { id: 0, draft }, result);
    return result;
  }

  /** Changes the fields that `decide` returns, with a PATCH. `requestedMs` is when the read began, on the steady clock. */
  async change(seen: Seen, decide: Decide<T>, options: ChangeOptions = {}): Promise<ChangeResult<T>> {
    for (;;) {
      const result = await this.#inTurn(seen.id, () => this.#change(seen, decide, options));
      if (result.kind === 'again') continue;
      if (options.onSending === undefined) this.#report('change', seen, result);
      return result;
    }
  }

  /** Replaces the whole object with a PUT, unless one of its fields has changed since it was seen. */
  replace(seen: Seen, draft: Draft, { onSending }: WriteOptions = {}): Promise<ChangeResult<T>> {
    return this.#inTurn(seen.id, async () => {
      const found = await this.#find(seen, true);
      if (found.kind !== 'found') return found;
      const { object: before } = found;
      const fields = findChangedFields(seen.draft, this.#access.toDraft(before));
      if (fields.length > 0) return { kind: 'conflict', fields };
      const result = await this.#sendChange(seen.id, { before, asked: draft, onSending }, () =>
        this.#requests.replace(seen.id, draft, { current: before }),
      );
      if (onSending === undefined) this.#report('change', seen, result);
      return result;
    });
  }

  /** Deletes the object, unless its name, work or targets have changed since it was seen. */
  remove(seen: Seen, { onSending, conflicts }: RemoveOptions<T> = {}): Promise<RemoveResult<T>> {
    return this.#inTurn(seen.id, async () => {
      const found = await this.#find(seen, true);
      if (found.kind === 'gone') return { kind: 'nothingToDo' };
      if (found.kind !== 'found') return found;
      const { object: before } = found;
      const fields = conflicts?.(before) ?? [];
      if (fields.length > 0) return { kind: 'conflict', fields };
      const draft = this.#access.toDraft(before);
      const sent = await this.#send(draft, onSending, () => this.#requests.remove(seen.id));
      if (sent.kind !== 'sent') return sent;
      this.#access.deleted(seen.id);
      const left = await this.#findWritten(seen.id, draft);
      if (left.kind === 'found') return { kind: 'storedOtherwise', before, differences: [] };
      if (left.kind === 'rejected' || left.kind === 'unknown') return toUnconfirmedError(left.error);
      return { kind: 'done', before };
    });
  }

  /** Which of the objects are no longer those that were seen, and the errors that say so. */
  async refused(seen: readonly Seen[]): Promise<ReadonlyMap<number, unknown>> {
    const refused = new Map<number, unknown>();
    await inParallel(seen, readsAtOnce, async one => {
      const found = await this.#find(one, true);
      if (found.kind !== 'found') refused.set(one.id, errorOf(found));
    });
    return refused;
  }

  async #change(seen: Seen, decide: Decide<T>, options: ChangeOptions): Promise<ChangeResult<T> | Again> {
    const { isOfWhole = false, isMerge = false, onSending } = options;
    const requestedMs = systemClock.steadyMs();
    const found = await this.#find(seen, isOfWhole);
    if (found.kind !== 'found') return found;
    const { object: before } = found;
    const decision = await decide(before, requestedMs);
    if (decision.kind === 'nothing') return { kind: 'nothingToDo', object: before };
    if (decision.kind !== 'send') return decision;
    const update = (patch: Draft) =>
      this.#sendChange(seen.id, { before, asked: patch, onSending }, () =>
        this.#requests.update(seen.id, patch),
      );
    const result = await update(decision.patch);
    if (result.kind !== 'done' || !isMerge) return result;
    const undone = await this.#undoneIn(seen.id, result.object, decide);
    if (undone === undefined) return result;
    // Whatever comes of the repetition, the first write was done.
    const repeated = await update(undone.patch).catch(() => undefined);
    if (repeated?.kind === 'unknown' || repeated?.kind === 'storedOtherwise') return repeated;
    const left = repeated?.kind === 'done' ? await this.#undoneIn(seen.id, repeated.object, decide) : undone;
    if (repeated?.kind === 'done' && left === undefined) return repeated;
    const { object, patch } = left ?? undone;
    const differences = differencesOf(Object.keys(patch), patch, this.#access.toDraft(object));
    return { kind: 'storedOtherwise', before, object, differences };
  }

  /**
   * What of a change is missing again, because another writer read the list before this change and wrote it after.
   */
  async #undoneIn(
    id: number,
    stored: T,
    decide: Decide<T>,
  ): Promise<{ readonly object: T; readonly patch: Draft } | undefined> {
    const found = await this.#findWritten(id, this.#access.toDraft(stored));
    if (found.kind !== 'found') return undefined;
    const decision = await decide(found.object, systemClock.steadyMs());
    return decision.kind === 'send' ? { object: found.object, patch: decision.patch } : undefined;
  }

  /** The object as it is now, if it is still the one that was seen. */
  async #find(seen: Seen, isOfWhole: boolean): Promise<Found<T> | Refused> {
    const access = this.#access;
    const { isIdProof = false } = seen;
    const identify = (object: T): Identity =>
      isIdProof && access.hasId(object) ? { kind: 'same', fields: [] } : access.identify(seen.draft, object);
    try {
      const object = await access.read(seen.id, now => identify(now).kind !== 'another');
      const { kind, fields } = identify(object);
      if (kind === 'same' || (kind === 'changed' && !isOfWhole)) return { kind: 'found', object };
      if (kind === 'changed') return { kind: 'conflict', fields };
      access.refuted(seen);
      return {
        kind: 'anotherObject',
        name: stringOf(seen.draft['name']),
        found: stringOf(access.toDraft(object)['name']),
      };
    } catch (error) {
      if (isNotFound(error)) access.refuted(seen);
      return failureOf(error);
    }
  }

  /** The object after a write. If the server limits requests just then, its pause is waited for. */
  async #findWritten(id: number, draft: Draft): Promise<Found<T> | Refused> {
    const found = await this.#find({ id, draft }, false);
    if (found.kind !== 'rejected' || this.#pause.leftMs === 0) return found;
    await this.#pause.over();
    return this.#find({ id, draft }, false);
  }

  /** Records and sends one request, unless something forbids it now. */
  async #send<R>(
    before: Draft,
    onSending: WriteOptions['onSending'],
    request: () => Promise<R>,
  ): Promise<{ readonly kind: 'sent'; readonly value: R } | Refused> {
    await onSending?.(before);
    const guard = this.#guard();
    if (guard !== undefined) return { kind: 'notSent', guard };
    try {
      return { kind: 'sent', value: await request() };
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Sends a change; if the server accepts it without returning the object, what it has stored is read. */
  async #sendChange(
    id: number,
    { before, asked, onSending }: { readonly before: T; readonly asked: Draft } & WriteOptions,
    request: () => Promise<T>,
  ): Promise<ChangeResult<T>> {
    const access = this.#access;
    const stored = async () => {
      try {
        return access.changed(id, await request());
      } catch (error) {
        if (isNotFound(error)) access.deleted(id);
        if (!isAcceptedWithoutObject(error)) throw error;
        const found = await this.#findWritten(id, { ...access.toDraft(before), ...asked });
        if (found.kind !== 'found') throw error;
        return found.object;
      }
    };
    const replaced = onlyFields(access.toDraft(before), Object.keys(asked));
    const sent = await this.#send(replaced, onSending, stored);
    return sent.kind === 'sent' ? { before, ...this.#compared(asked, sent.value) } : sent;
  }

  /** Reports a write that may have changed something; deletes are always recorded by their callers. */
  #report(does: 'create' | 'change', seen: Seen, result: ChangeResult<T> | CreateResult<T>): void {
    if (result.kind === 'done' || result.kind === 'storedOtherwise') {
      const before = 'before' in result ? result.before : undefined;
      const is = result.kind === 'done' ? 'done' : 'otherwise';
      const differences = differencesIn(result);
      this.#access.wrote?.({ does, seen, before, object: result.object, is, differences });
    } else if (result.kind === 'unknown')
      this.#access.wrote?.({
        does,
        seen,
        before: undefined,
        object: undefined,
        is: 'unknown',
        differences: [],
      });
  }

  #compared(asked: Draft, object: T, isNew = false) {
    const fields = this.#access.otherwise(asked, object, isNew);
    if (fields.length === 0) return { kind: 'done', object } as const;
    const differences = differencesOf(fields, asked, this.#access.toDraft(object));
    return { kind: 'storedOtherwise', object, differences } as const;
  }

  #inTurn<R>(id: number, run: () => Promise<R>): Promise<R> {
    const result = (this.#turns.get(id) ?? Promise.resolve()).then(run, run);
    this.#turns.set(id, result);
    const end = () => {
      if (this.#turns.get(id) === result) this.#turns.delete(id);
    };
    result.then(end, end);
    return result;
  }
}

interface Found<T> {
  readonly kind: 'found';
  readonly object: T;
}

type Decide<T> = (now: T, requestedMs: number) => Decision | Promise<Decision>;
type Again = Extract<Decision, { readonly kind: 'again' }>;

const readsAtOnce = 8;

function differencesOf(fields: readonly string[], asked: Draft, stored: Draft): StoredDifference[] {
  return fields.map(field => ({ field, asked: asked[field], stored: stored[field] }));
}

function failureOf(error: unknown): Refused {
  if (error instanceof OutcomeError && error.outcome === 'unknown') return { kind: 'unknown', error };
  return isNotFound(error) ? { kind: 'gone', error } : { kind: 'rejected', error };
}

/** The server accepted the write, but what it has stored cannot be read. */
function toUnconfirmedError(error: unknown): Refused {
  const unknown = isApiError(error) ? new OutcomeError(error.request, 'unknown', error) : error;
  return { kind: 'unknown', error: unknown };
}

/** Whether the server returned 2xx to a write, but not the object: nothing, or another value. */
function isAcceptedWithoutObject(error: unknown): boolean {
  if (!(error instanceof OutcomeError) || !(error.cause instanceof ContractError)) return false;
  const { code } = error.cause.problem;
  return code === 'empty' || code === 'shape';
}
