import type { Client } from '../client.ts';
import { PartialStopError } from '../errors/apiError.ts';
import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import type { StopResponse } from '../resources/stops.ts';
import type { ServerPause } from '../transport/serverPause.ts';
import { writing } from '../writing.ts';
import { type ObjectAccess, ObjectWrites, type Seen } from './objectWrites.ts';
import { type Guard, WriteError } from './writeResult.ts';

export interface ServerWritesOptions {
  readonly client: Pick<Client, typeof writing | 'pause'>;
  readonly jobs: ObjectAccess<Job>;
  readonly groups: ObjectAccess<Group>;
  readonly guard: () => Guard | undefined;
}

export interface StopWriteResult {
  readonly response: StopResponse;
  /** The jobs in the stop requests that the server accepted. */
  readonly requestedIds: ReadonlySet<number>;
  /** Jobs that were left out, because they are no longer those that were seen, and the error that says so. */
  readonly refused: ReadonlyMap<number, unknown>;
  /** The failure of a later part, if the request had to be split. */
  readonly failure: PartialStopError | undefined;
}

/** All writes to one server. */
export class ServerWrites {
  readonly jobs: ObjectWrites<Job>;
  readonly groups: ObjectWrites<Group>;
  readonly pause: ServerPause;
  readonly #requests: Client[typeof writing];
  readonly #guard: () => Guard | undefined;

  constructor({ client, jobs, groups, guard }: ServerWritesOptions) {
    this.#requests = client[writing];
    this.#guard = guard;
    this.pause = client.pause;
    this.jobs = new ObjectWrites(jobs, this.#requests.jobs, guard, this.pause);
    this.groups = new ObjectWrites(groups, this.#requests.groups, guard, this.pause);
  }

  /**
   * Stops the jobs that are still those that were seen, with one request. `onSending` is awaited before, with their
   * IDs. Rejects like the client if nothing was stopped.
   */
  async stop(
    jobs: readonly Seen[],
    onSending: (ids: readonly number[]) => Promise<void>,
  ): Promise<StopWriteResult> {
    const refused = await this.jobs.refused(jobs);
    const ids = jobs.map(({ id }) => id).filter(id => !refused.has(id));
    if (ids.length === 0)
      return { response: noResponse, requestedIds: new Set(), refused, failure: undefined };
    await onSending(ids);
    const guard = this.#guard();
    if (guard !== undefined) throw new WriteError({ kind: 'notSent', guard });
    try {
      const response = await this.#requests.jobs.stop(ids);
      return { response, requestedIds: new Set(ids), refused, failure: undefined };
    } catch (error) {
      if (!(error instanceof PartialStopError)) throw error;
      return { response: noResponse, requestedIds: new Set(error.requestedIds), refused, failure: error };
    }
  }
}

const noResponse: StopResponse = { kind: 'accepted', message: '' };
