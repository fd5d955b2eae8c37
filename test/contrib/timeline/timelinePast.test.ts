import * as assert from 'node:assert/strict';
import { type Job, JobSchema } from '../../../src/api/model/job.ts';
import { responseSlices } from '../../../src/base/slices.ts';
import { History } from '../../../src/contrib/history/common/history.ts';
import { buildTimeline } from '../../../src/contrib/timeline/common/timelineBuild.ts';
import { RunsMemory } from '../../../src/contrib/timeline/common/timelineRuns.ts';
import { dayAt, timelineSpan } from '../../../src/contrib/timeline/common/timelineSpan.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { utc } from '../../../src/recurrence/text/timeZone.ts';
import { DeviceNumbers } from '../../../src/store/reach/deviceNumbers.ts';
import { TimelineDevices } from '../../../src/store/reach/timelineDevices.ts';

/** Minutes of the day that the timeline shows. */
const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 20, hour, minute);
const nowMs = at(12);

const dailyAt = (hour: number) => `DTSTART:20260101T${String(hour).padStart(2, '0')}0000Z\nRRULE:FREQ=DAILY`;

function job(params: string, more: object = {}): Job {
  return JobSchema.parse({ id: 1, name: 'Nightly', params, enabled: true, policies: [1], ...more });
}

const look = (history: History, word: string, atMs: number) =>
  history.look(1, { word, earliestMs: atMs - 100, latestMs: atMs });

async function timeline(now: Job, fill: (history: History) => void, ...others: readonly Job[]) {
  const history = new History({ extraWords: () => new Map() });
  fill(history);
  const span = timelineSpan('day', dayAt(nowMs, utc), utc, 0);
  const predictor = createPredictor({ dialect: 'django', zone: 'UTC' });
  const { model, leftOut } = await buildTimeline(
    {
      jobs: [now, ...others],
      isWanted: () => true,
      nameOf: ({ name }) => name,
      span,
      predictor,
      devices: new TimelineDevices(new DeviceNumbers(), () => undefined),
      memory: new RunsMemory(),
      past: { history, span, predictor, isZoneKnown: true, nowMs },
    },
    responseSlices(),
    () => undefined,
  );
  const lines = model.rows({ from: 0, to: 24 }, 0, 100).map(({ cell, past }) => ({
    hour: cell,
    past: past.map(({ verdict, run }) => verdict?.kind ?? run?.kind),
  }));
  const missed = [...model.missedIn.keys()].filter(cell => model.missedIn[cell] === 1);
  const clashes = [...model.clashIn.keys()].filter(cell => model.clashIn[cell] === 1);
  return { lines, missed, clashes, unwatched: model.unwatchedCells(nowMs), leftOut };
}

describe('the past in a timeline', () => {
  it('shows what came of planned runs, and where nobody watched', async () => {
    const nightly = job(`${dailyAt(3)};BYHOUR=3,5,7,15`);
    const shown = await timeline(nightly, history => {
      history.read(nightly, at(0));
      for (const [word, hour, minute] of [
        ['never run', 2, 59],
        ['never run', 3, 12],
        ['never run', 4, 59],
        ['running', 5, 1],
        ['success', 5, 4],
        ['success', 5, 6],
      ] as const)
        look(history, word, at(hour, minute));
    });
    assert.deepEqual(shown.lines, [
      { hour: 3, past: ['didNotRun'] },
      { hour: 5, past: ['seen'] },
      { hour: 7, past: ['notWatched'] },
      { hour: 15, past: [] },
    ]);
    assert.deepEqual(shown.missed, [3]);
    assert.deepEqual(shown.unwatched, [7]);
  });

  it('has a line for a run that nobody had planned', async () => {
    const nightly = job(dailyAt(15));
    const { lines } = await timeline(nightly, history => {
      history.read(nightly, at(0));
      look(history, 'success', at(8, 0));
      look(history, 'running', at(8, 10));
      look(history, 'failed', at(8, 20));
    });
    assert.deepEqual(lines, [
      { hour: 8, past: ['failed'] },
      { hour: 15, past: [] },
    ]);
  });

  it('is planned by the schedule of that time, also of a job that is disabled now', async () => {
    const disabled = job(dailyAt(9), { enabled: false });
    const { lines, leftOut } = await timeline(disabled, history => {
      history.read(job(dailyAt(3)), at(1));
      history.read(job(dailyAt(9)), at(8));
      history.read(disabled, at(10));
    });
    assert.deepEqual(
      lines.map(({ hour }) => hour),
      [3, 9],
    );
    assert.equal(leftOut.disabled, 0);
  });

  it('has clashes of jobs whose schedules have changed', async () => {
    const [one, other] = [1, 2].map(id => job(dailyAt(9), { id, peers: [{ host: 'PC-1' }] }));
    assert.ok(one !== undefined && other !== undefined);
    const { clashes } = await timeline(
      one,
      history => {
        for (const now of [one, other]) {
          history.read({ ...now, params: dailyAt(3) }, at(1));
          history.read(now, at(8));
        }
      },
      other,
    );
    assert.deepEqual(clashes, [3, 9]);
  });

  it('is planned by the current schedule where no other one was read', async () => {
    const { lines, unwatched } = await timeline(job(dailyAt(3)), () => undefined);
    assert.deepEqual(lines, [{ hour: 3, past: [] }]);
    assert.deepEqual(unwatched, [3]);
  });
});
