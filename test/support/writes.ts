import type { Client } from '../../src/api/client.ts';
import type { Draft } from '../../src/api/model/draft.ts';
import type { Group } from '../../src/api/model/group.ts';
import type { Job } from '../../src/api/model/job.ts';
import type { ServerWrites } from '../../src/api/writes/serverWrites.ts';
import { orThrow, unlessRefused } from '../../src/api/writes/writeResult.ts';
import { writing } from '../../src/api/writing.ts';

/** A client with its writing methods, for the tests of `src/api`. */
export type WritingClient = Client & Client[typeof writing];

export function withWrites(client: Client): WritingClient {
  return { ...client, ...client[writing] };
}

interface Writer {
  readonly writes: Pick<ServerWrites, 'jobs' | 'groups'>;
}

/** Changes fields of a job, whatever it is on the server. */
export async function patchJob({ writes }: Writer, id: number, patch: Draft): Promise<Job> {
  return orThrow(await writes.jobs.change({ id, draft: {} }, () => ({ kind: 'send', patch }))).object;
}

/** Changes fields of a group, whatever it is on the server. */
export async function patchGroup({ writes }: Writer, id: number, patch: Draft): Promise<Group> {
  return orThrow(await writes.groups.change({ id, draft: {} }, () => ({ kind: 'send', patch }))).object;
}

export async function createJob({ writes }: Writer, draft: Draft): Promise<Job> {
  return unlessRefused(await writes.jobs.create(draft)).object;
}

export async function removeJob({ writes }: Writer, id: number): Promise<void> {
  orThrow(await writes.jobs.remove({ id, draft: {} }));
}
