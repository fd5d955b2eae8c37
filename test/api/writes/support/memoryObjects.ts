import type { Device } from '../../../../src/api/model/device.ts';
import type { Draft } from '../../../../src/api/model/draft.ts';
import { type Group, otherwiseGroupFields, toGroupDraft } from '../../../../src/api/model/group.ts';
import { identifyGroup, identifyJob } from '../../../../src/api/model/identity.ts';
import { type Job, otherwiseJobFields, toJobDraft } from '../../../../src/api/model/job.ts';
import { ServerPause } from '../../../../src/api/transport/serverPause.ts';
import {
  type ObjectAccess,
  type ObjectRequests,
  ObjectWrites,
} from '../../../../src/api/writes/objectWrites.ts';
import type { Guard } from '../../../../src/api/writes/writeResult.ts';
import { device, group, job, settled, statusError } from '../../../store/support/fakes.ts';

type Compared<T> = Pick<ObjectAccess<T>, 'toDraft' | 'identify' | 'otherwise'>;

/** The objects of a server in memory. Other writers act in `onCall`, before each request is answered. */
class MemoryObjects<T extends { readonly id: number | undefined }> {
  readonly objects = new Map<number, T>();
  /** Requests in order: `read 7`, `update 7 {"enabled":false}`. */
  readonly calls: string[] = [];
  guard: Guard | undefined;
  onCall: (call: string) => void = () => undefined;
  /** What the server stores of a patch; everything by default. */
  stores: (patch: Draft) => Draft = patch => patch;
  /** Whether the server accepts changes and deletes without carrying them out. */
  isDeaf = false;
  readonly writes: ObjectWrites<T>;
  readonly #apply: (object: T, patch: Draft) => T;
  readonly #make: (id: number, draft: Draft) => T;

  constructor(
    objects: readonly T[],
    compared: Compared<T>,
    { apply, make }: { apply: (object: T, patch: Draft) => T; make: (id: number, draft: Draft) => T },
  ) {
    for (const object of objects) this.objects.set(object.id ?? 0, object);
    this.#apply = apply;
    this.#make = make;
    const access: ObjectAccess<T> = {
      ...compared,
      read: id => this.#call(`read ${id}`, () => this.found(id)),
      hasId: ({ id }) => id !== undefined,
      refuted: () => undefined,
      created: async object => object,
      changed: (_, object) => object,
      deleted: () => undefined,
    };
    this.writes = new ObjectWrites(access, this.#requests(), () => this.guard, new ServerPause());
  }

  found(id: number): T {
    const object = this.objects.get(id);
    if (object === undefined) throw statusError(404);
    return object;
  }

  /** The writes in order, without the reads. */
  get sent(): readonly string[] {
    return this.calls.filter(call => !call.startsWith('read'));
  }

  #requests(): ObjectRequests<T> {
    return {
      create: draft =>
        this.#call(`create ${JSON.stringify(draft)}`, () => {
          const id = Math.max(0, ...this.objects.keys()) + 1;
          this.objects.set(id, this.#make(id, this.stores(draft)));
          return this.found(id);
        }),
      update: (id, patch) =>
        this.#call(`update ${id} ${JSON.stringify(patch)}`, () => this.change(id, patch)),
      replace: (id, draft) =>
        this.#call(`replace ${id} ${JSON.stringify(draft)}`, () => this.change(id, draft)),
      remove: id =>
        this.#call(`remove ${id}`, () => {
          this.found(id);
          if (!this.isDeaf) this.objects.delete(id);
        }),
    };
  }

  /** What the server does with a change. */
  change(id: number, patch: Draft): T {
    if (!this.isDeaf) this.objects.set(id, this.#apply(this.found(id), this.stores(patch)));
    return this.found(id);
  }

  async #call<R>(call: string, respond: () => R): Promise<R> {
    this.calls.push(call);
    await settled();
    this.onCall(call);
    return respond();
  }
}

/** Jobs on a server in memory, and the only way to write them. */
export function jobsOnServer(...jobs: readonly Job[]) {
  const compared: Compared<Job> = {
    toDraft: toJobDraft,
    identify: (seen, now) => identifyJob(seen, toJobDraft(now)),
    otherwise: otherwiseJobFields,
  };
  const apply = (before: Job, patch: Draft): Job => ({ ...before, ...withDevices(patch, 'peers') });
  return new MemoryObjects(jobs, compared, { apply, make: (id, draft) => apply(job(id), draft) });
}

/** Groups on a server in memory, and the only way to write them. */
export function groupsOnServer(...groups: readonly Group[]) {
  const compared: Compared<Group> = {
    toDraft: toGroupDraft,
    identify: (seen, now) => identifyGroup(seen, toGroupDraft(now)),
    otherwise: otherwiseGroupFields,
  };
  const apply = (before: Group, patch: Draft): Group => ({ ...before, ...withDevices(patch, 'server_set') });
  return new MemoryObjects(groups, compared, { apply, make: (id, draft) => apply(group('', { id }), draft) });
}

/** Requests name devices; responses describe them. */
function withDevices(patch: Draft, field: string): Draft {
  const names = patch[field];
  if (!Array.isArray(names)) return patch;
  const devices = names.map((name): Device => device(Number(String(name).replace('PC-', ''))));
  return { ...patch, [field]: devices };
}
