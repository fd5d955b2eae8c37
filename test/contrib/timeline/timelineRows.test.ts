import * as assert from 'node:assert/strict';
import fc from 'fast-check';
import { Slices } from '../../../src/base/slices.ts';
import {
  type AgendaRow,
  type TimelineEntry,
  TimelineModel,
} from '../../../src/contrib/timeline/common/timelineModel.ts';
import { timelineSpan } from '../../../src/contrib/timeline/common/timelineSpan.ts';
import { utc } from '../../../src/recurrence/text/timeZone.ts';

const span = timelineSpan('day', 20_777, utc, 0);
const hourMs = 3_600_000;
const deviceCount = 6;

/** A job's devices, in lists as in its groups, and its runs: hour, count, minute of the first. */
interface Plan {
  readonly devices: readonly (readonly number[])[];
  readonly runs: readonly (readonly [number, number, number])[];
}

const plans = fc.array(
  fc.record<Plan>({
    devices: fc.array(fc.array(fc.nat(deviceCount - 1), { maxLength: 3 }), { maxLength: 3 }),
    runs: fc.uniqueArray(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 1, 30)), {
      maxLength: 4,
      selector: ([cell]) => cell,
    }),
  }),
  { maxLength: 8 },
);

function entryOf({ devices, runs }: Plan, id: number): TimelineEntry {
  const sorted = runs.toSorted(([one], [other]) => one - other);
  return {
    text: `schedule ${id}`,
    runs: {
      kind: 'runs',
      cells: Uint16Array.from(sorted, ([cell]) => cell),
      counts: Uint16Array.from(sorted, ([, count]) => count),
      firstMs: Float64Array.from(sorted, ([cell, , minute]) => span.fromMs + cell * hourMs + minute * 60_000),
      isCut: false,
      open: 'none',
    },
    jobs: [{ id, name: nameOf(id), devices: devices.map(list => Int32Array.from(list)) }],
  };
}

/** Names in an order other than that of the IDs. */
const nameOf = (id: number) => `Job ${(id * 5) % 8}`;

async function modelOf(entries: readonly TimelineEntry[]): Promise<TimelineModel> {
  const model = new TimelineModel(span, { count: deviceCount });
  for (const entry of entries) model.add(entry);
  await model.findClashes(new Slices({ sliceMs: 1, steadyMs: () => 0, yieldToHost: async () => {} }));
  return model;
}

/** The lines of one hour, as worked out by hand. */
function expectedRows(given: readonly Plan[], cell: number) {
  const rows = given.flatMap(({ devices, runs }, id) => {
    const run = runs.find(([hour]) => hour === cell);
    if (run === undefined) return [];
    return [{ id, devices: new Set(devices.flat()), count: run[1], minute: run[2] }];
  });
  const inOrder = rows.toSorted(
    (one, other) => one.minute - other.minute || nameOf(one.id).localeCompare(nameOf(other.id)),
  );
  return inOrder.map(({ id, devices, count, minute }) => {
    const others = rows.filter(other => other.id !== id);
    const shared = [...devices].filter(device => others.some(other => other.devices.has(device)));
    return { id, count, minute, sharedDevices: shared.length, others };
  });
}

const shownOf = ({ job, count, firstMs, sharedDevices }: AgendaRow) => ({
  ...{ id: job.id, count, sharedDevices },
  minute: ((firstMs - span.fromMs) % hourMs) / 60_000,
});

describe('the lines of an agenda, for any jobs', () => {
  it('are in the order of their first runs, then of their names, and count the devices that others target', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async given => {
        const model = await modelOf(given.map(entryOf));
        for (let cell = 0; cell < 6; cell++) {
          const expected = expectedRows(given, cell);
          assert.deepEqual(
            model.rows({ from: cell, to: cell + 1 }, 0, 100).map(shownOf),
            expected.map(({ id, count, minute, sharedDevices }) => ({ id, count, sharedDevices, minute })),
          );
          assert.equal(model.clashIn[cell], Number(expected.some(row => row.sharedDevices > 0)));
          assert.equal(
            model.runsIn[cell],
            expected.reduce((sum, { count }) => sum + count, 0),
          );
          assert.equal(model.jobsIn[cell], expected.length);
        }
      }),
    );
  });

  it('name at most three others, each of them once and each on a device of the job', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async given => {
        const model = await modelOf(given.map(entryOf));
        for (const row of model.rows({ from: 0, to: 6 }, 0, 100)) {
          const own = new Set(row.job.devices.flatMap(list => [...list]));
          const ids = row.others.map(({ id }) => id);
          assert.equal(new Set(ids).size, ids.length);
          assert.equal(ids.includes(row.job.id), false);
          assert.ok(row.others.every(({ devices }) => devices.some(list => list.some(one => own.has(one)))));
          assert.equal(row.others.length > 0, row.sharedDevices > 0);
          assert.ok(row.others.length <= 3);
        }
      }),
    );
  });

  it('are the same whether read at once or in parts', async () => {
    const range = { from: 0, to: 6 };
    await fc.assert(
      fc.asyncProperty(plans, fc.nat(12), fc.nat(4), async (given, offset, limit) => {
        const entries = given.map(entryOf);
        const whole = (await modelOf(entries)).rows(range, 0, 100);
        const model = await modelOf(entries);
        assert.equal(
          model.jobsIn.subarray(range.from, range.to).reduce((sum, count) => sum + count, 0),
          whole.length,
        );
        assert.deepEqual(model.rows(range, offset, limit), whole.slice(offset, offset + limit));
      }),
    );
  });

  it('yields to other work while it searches for clashes, for each slice once', async () => {
    let steady = 0;
    let rests = 0;
    const model = new TimelineModel(span, { count: deviceCount });
    const yieldToHost = async () => {
      rests += 1;
    };
    await model.findClashes(new Slices({ sliceMs: 4, steadyMs: () => steady++, yieldToHost }));
    assert.ok(rests > 3 && rests < span.dayCount * 24, `${rests} rests`);
  });
});
