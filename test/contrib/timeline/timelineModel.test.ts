import * as assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Device } from '../../../src/api/model/device.ts';
import { type Job, JobSchema } from '../../../src/api/model/job.ts';
import { Slices } from '../../../src/base/slices.ts';
import { buildTimeline, type TimelineSource } from '../../../src/contrib/timeline/common/timelineBuild.ts';
import { RunsMemory } from '../../../src/contrib/timeline/common/timelineRuns.ts';
import {
  cellOf,
  dayAt,
  nextHourMs,
  timelineSpan,
} from '../../../src/contrib/timeline/common/timelineSpan.ts';
import type { SpanKind } from '../../../src/contrib/timeline/protocol/timelineOverview.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';
import { DeviceNumbers } from '../../../src/store/reach/deviceNumbers.ts';
import { TimelineDevices } from '../../../src/store/reach/timelineDevices.ts';

const nowMs = Date.UTC(2026, 10, 20, 12, 20);

function job(id: number, params: string, more: object = {}): Job {
  return JobSchema.parse({ id, name: `Job ${id}`, params, enabled: true, ...more });
}

interface Setup {
  readonly kind?: SpanKind;
  readonly zone?: string;
  readonly atMs?: number;
  readonly groups?: ReadonlyMap<number, readonly Device[]>;
  readonly sliceMs?: number;
  readonly isWanted?: (job: Job) => boolean;
  readonly isPaused?: (job: Job) => boolean;
}

async function timeline(jobs: readonly Job[], setup: Setup = {}) {
  const zone = findTimeZone(setup.zone ?? 'UTC') ?? utc;
  const devices = new TimelineDevices(new DeviceNumbers(), (id: number) => setup.groups?.get(id));
  const source: TimelineSource = {
    jobs,
    isWanted: setup.isWanted ?? (() => true),
    isPaused: setup.isPaused ?? (() => false),
    nameOf: ({ name }) => name,
    span: timelineSpan(setup.kind ?? 'day', dayAt(setup.atMs ?? nowMs, zone), zone, 0),
    predictor: createPredictor({ dialect: 'django', zone: zone.id }),
    devices,
    memory: new RunsMemory(),
  };
  let steady = 0;
  let rests = 0;
  const slices = new Slices({
    sliceMs: setup.sliceMs ?? 1_000_000,
    steadyMs: () => steady++,
    yieldToHost: async () => {
      rests += 1;
    },
  });
  const progress: { readonly done: number; readonly total: number; readonly rests: number }[] = [];
  const built = await buildTimeline(source, slices, ({ done, total }) => {
    progress.push({ done, total, rests });
  });
  const all = { from: 0, to: built.model.jobsIn.length };
  return { ...built, all, progress, rests: () => rests, span: source.span, devices };
}

const daily = (hour: number, minute = 0) =>
  `DTSTART:20260101T${String(hour).padStart(2, '0')}${String(minute).padStart(2, '0')}00Z\nRRULE:FREQ=DAILY`;

describe('the span of a timeline', () => {
  const friday = dayAt(nowMs, utc);
  const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const spanOf = (kind: SpanKind, weekStart: number) => {
    const { firstDay, dayCount } = timelineSpan(kind, friday, utc, weekStart);
    return [dateOf(firstDay), dateOf(firstDay + dayCount - 1)];
  };

  it('is the day, the week or the weeks of the month that contain a day', () => {
    assert.deepEqual(spanOf('day', 0), ['2026-11-20', '2026-11-20']);
    assert.deepEqual(spanOf('week', 0), ['2026-11-16', '2026-11-22']);
    assert.deepEqual(spanOf('week', 6), ['2026-11-15', '2026-11-21']);
    assert.deepEqual(spanOf('month', 0), ['2026-10-26', '2026-12-06']);
    assert.deepEqual(spanOf('month', 6), ['2026-11-01', '2026-12-05']);
  });

  it('contains its day, begins and ends at midnight, and has a cell for each of its instants', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'America/Havana',
    ];
    const day = fc.integer({ min: 0, max: 30_000 });
    const kinds = fc.constantFrom<SpanKind>('day', 'week', 'month');
    fc.assert(
      fc.property(
        kinds,
        day,
        fc.constantFrom(...zones),
        fc.nat(6),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (...given) => {
          const [kind, of, zoneId, weekStart, share] = given;
          const zone = findTimeZone(zoneId) ?? utc;
          const span = timelineSpan(kind, of, zone, weekStart);
          assert.ok(span.firstDay <= of && of < span.firstDay + span.dayCount);
          assert.ok(kind === 'day' || (span.dayCount % 7 === 0 && span.dayCount <= 42));
          assert.equal(dayAt(span.fromMs, zone), span.firstDay);
          assert.equal(dayAt(span.fromMs - 1, zone), span.firstDay - 1);
          assert.equal(timelineSpan('day', span.firstDay + span.dayCount, zone, 0).fromMs, span.toMs);
          const cell = cellOf(span.fromMs + Math.floor(share * (span.toMs - span.fromMs - 1)), span);
          assert.ok(cell >= 0 && cell < span.dayCount * 24, String(cell));
        },
      ),
    );
  });

  it('has hours that begin with those of its clock, even off by half an hour', () => {
    for (const [zoneId, minute] of [
      ['UTC', 60],
      ['Asia/Kolkata', 30],
      ['Asia/Kathmandu', 75],
    ] as const)
      assert.equal(
        nextHourMs(nowMs, findTimeZone(zoneId) ?? utc),
        Date.UTC(2026, 10, 20, 12, minute),
        zoneId,
      );
  });
});

describe('a timeline', () => {
  it('counts runs and jobs by the hour', async () => {
    const { model, all } = await timeline([job(1, daily(3)), job(2, daily(3)), job(3, daily(15, 30))]);
    assert.deepEqual([model.runsIn[15], model.runsIn[3]], [1, 2]);
    const rows = model.rows(all, 0, 10);
    assert.deepEqual(
      rows.map(row => [row.job.id, new Date(row.firstMs).toISOString()]),
      [
        [1, '2026-11-20T03:00:00.000Z'],
        [2, '2026-11-20T03:00:00.000Z'],
        [3, '2026-11-20T15:30:00.000Z'],
      ],
    );
  });

  it('has one line for a job that runs several times in an hour', async () => {
    const { model, all } = await timeline([
      job(1, 'DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=10'),
    ]);
    const rows = model.rows(all, 0, 100);
    assert.equal(rows.length, 24);
    assert.equal(rows[0]?.count, 6);
    assert.equal(model.runsIn[13], 6);
  });

  it('counts both hours when the clock goes back, and none twice', async () => {
    const { model } = await timeline([job(1, 'DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY')], {
      zone: 'Europe/Berlin',
      atMs: Date.UTC(2026, 9, 25, 12),
    });
    assert.equal(model.runsIn[2], 2);
    assert.equal(
      model.runsIn.reduce((sum, runs) => sum + runs, 0),
      25,
    );
  });

  it('contains only the jobs that the query wants', async () => {
    const jobs = [job(1, daily(3)), job(2, daily(4)), job(3, ''), job(4, daily(5))];
    const { model, all, jobCount } = await timeline(jobs, { isWanted: ({ id }) => id === 2 || id === 3 });
    assert.equal(jobCount, 2);
    assert.deepEqual(
      model.rows(all, 0, 10).map(row => row.job.id),
      [2],
    );
  });

  it('reports what it leaves out', async () => {
    const { leftOut, jobCount } = await timeline(
      [
        job(1, daily(3), { enabled: false }),
        job(2, ' \n'),
        job(3, 'каждый вторник'),
        job(4, 'DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY'),
        job(5, 'DTSTART:20260101T000000\nRRULE:FREQ=DAILY'),
        job(6, 'RRULE:FREQ=DAILY;BYHOUR=3;BYMINUTE=0'),
      ],
      { isPaused: ({ id }) => id === 5 },
    );
    assert.deepEqual(
      { ...leftOut },
      {
        disabled: 1,
        paused: 1,
        unscheduled: 1,
        unreadable: ['Job 3'],
        unpredictable: [],
        cut: ['Job 4'],
        openZone: 1,
        openStart: 1,
      },
    );
    assert.equal(jobCount, 6);
  });

  it('works in slices and can be shown in between', async () => {
    const jobs = Array.from({ length: 30 }, (_, id) => job(id, daily(id % 24, id)));
    const { progress, rests } = await timeline(jobs, { sliceMs: 5 });
    assert.ok(rests() > 10);
    assert.equal(progress.at(-1)?.done, 30);
    assert.ok(progress.length > 3 && progress.length < 30);
    assert.ok(progress.every(({ total }) => total === 30));
    assert.ok((progress[0]?.rests ?? 0) > 0, 'it rests while it gathers the jobs too');
    assert.ok((progress[0]?.rests ?? 0) < 30, 'but not for each of them');
  });
});

describe('clashes in a timeline', () => {
  const device = (id: number) => ({ id, hostname: `pc-${id}` });
  const group = (...ids: number[]) => JobSchema.parse({ id: 1, peers: ids.map(device) }).peers;

  it('are jobs in the same hour on the same device', async () => {
    const { model, all } = await timeline([
      job(1, daily(3, 0), { peers: [device(7), device(8)] }),
      job(2, daily(3, 45), { peers: [device(8)] }),
      job(3, daily(4), { peers: [device(8)] }),
    ]);
    assert.deepEqual([model.clashIn[3], model.clashIn[4]], [1, 0]);
    const [first, second, third] = model.rows(all, 0, 3);
    assert.deepEqual([first?.sharedDevices, first?.others.map(({ id }) => id)], [1, [2]]);
    assert.deepEqual([second?.sharedDevices, second?.others.map(({ id }) => id)], [1, [1]]);
    assert.equal(third?.sharedDevices, 0);
  });

  it('include the devices of groups that are known', async () => {
    const groups = new Map([[5, group(8, 9)]]);
    const { model, devices } = await timeline(
      [job(1, daily(3), { groups: [5] }), job(2, daily(3), { peers: [device(9)], groups: [6] })],
      { groups },
    );
    assert.equal(model.clashIn[3], 1);
    assert.equal(devices.unknownGroups, 1);
  });
});
