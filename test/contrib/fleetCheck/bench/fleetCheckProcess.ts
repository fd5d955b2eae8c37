import process from 'node:process';
import type { Device } from '../../../../src/api/model/device.ts';
import type { Job } from '../../../../src/api/model/job.ts';
import { englishLocalizer } from '../../../../src/base/localizer.ts';
import { Slices } from '../../../../src/base/slices.ts';
import type { CheckedFleet } from '../../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import { FleetChecker } from '../../../../src/contrib/fleetCheck/common/fleetChecker.ts';
import { type RuleId, ruleIds } from '../../../../src/contrib/fleetCheck/common/fleetRules.ts';
import { fleetOfLists } from '../../../../src/contrib/fleetCheck/common/fleetSources.ts';
import { ScheduleOutlook } from '../../../../src/recurrence/describe/scheduleOutlook.ts';
import { usualSchedule } from '../../../bench/usualSchedules.ts';

const setUp: ReadonlySet<RuleId> = new Set([
  'no-target',
  'no-work',
  'report-without-format',
  'format-without-report',
  'no-trigger',
  'missing-group',
  'empty-group',
  'device-twice',
  'all-offline',
  'ambiguous-device',
  'unwritable-device',
]);

const device = (id: number): Device => ({
  id,
  hostname: `PC-${id}`,
  addr: `10.${id >> 16}.${(id >> 8) & 255}.${id & 255}`,
  status: id % 9 === 0 ? 'offline' : 'online',
  username: '',
  server_id: String(id),
  connection: '',
});

/** Jobs on groups of 10 of 10,000 devices and on three others, at hours at which nothing else runs there. */
function fleetOf(count: number, schedules: number, nowMs: number): CheckedFleet {
  const groups = Array.from({ length: 1_000 }, (_, index) => ({
    id: index + 1,
    name: `Group ${index + 1}`,
    dn: `CN=Group ${index + 1}`,
    server_set: Array.from({ length: 10 }, (_member, place) => device(index * 10 + place)),
    extra: {},
  }));
  const jobs = Array.from(
    { length: count },
    (_, index): Job => ({
      id: index + 1,
      name: `Job ${index + 1}`,
      params: usualSchedule(index % schedules),
      enabled: index % 10 !== 0,
      run_on_start: false,
      groups: [1 + (Math.floor(index / 10) % 1_000)],
      dynamic_groups: [],
      peers: [0, 1, 2].map(offset => device((index * 3 + 4_321 + offset) % 10_000)),
      policies: [1 + (index % 30)],
      reports: [],
      report_formats: [],
      extra: {},
    }),
  );
  const outlook = new ScheduleOutlook({
    serverZone: 'Europe/Berlin',
    readerZone: 'Europe/Berlin',
    localizer: englishLocalizer,
  });
  return fleetOfLists(
    { jobs, groups },
    {
      areJobsWhole: true,
      areGroupsWhole: true,
      outlook,
      readerZone: 'Europe/Berlin',
      localizer: englishLocalizer,
      nowMs,
    },
  );
}

/** Prints how long checking this many jobs takes: set-up and target rules, all rules, and all of them again. */
async function main([count = 0, schedules = 1, nowMs = 0]: readonly number[]): Promise<void> {
  const fleet = fleetOf(count, schedules, nowMs);
  const checker = new FleetChecker();
  const off = new Map(ruleIds.filter(rule => !setUp.has(rule)).map(rule => [rule, 'off'] as const));
  let longestSliceMs = 0;
  const measure = async (severities: ReadonlyMap<RuleId, 'off'>): Promise<number> => {
    // The fleet itself leaves much garbage.
    globalThis.gc?.();
    const startMs = performance.now();
    let sliceFromMs = startMs;
    const endSlice = () => {
      longestSliceMs = Math.max(longestSliceMs, performance.now() - sliceFromMs);
    };
    const slices = new Slices({
      sliceMs: 4,
      steadyMs: () => performance.now(),
      yieldToHost: async () => {
        endSlice();
        await new Promise(resolve => setImmediate(resolve));
        sliceFromMs = performance.now();
      },
    });
    await checker.check(fleet, { severities, suppressions: [] }, slices);
    endSlice();
    return performance.now() - startMs;
  };
  // Lists are indexed as they arrive, for other purposes.
  await fleet.targets.update(() => Promise.resolve());
  // Rows have loaded the time zone.
  fleet.outlook.row('DTSTART:20260101T030000\nRRULE:FREQ=DAILY', nowMs);
  const setUpMs = await measure(off);
  const allMs = await measure(new Map());
  const againMs = await measure(new Map());
  process.stdout.write(JSON.stringify({ setUpMs, allMs, againMs, longestSliceMs }));
}

void main(process.argv.slice(2).map(Number));
