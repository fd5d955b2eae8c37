import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggedRun } from '../../../src/contrib/demo/server/runner.ts';
import type { History } from '../../../src/contrib/history/common/history.ts';
import type { SeenRun } from '../../../src/contrib/history/common/seenRuns.ts';
import { judge, plannedRuns, type Verdict } from '../../../src/contrib/history/common/verdicts.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { judgedInMemory, observedFleet, weekStartMs } from './support/observedFleet.ts';
import { createObserver, fail, openStore } from './support/observerSetup.ts';

const hourMs = 3_600_000;
const hours = 7 * 24;
const predictor = createPredictor({ dialect: 'rfc', zone: 'UTC' });

type Fleet = ReturnType<typeof observedFleet>;

async function openService(fleet: Fleet, folder: string) {
  const { clock, api } = fleet;
  const { history, files } = await openStore({ clock, folder });
  const observer = createObserver(
    { clock, api, history },
    { requestsPerMinute: 14, onOutage: fail, onRecovery: () => fail('recovery'), onListFailure: fail },
  );
  observer.start();
  return { observer, files };
}

/** A window in which somebody sees these jobs from time to time, and which does not know the schedules. */
async function openWindow(fleet: Fleet, folder: string, ids: readonly number[], everyMs: number) {
  const { clock, api } = fleet;
  const { history, files } = await openStore({ clock: fleet.clock, folder });
  let isVisible = false;
  const look = async (id: number): Promise<void> => {
    const [sentMs, aheadMs] = [clock.steadyMs(), clock.now() - clock.steadyMs()];
    const { status: word } = await api.status(id, {});
    history.look(id, { word, earliestMs: sentMs + aheadMs, latestMs: clock.steadyMs() + aheadMs });
  };
  const turn = (): void => {
    clock.schedule(everyMs, turn);
    if (isVisible) for (const id of ids) void look(id);
  };
  turn();
  const setVisible = (visible: boolean) => {
    isVisible = visible;
  };
  return { history, files, setVisible };
}

/** A week of a service that is killed once, and of two windows that are open at different times, and follow it. */
async function observeWeek(fleet: Fleet, folder: string) {
  const ids = fleet.world.jobs.all().map(({ id }) => id);
  const windows = [
    await openWindow(fleet, folder, ids.slice(0, 6), 90_000),
    await openWindow(fleet, folder, ids.slice(4, 10), 150_000),
  ];
  let service: Awaited<ReturnType<typeof openService>> | undefined = await openService(fleet, folder);
  for (let hour = 0; hour < hours; hour++) {
    windows[0]?.setVisible(hour % 24 >= 9 && hour % 24 < 17);
    windows[1]?.setVisible(hour % 24 < 4 || hour % 24 === 12);
    await fleet.pass(hourMs);
    for (const { files } of windows) await files.flush();
    // Killed: what it saw in this hour is lost. It is started again three hours later.
    if (hour === 75) await Promise.all([service?.observer.stop(), fleet.pass(100)]);
    if (hour === 75) service = undefined;
    if (hour === 78) service = await openService(fleet, folder);
    await service?.files.flush();
    for (const window of windows) await window.history.follow();
  }
  await Promise.all([service?.observer.stop(), fleet.pass(100)]);
  await service?.files.flush();
  for (const { files } of windows) await files.flush();
  await windows[0]?.history.follow();
  return { stored: (await openStore({ clock: fleet.clock, folder })).history, followed: windows[0]?.history };
}

function isWithin(ms: number | undefined, afterMs: number | undefined, byMs: number | undefined): boolean {
  const [least, most] = [afterMs ?? Number.NEGATIVE_INFINITY, byMs ?? Number.POSITIVE_INFINITY];
  return ms === undefined ? byMs === undefined : ms >= least && ms <= most;
}

function isOf({ start, end }: SeenRun, { startedMs, endedMs }: LoggedRun): boolean {
  const isStart =
    start.afterMs === undefined
      ? (startedMs ?? 0) <= start.byMs
      : isWithin(startedMs, start.afterMs, start.byMs);
  return isStart && isWithin(endedMs, end.afterMs, end.byMs);
}

describe('a simulated week with a service, a kill and two windows', () => {
  let folder: string;
  let fleet: Fleet;
  let history: History;
  let followed: History | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-week-'));
    fleet = observedFleet(24);
    const often = ['HOURLY;INTERVAL=2', 'HOURLY;INTERVAL=3', 'HOURLY;INTERVAL=4'];
    for (const [index, job] of fleet.world.jobs.all().slice(0, 9).entries()) {
      job.params = `DTSTART:20260101T000${index}00Z\nRRULE:FREQ=${often[index % 3]}`;
      job.enabled = true;
      fleet.runner.enabledChanged(job);
    }
    ({ stored: history, followed } = await observeWeek(fleet, folder));
  });

  after(() => rm(folder, { recursive: true }));

  const jobIds = () => fleet.world.jobs.all().map(({ id }) => id);
  const truthOf = (jobId: number) => fleet.runner.log.runs.filter(run => run.jobId === jobId);

  it('sees most runs, invents none, and has the true start and end within its bounds', () => {
    let [seen, all] = [0, 0];
    for (const id of jobIds()) {
      const truth = truthOf(id).filter(({ startedMs }) => startedMs !== undefined);
      all += truth.length;
      for (const run of history.runs(id)) {
        const index = truth.findIndex(candidate => isOf(run, candidate));
        assert.ok(index >= 0, `job ${id}: ${JSON.stringify(run)}`);
        truth.splice(index, 1);
        seen++;
      }
    }
    assert.ok(all > 400 && seen > 0.9 * all, `${seen} of ${all}`);
  });

  it('is known to an open window like to one that reads everything that was stored', () => {
    for (const id of jobIds()) assert.deepEqual(followed?.runs(id), history.runs(id));
  });

  it('calls no run “not seen” that happened, and finds some that did not', () => {
    const verdicts = new Map<Verdict['kind'], number>();
    let [found, missing] = [0, 0];
    for (const id of jobIds()) {
      const past = history.past(id);
      const [fromMs, toMs] = [weekStartMs, weekStartMs + hours * hourMs - hourMs];
      for (const planned of plannedRuns(past.facts, { predictor, fromMs, toMs })) {
        const options = {
          kindOf: history.kindOf,
          nowMs: fleet.clock.now(),
          isZoneKnown: true,
          judged: judgedInMemory(),
          runs: history.runs(id),
        };
        const { kind } = judge(planned, past, options);
        verdicts.set(kind, (verdicts.get(kind) ?? 0) + 1);
        const truth = truthOf(id).find(({ plannedMs }) => plannedMs === planned.atMs);
        const isMissing = truth?.missed !== undefined;
        if (isMissing) missing++;
        if (kind !== 'notSeen' && kind !== 'didNotRun') continue;
        assert.ok(isMissing, `job ${id} at ${new Date(planned.atMs).toISOString()}: ${kind}`);
        found++;
      }
    }
    const text = JSON.stringify([...verdicts]);
    assert.ok((verdicts.get('seen') ?? 0) > 350 && (verdicts.get('notWatched') ?? 0) > 0, text);
    assert.ok(found >= 6, `${found} of ${missing}; ${text}`);
  });
});
