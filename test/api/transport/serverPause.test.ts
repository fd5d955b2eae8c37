import assert from 'node:assert/strict';
import { HttpStatusError } from '../../../src/api/errors/apiError.ts';
import { ServerPause } from '../../../src/api/transport/serverPause.ts';
import { runItems } from '../../../src/store/runs/runItems.ts';
import { settled } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { clientOf, type SentRequest } from '../support/memoryServer.ts';

const limited = { status: 429, headers: { 'retry-after': '59' } };
const isLimit = (error: unknown) => error instanceof HttpStatusError && error.status === 429;

/** Two clients of a server that rejects some requests, with one pause between them. */
function clients(isLimited: (request: SentRequest, count: number) => boolean, startMs = 0) {
  const clock = createManualClock(startMs);
  const pause = new ServerPause(clock);
  let count = 0;
  const reply = (request: SentRequest) => {
    count += 1;
    if (isLimited(request, count)) return limited;
    const id = Number(/\d+/.exec(request.path)?.[0] ?? 0);
    return { body: { id, name: 'Nightly', ...Object(request.body) } };
  };
  return { clock, pause, run: clientOf(reply, { pause }), views: clientOf(reply, { pause }) };
}

/** A run that reads and changes each of the jobs. */
function runOf({ pause, run }: ReturnType<typeof clients>, jobs: number, canceled = new AbortController()) {
  const waits: (number | undefined)[] = [];
  const unsent: number[] = [];
  const results = runItems({
    notes: {
      sent: async () => undefined,
      settled: (index, outcome) => void (outcome === 'notSent' && unsent.push(index)),
      signal: new AbortController().signal,
    },
    items: Array.from({ length: jobs }, (_, index) => index + 1).entries(),
    run: async (id, sending) => {
      await run.client.jobs.get(id);
      await sending();
      await run.client.jobs.update(id, { enabled: false });
    },
    textOf: () => '',
    signal: canceled.signal,
    onProgress: (_, waitsUntilMs) => void waits.push(waitsUntilMs),
    pause,
  });
  return { results, waits };
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await settled();
}

describe('the pause that a server asks for', () => {
  it('is obeyed by every client of the server: their requests are rejected without being sent', async () => {
    const { run, views, clock } = clients((_, count) => count === 1);
    await assert.rejects(run.client.jobs.update(1, {}), isLimit);
    for (const { client, sent } of [run, views]) {
      const before = sent.length;
      await assert.rejects(client.jobs.status(1, { once: true }), isLimit);
      await assert.rejects(client.jobs.update(1, {}), isLimit);
      assert.equal(sent.length, before);
    }
    clock.advance(59_000);
    assert.equal((await views.client.jobs.get(1)).id, 1);
  });

  it('lets a run wait with all items that were not sent, and says until when', async () => {
    const setup = clients(({ method }, count) => method === 'GET' && count === 20, 1_000_000);
    const { results, waits } = runOf(setup, 80);
    await rest();
    const before = setup.run.sent.length;
    await rest();
    assert.equal(setup.run.sent.length, before);
    assert.ok(waits.includes(1_059_000));
    setup.clock.advance(59_000);
    const { done, failed, skipped } = await results;
    assert.deepEqual([done.length, failed.length, skipped.length], [80, 0, 0]);
    const written = setup.run.sent.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
    assert.deepEqual([written.length, new Set(written).size], [80, 80]);
  });

  it('fails only the write that the server rejected', async () => {
    const setup = clients(({ method, path }) => method === 'PATCH' && path.includes('/9/'));
    const { results } = runOf(setup, 40);
    await rest();
    setup.clock.advance(59_000);
    const { done, failed } = await results;
    assert.deepEqual([done.length, failed.map(({ item }) => item)], [39, [9]]);
    assert.equal(setup.run.sent.filter(({ method }) => method === 'PATCH').length, 40);
  });

  it('ends when the run is canceled, which sends nothing more', async () => {
    const setup = clients(({ method }, count) => method === 'GET' && count === 20);
    const canceled = new AbortController();
    const { results } = runOf(setup, 80, canceled);
    await rest();
    const before = setup.run.sent.length;
    canceled.abort();
    const { done, failed, skipped } = await results;
    assert.deepEqual([done.length + skipped.length, failed.length], [80, 0]);
    assert.ok(skipped.length > 60);
    setup.clock.advance(59_000);
    await rest();
    assert.equal(setup.run.sent.length, before);
  });

  it('grows from 2 s for a run if the server does not say how long', async () => {
    const clock = createManualClock(0);
    const pause = new ServerPause(clock);
    const times: number[] = [];
    const { client } = clientOf(() => ({ status: 429 }), { pause });
    const canceled = new AbortController();
    const read = () => {
      times.push(clock.steadyMs());
      return client.jobs.status(1, { once: true });
    };
    const outlasting = pause.outlast(read, { signal: canceled.signal });
    for (const ms of [2_000, 4_000, 8_000]) {
      await rest();
      clock.advance(ms);
    }
    await rest();
    canceled.abort();
    await assert.rejects(outlasting);
    assert.deepEqual(times, [0, 2_000, 6_000, 14_000]);
  });
});
