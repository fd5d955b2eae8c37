import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JobSchema } from '../../../src/api/model/job.ts';
import { Slices } from '../../../src/base/slices.ts';
import { buildTimeline } from '../../../src/contrib/timeline/common/timelineBuild.ts';
import { exportedRuns, runsAsIcs } from '../../../src/contrib/timeline/common/timelineExport.ts';
import { RunsMemory } from '../../../src/contrib/timeline/common/timelineRuns.ts';
import { dayAt, timelineSpan } from '../../../src/contrib/timeline/common/timelineSpan.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';
import { DeviceNumbers } from '../../../src/store/reach/deviceNumbers.ts';
import { TimelineDevices } from '../../../src/store/reach/timelineDevices.ts';

const nowMs = Date.UTC(2026, 9, 25, 12);
const server = { id: 'plant', name: 'Plant; two' };

const slices = new Slices({ sliceMs: 8, steadyMs: () => 0, yieldToHost: async () => undefined });

/** The runs of a day on which the clock in Berlin is set back. */
async function runsOf(jobs: Readonly<Record<string, string>>) {
  const zone = findTimeZone('Europe/Berlin') ?? utc;
  const predictor = createPredictor({ dialect: 'django', zone: zone.id });
  const { model } = await buildTimeline(
    {
      jobs: Object.entries(jobs).map(([name, params], id) =>
        JobSchema.parse({ id, name, params, enabled: true, peers: [{ id: 1, hostname: 'pc-1' }] }),
      ),
      isWanted: () => true,
      nameOf: ({ name }) => name,
      span: timelineSpan('day', dayAt(nowMs, zone), zone, 0),
      predictor,
      devices: new TimelineDevices(new DeviceNumbers(), () => undefined),
      memory: new RunsMemory(),
    },
    slices,
    () => undefined,
  );
  return { model, runs: await exportedRuns(model, predictor, slices) };
}

const icsOf = (runs: Awaited<ReturnType<typeof runsOf>>['runs']) =>
  runsAsIcs(runs, { server, nowMs, describe: ({ job }) => `${job.name}\nis planned` }, slices);

/** The lines of a calendar without folding, as a calendar program reads them. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);

describe('exported runs', () => {
  it('are each run of each job, also of those that run several times in an hour', async () => {
    const { runs, model } = await runsOf({
      Often: 'DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=20',
      Daily: 'DTSTART;TZID=Europe/Berlin:20260101T030000\nRRULE:FREQ=DAILY',
    });
    assert.equal(runs.length, 25 * 3 + 1);
    assert.equal(
      runs.length,
      model.runsIn.reduce((sum, count) => sum + count, 0),
    );
    assert.deepEqual(
      runs.map(({ instantMs }) => instantMs),
      runs.map(({ instantMs }) => instantMs).toSorted((one, other) => one - other),
    );
    assert.equal(new Set(runs.map(({ instantMs, row }) => `${row.job.id} ${instantMs}`)).size, runs.length);
  });
});

describe('an exported calendar', () => {
  it('has an event for each run, in UTC, with the same UID in each export', async () => {
    const { runs } = await runsOf({ Daily: 'DTSTART:20261025T020000Z' });
    assert.deepEqual(unfolded(await icsOf(runs)), [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Device Automation//Timeline//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Plant\\; two',
      'BEGIN:VEVENT',
      'UID:job-0-20261025T020000Z@plant',
      'DTSTAMP:20261025T120000Z',
      'DTSTART:20261025T020000Z',
      'SUMMARY:Daily',
      'DESCRIPTION:Daily\\nis planned',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });

  it('has lines of at most 75 octets that hold any name', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), async name => {
        const { runs } = await runsOf({ [name]: 'DTSTART:20261025T020000Z' });
        const text = await icsOf(runs);
        for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
        assert.equal(text.replaceAll('\r\n', '').match(/[\p{Cc}\uFFFD]/u)?.[0], name.match(/\uFFFD/)?.[0]);
        const summary = unfolded(text).find(line => line.startsWith('SUMMARY:'));
        const read = summary?.slice(8).replace(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));
        assert.equal(read, name.replace(/\r\n|[\r\n\u2028\u2029]/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' '));
      }),
      { numRuns: 50 },
    ));
});
