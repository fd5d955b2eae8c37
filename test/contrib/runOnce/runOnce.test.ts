import assert from 'node:assert/strict';
import type { StatusKind } from '../../../src/api/model/jobStatus.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import type { KnownStatus } from '../../../src/store/statuses/statusCache.ts';
import type { ReviewQuestion } from '../../../src/workbench/platform/review.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { runJobsOnce } = await import('../../../src/contrib/runOnce/vscode/runOnce.ts');
const { followRuns } = await import('../../../src/contrib/runOnce/vscode/followedRuns.ts');

const minuteMs = 60_000;
const nowMs = Date.parse('2026-11-29T10:00:00Z');
const daily = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';

const withJobs = (
  use: (given: Given & { readonly clock: ReturnType<typeof createManualClock> }) => Promise<void>,
) =>
  withMemoryServer(async given => {
    const { jobs } = given.memoryServer;
    jobs.set(1, { name: 'Backup', enabled: true, params: daily, policies: [7] });
    jobs.set(2, { name: 'Updates', enabled: false, params: daily, policies: [7] });
    await given.session.jobs.whole();
    await use({ ...given, clock: createManualClock(nowMs) });
  });

/** Picks what the text finds. */
const typed =
  (text: string, titles: string[] = []): Given['user']['search'] =>
  async ({ title, search }) => {
    titles.push(title);
    const [found] = await search(text, new AbortController().signal);
    return found && { value: found.value, typed: text };
  };

describe('running jobs once more', () => {
  const parts = (given: Given & { readonly clock: ReturnType<typeof createManualClock> }) => ({
    ...given.context,
    clock: given.clock,
    closing: AbortSignal.abort(),
    readerZone: () => 'UTC',
  });

  it('offers a time that is near, says what it does, and adds one run', () =>
    withJobs(async given => {
      const { user, memoryServer } = given;
      const labels: string[] = [];
      user.search = async ({ placeholder, search }) => {
        const found = await search('', new AbortController().signal);
        labels.push(placeholder, ...found.map(({ label, description }) => `${label} (${description})`));
        return found[0] && { value: found[0].value, typed: '' };
      };
      // The question has said it all.
      user.review = () => assert.fail();
      await runJobsOnce(parts(given), [{ ids: [1], server: 'plant' }]);
      assert.deepEqual(labels, [
        'The server has no Run Now: this adds one run. Select or type a time, such as 13:00',
        'At 10:05 (in 5 min · adds one run to 1 job on “Plant”)',
        'At Nov 30, 01:00 (Mon 01:00 · adds one run to 1 job on “Plant”)',
      ]);
      assert.deepEqual(memoryServer.writes, [
        `PATCH /automation/api/job/1/ ${JSON.stringify({ params: `${daily}\nRDATE:20261129T100500Z` })}`,
      ]);
    }));

  it('creates a copy that runs once of a job that cannot, only if the user checks it', () =>
    withJobs(async given => {
      const { user, memoryServer, session } = given;
      const titles: string[] = [];
      user.search = typed('13:00', titles);
      let question: ReviewQuestion | undefined;
      user.review = asked => {
        question = asked;
        return asked.choices.map(({ value }) => value);
      };
      await runJobsOnce(parts(given), [{ ids: [1, 2], server: 'plant' }]);
      assert.deepEqual(titles, ['Run Once More: “Backup” and “Updates”']);
      assert.deepEqual(
        question?.choices.map(({ label, description, isUnchecked }) => [label, description, isUnchecked]),
        [
          ['Backup', 'Adds one run.', false],
          ['Updates', 'It is disabled.', true],
        ],
      );
      assert.equal(memoryServer.writes.length, 2);
      const copy = session.jobs.jobs.find(({ name }) => name === 'Updates – once Nov 29, 2026, 13:00');
      assert.deepEqual([copy?.enabled, copy?.policies], [true, [7]]);
    }));

  it('takes the row of a run for its job', () =>
    withJobs(async given => {
      const { user, memoryServer } = given;
      user.search = typed('13:00');
      const row = { kind: 'partRow', serverId: 'plant', jobId: 1, part: 'runs', key: 'didNotRun/0' };
      await runJobsOnce(parts(given), [row]);
      assert.match(memoryServer.writes.join(), /job\/1\/.*RDATE:20261129T130000Z/);
    }));
});

describe('following added runs', () => {
  const signal = new AbortController().signal;
  const atMs = nowMs + 5 * minuteMs;

  function setup() {
    const known = new Map<number, KnownStatus>();
    const changed = new Emitter<readonly number[]>();
    const interests: (readonly number[])[] = [];
    const statuses = {
      get: (id: number) => known.get(id),
      onDidChange: changed.event,
      setInterest: (_kind: unknown, ids: readonly number[]) => void interests.push(ids),
    };
    const read = (id: number, kind: StatusKind) => {
      known.set(id, { word: kind, kind, asOfMs: 0 });
      changed.fire([id]);
    };
    return { session: { statuses }, read, interests, clock: createManualClock(nowMs) };
  }

  it('tells how each run ended, and which have not begun ten minutes later', async () => {
    const { session, read, interests, clock } = setup();
    read(1, 'succeeded');
    read(2, 'succeeded');
    const following = followRuns(session, [1, 2], atMs, { clock, signal });
    assert.deepEqual(interests, []);
    clock.advance(4 * minuteMs);
    await Promise.resolve();
    assert.deepEqual(interests, [[1, 2]]);
    for (const kind of ['queued', 'running', 'failed'] as const) read(1, kind);
    // The same status as before may be that of the run before.
    read(2, 'succeeded');
    clock.advance(11 * minuteMs);
    const ends = await following;
    assert.deepEqual(
      [...ends].map(([id, end]) => [id, end.kind === 'ended' ? end.status.kind : end.kind]),
      [
        [1, 'failed'],
        [2, 'late'],
      ],
    );
    assert.deepEqual([interests.at(-1), clock.pending], [[], 0]);
  });

  it('waits for the end of a run that has begun in time', async () => {
    const { session, read, clock } = setup();
    const following = followRuns(session, [1], atMs, { clock, signal });
    clock.advance(6 * minuteMs);
    await Promise.resolve();
    read(1, 'running');
    clock.advance(60 * minuteMs);
    read(1, 'succeeded');
    const [end] = (await following).values();
    assert.equal(end?.kind, 'ended');
  });

  it('ends with the window', async () => {
    const { session, clock } = setup();
    const closing = new AbortController();
    const following = followRuns(session, [1], atMs, { clock, signal: closing.signal });
    closing.abort();
    assert.equal((await following).size, 0);
    assert.equal(clock.pending, 0);
  });
});
