import type * as z from 'zod/mini';
import { ContractError, NotSentError } from '../errors/apiError.ts';
import { type Device, unwritableDevices } from '../model/device.ts';
import { patchOf } from '../model/difference.ts';
import type { Draft } from '../model/draft.ts';
import type { Call, CallOptions, Requester } from '../transport/requester.ts';
import type { Page } from './listPage.ts';
import type { Age, ReadBack } from './readBack.ts';

export interface ReplaceOptions<T> extends CallOptions {
  /** The object as it was just read; by default, it is read first. */
  readonly current?: T;
}

export interface ObjectTraits<T, Body extends Draft> {
  readonly noun: 'Job' | 'Group';
  readonly listPath: string;
  readonly schema: z.core.$ZodType<T>;
  readonly toDraft: (object: T) => Body;
  readonly toCreate: (draft: Body) => Body;
  /** The sent fields that the object does not reflect. */
  readonly unmet: (sent: Partial<Body>, object: T, isNew?: boolean) => string[];
  readonly devicesOf: (object: T) => readonly Device[];
}

/** The operations of docs/api.md, "Endpoints", that jobs and groups have in common. */
export abstract class ObjectsResource<
  T extends { readonly id: number | undefined; readonly name: string },
  Body extends Draft,
> {
  readonly requester: Requester;
  readonly readBack: ReadBack;
  readonly traits: ObjectTraits<T, Body>;
  #creating: Promise<unknown> = Promise.resolve();

  constructor(requester: Requester, readBack: ReadBack, traits: ObjectTraits<T, Body>) {
    this.requester = requester;
    this.readBack = readBack;
    this.traits = traits;
  }

  /** Whether a response is about the object with this ID; `changes` are the fields that a write changes. */
  abstract sameObject(id: number, changes?: Draft): (object: T) => boolean;
  /** Called with each object that was read or changed by its ID. */
  abstract saw(id: number, object: T): void;
  /** What is known of all objects now; one that may have existed is no created one if it has another name. */
  abstract known(): { age(object: T): Age; mayBeOld(object: T): boolean };
  abstract sawCreated(object: T): void;
  /** The pages of the whole list, for finding a created object. */
  abstract all(): AsyncIterable<Page<T>>;

  async get(id: number, { signal }: CallOptions = {}): Promise<T> {
    return this.#checked(this.#call('get', 'GET', id, { signal }), id, this.sameObject(id));
  }

  /**
   * Creates an object. If the response is lost, the list decides (decision 21): resolves with the object found there,
   * or rejects with an `OutcomeError` that says whether it was not created or this is unknown. Creates run one at a
   * time, so that a new object in the list cannot come from another create.
   */
  create(draft: Body, { signal }: CallOptions = {}): Promise<T> {
    const { schema, toCreate, unmet } = this.traits;
    const body = toCreate(draft);
    const call = this.#call('create', 'POST', undefined, { body, signal });
    const run = async () => {
      signal?.throwIfAborted();
      const known = this.known();
      const send = async () => {
        const created = await this.requester.checked(call, schema);
        // An object that already existed under another name is not the created one, whatever the response says.
        if (known.mayBeOld(created) && unmet(body, created).includes('name'))
          throw this.other(call, undefined);
        return created;
      };
      const created = await this.readBack.afterCreate(send, {
        info: this.requester.info(call),
        name: body['name'],
        list: () => this.all(),
        unmet: found => unmet(body, found, true),
        age: found => known.age(found),
      });
      this.sawCreated(created);
      return created;
    };
    const result = this.#creating.then(run, run);
    this.#creating = result.catch(() => undefined);
    return result;
  }

  /**
   * Replaces the whole object (PUT). Fields missing from `draft`, and undocumented ones, are filled in from the
   * server's object, so that nothing is lost (decisions 6 and 14). Rejects with `NotSentError` when a device of the
   * object cannot be written back (decision 13).
   */
  async replace(id: number, draft: Body, { signal, ...options }: ReplaceOptions<T> = {}): Promise<T> {
    const { toDraft, devicesOf } = this.traits;
    const current = options.current ?? (await this.get(id, { signal }));
    const body = { ...toDraft(current), ...draft };
    const call = this.#call('replace', 'PUT', id, { body, signal });
    const devices = unwritableDevices(devicesOf(current));
    if (devices.length > 0)
      throw new NotSentError(this.requester.info(call), { code: 'unwritableDevices', devices });
    return this.change(call, id, patchOf(toDraft(current), body));
  }

  update(id: number, patch: Body, { signal }: CallOptions = {}): Promise<T> {
    return this.change(this.#call('update', 'PATCH', id, { body: patch, signal }), id, patch);
  }

  /** Deletes an object; one that no longer exists counts as deleted (decision 21). */
  remove(id: number, { signal }: CallOptions = {}): Promise<void> {
    const call = this.#call('delete', 'DELETE', id, { signal });
    const list: Call = { ...this.listCall(this.traits.listPath), once: true };
    return this.readBack.afterRemove(() => this.requester.write(call), {
      info: this.requester.info(call),
      read: () => this.get(id),
      list: () => this.requester.read(list),
    });
  }

  /** `changes` are the fields that the write is meant to change. */
  change(call: Call, id: number, changes: Partial<Body>): Promise<T> {
    const isSame = this.sameObject(id, changes);
    return this.readBack.afterChange(() => this.#checked(call, id, isSame), {
      info: this.requester.info(call),
      changes,
      read: () => this.#checked(this.#call('get', 'GET', id, {}), id, isSame),
      unmet: found => this.traits.unmet(changes, found),
    });
  }

  listCall(path: string, signal?: AbortSignal): Call {
    return { operation: `list${this.traits.noun}s`, method: 'GET', path, signal };
  }

  other(call: Call, id: number | undefined): ContractError {
    return new ContractError(this.requester.info(call), { code: 'otherObject', id });
  }

  async #checked(call: Call, id: number, isSame: (object: T) => boolean): Promise<T> {
    const object = await this.requester.checked(call, this.traits.schema);
    if (!isSame(object)) throw this.other(call, id);
    this.saw(id, object);
    return object;
  }

  #call(
    verb: 'get' | 'create' | 'replace' | 'update' | 'delete',
    method: Call['method'],
    id: number | undefined,
    rest: Pick<Call, 'body' | 'signal'>,
  ): Call {
    const { noun, listPath } = this.traits;
    return {
      operation: `${verb}${noun}`,
      method,
      path: id === undefined ? listPath : `${listPath}${id}/`,
      ...rest,
    };
  }
}
