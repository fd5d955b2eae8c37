import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ApiError, isApiError, OutcomeError } from '../../../src/api/errors/apiError.ts';
import { errorText } from '../../../src/api/errors/errorText.ts';
import type { Group } from '../../../src/api/model/group.ts';
import type { Job } from '../../../src/api/model/job.ts';
import { jsonEqual } from '../../../src/base/json.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import {
  existing,
  itemsOf,
  type TestClient,
  usesFetch,
  withClient,
  withDemo,
} from '../../support/http/clients.ts';
import { type FaultProxy, noFault, startFaultProxy } from '../../support/http/faultProxy.ts';
import { type ScriptedServer, withScript } from '../../support/http/scriptedServer.ts';
import { wireFaults } from '../../support/http/wireFaults.ts';

const tooManyBytes = 200_000;
/** Long enough for a valid response on a busy machine. */
const deadlineMs = 400;
/** Much longer than all attempts and checks take on a busy machine, and much shorter than waiting in vain. */
const longestMs = 60_000;
const socketsGoneWithinMs = 60_000;

interface Scene {
  readonly client: TestClient;
  /** Bypasses the faults: what it reads is the actual state. */
  readonly truth: TestClient;
  readonly groupId: number;
}

type Ending<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** Runs one operation, which must end soon, with a value or an error that can be shown. */
async function ending<T>(run: Promise<T>): Promise<Ending<T>> {
  const startMs = performance.now();
  const end = await run.then(
    (value): Ending<T> => ({ kind: 'done', value }),
    (error: unknown): Ending<T> => {
      if (!isApiError(error)) throw error;
      assert.match(errorText(error, 'S', englishLocalizer), /^Could not \S.* on “S”\. \S/s);
      return { kind: 'failed', error };
    },
  );
  assert.ok(performance.now() - startMs < longestMs, 'it took too long');
  return end;
}

/** Whether the response describes the object as the server has it, apart from text that is visibly damaged. */
function isTrue<T extends Job | Group>(read: T, stored: T | undefined): boolean {
  if (stored === undefined || read.id !== stored.id) return false;
  const name = read.name.includes('\uFFFD') ? stored.name : read.name;
  return jsonEqual({ ...read, name, extra: {} }, { ...stored, extra: {} });
}

async function stored(truth: TestClient): Promise<ReadonlyMap<number, Job>> {
  return new Map((await itemsOf(truth.jobs.list())).map(job => [job.id, job]));
}

/** Compares the outcome reported by the client with the actual state. */
function checkChange(end: Ending<unknown>, isThere: boolean, what: string): void {
  if (end.kind === 'done') assert.ok(isThere, `${what}: reported as done, but is not`);
  else if (!isUnknown(end.error))
    assert.ok(!isThere, `${what}: reported as not done (${end.error.kind}), but is`);
}

function isUnknown(error: ApiError): boolean {
  return error instanceof OutcomeError && error.outcome === 'unknown';
}

type Act = (scene: Scene, serial: number) => Promise<void>;

/** Jobs 1 to 8 and the group exist. Each call compares its result with the actual state afterwards. */
const acts: Readonly<Record<string, Act>> = {
  'lists jobs': async ({ client, truth }) => {
    const end = await ending(itemsOf(client.jobs.list()));
    if (end.kind === 'failed') return;
    const jobs = await stored(truth);
    for (const job of end.value) assert.ok(isTrue(job, jobs.get(job.id)), `row ${job.id} is another`);
    // Half a list must not pass as a complete one.
    assert.deepEqual(new Set(end.value.map(({ id }) => id)), new Set(jobs.keys()));
  },
  'reads a job': async ({ client, truth }) => {
    const end = await ending(client.jobs.get(1));
    if (end.kind === 'done') assert.ok(isTrue(end.value, await truth.jobs.get(1)));
  },
  'reads a status': async ({ client, truth }) => {
    const end = await ending(client.jobs.status(2));
    if (end.kind === 'failed') return;
    const status = await truth.jobs.status(2);
    assert.deepEqual([end.value.id, end.value.status], [status.id, status.status]);
  },
  'reads a group': async ({ client, truth, groupId }) => {
    const end = await ending(client.groups.get(groupId));
    if (end.kind === 'done') assert.ok(isTrue(end.value, await truth.groups.get(groupId)));
  },
  'creates a job': async ({ client, truth }, serial) => {
    const before = await stored(truth);
    const end = await ending(client.jobs.create({ name: `New ${serial}`, policies: [1] }));
    const made = [...(await stored(truth)).values()].filter(({ id }) => !before.has(id));
    assert.ok(made.length <= 1, 'made twice');
    checkChange(end, made.length === 1, 'the job');
    if (end.kind === 'done') assert.ok(isTrue(end.value, made[0]), 'another job was taken for it');
  },
  'changes a job': async ({ client, truth }, serial) => {
    const name = `Changed ${serial}`;
    const end = await ending(client.jobs.update(2, { name }));
    const job = await truth.jobs.get(2);
    checkChange(end, job.name === name, 'the change');
    if (end.kind === 'done') assert.ok(isTrue(end.value, job));
  },
  'replaces a job': async ({ client, truth }, serial) => {
    const name = `Replaced ${serial}`;
    const end = await ending(client.jobs.replace(1, { name }));
    const job = await truth.jobs.get(1);
    checkChange(end, job.name === name, 'the replacement');
    if (end.kind === 'done') assert.ok(isTrue(end.value, job));
  },
  'changes a group': async ({ client, truth, groupId }, serial) => {
    const name = `Group ${serial}`;
    const end = await ending(client.groups.update(groupId, { name }));
    const group = await truth.groups.get(groupId);
    checkChange(end, group.name === name, 'the change');
    if (end.kind === 'done') assert.ok(isTrue(end.value, group));
  },
  'deletes a job': async ({ client, truth }, serial) => {
    const id = 3 + (serial % 6);
    const end = await ending(client.jobs.remove(id));
    checkChange(end, !(await stored(truth)).has(id), 'the delete');
  },
  'stops jobs': async ({ client }) => {
    const end = await ending(client.jobs.stop([1, 2]));
    if (end.kind === 'done') assert.equal(end.value.kind, 'accepted');
  },
};

interface Step {
  readonly act: string;
  /** Faults of its requests, in this order; later requests have none. */
  readonly faults: readonly string[];
}

const anywhere = { trap: 'http://127.0.0.1:9', tooManyBytes };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom(...Object.keys(acts)),
    faults: fc.array(fc.constantFrom(...Object.keys(wireFaults(anywhere))), { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** A client behind a faulty network: what it reports is true, nothing is sent twice, and nothing goes elsewhere. */
export const proxyProperty = fc.asyncProperty(steps, fc.boolean(), (script, groupIds) =>
  withDemo({ jobs: 8, groups: 2, devices: 6, groupIds, pageSize: 5 }, ({ server, client: truth }) =>
    withScript(trap => {
      const groupId = existing(server.world.groups.all()[0]).id;
      return play({ script, trap, url: server.url, token: server.token, truth, groupId });
    }),
  ),
);

interface Play {
  readonly script: readonly Step[];
  readonly trap: ScriptedServer;
  readonly url: string;
  readonly token: string;
  readonly truth: TestClient;
  readonly groupId: number;
}

async function play({ script, trap, url, token, truth, groupId }: Play): Promise<void> {
  const faults = wireFaults({ trap: trap.url, tooManyBytes });
  const waiting: string[] = [];
  const proxy = await startFaultProxy(url, () => faults[waiting.shift() ?? 'none'] ?? noFault);
  const options = { baseUrl: proxy.url, getToken: () => token, deadlineMs, maxResponseBytes: tooManyBytes };
  try {
    await withClient(options, async client => {
      await itemsOf(client.jobs.list());
      await itemsOf(client.groups.list());
      await client.groups.get(groupId);
      for (const [serial, { act, faults: names }] of script.entries()) {
        const before = proxy.requests.length;
        waiting.splice(0, waiting.length, ...names);
        await acts[act]?.({ client, truth, groupId }, serial);
        const writes = proxy.requests.slice(before).filter(({ method }) => method !== 'GET');
        assert.ok(writes.length <= 1, 'a write was repeated');
      }
    });
    // The client cannot close connections of `fetch`.
    if (!usesFetch) await socketsGone(proxy);
    assert.equal(trap.connections, 0, 'another origin was reached');
    const polluted: Record<string, unknown> = {};
    assert.equal(polluted['polluted'], undefined);
  } finally {
    await proxy.close();
  }
}

/** Resolves when no connection of a closed client is left. */
async function socketsGone(proxy: FaultProxy): Promise<void> {
  const endMs = performance.now() + socketsGoneWithinMs;
  while ((await proxy.connections()) > 0) {
    assert.ok(performance.now() < endMs, 'a connection is left');
    await new Promise(resolve => setImmediate(resolve));
  }
}
