import assert from 'node:assert/strict';
import type { Device } from '../../../src/api/model/device.ts';
import type { CheckedFleet } from '../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import { type RuleId, ruleIds } from '../../../src/contrib/fleetCheck/common/fleetRules.ts';
import { OfflineLooks } from '../../../src/contrib/fleetCheck/common/offlineLooks.ts';
import { device, startMs } from '../../store/support/fakes.ts';
import { checkFleet, type FleetPieces, fleetOf, soundGroup, soundJob } from './support/checkedFleet.ts';

const hourMs = 3_600_000;
const groups = [soundGroup(1, { server_set: [device(1)] })];
const offline = (id: number): Device => ({ ...device(id), status: 'offline' });
const sameHost = (id: number): Device => ({ ...device(id), hostname: 'PC-7' });
const nameless: Device = { ...device(9), hostname: ' ', addr: '' };
const yearly = (rule: string) => `DTSTART:20200101T030000Z\nRRULE:FREQ=YEARLY;${rule}`;
const at = (time: string) => `DTSTART:20200101T${time}\nRRULE:FREQ=DAILY`;

/** Looks that found job 1 offline since this many hours ago, every `stepHours`. */
function looksSince(hours: number, stepHours: number): Pick<CheckedFleet, 'looks'> {
  const memory = new OfflineLooks();
  for (let ago = hours; ago >= 0; ago -= stepHours) memory.note(1, true, startMs - ago * hourMs);
  return { looks: { asOfMs: startMs, memory } };
}

const one = (fields: Parameters<typeof soundJob>[1], others: Partial<FleetPieces> = {}): FleetPieces => ({
  jobs: [soundJob(1, fields)],
  groups,
  ...others,
});

type Case = readonly [rule: RuleId, found: FleetPieces, silent: Readonly<Record<string, FleetPieces>>];

const cases: readonly Case[] = [
  [
    'no-target',
    one({ groups: [] }),
    {
      'a disabled job': one({ groups: [], enabled: false }),
      'a dynamic group': one({ groups: [], dynamic_groups: [4] }),
    },
  ],
  [
    'no-work',
    one({ policies: [] }),
    { 'a job with a report': one({ policies: [], reports: [1], report_formats: ['pdf'] }) },
  ],
  [
    'report-without-format',
    one({ reports: [1] }),
    { 'a job with both': one({ reports: [1], report_formats: ['pdf'] }) },
  ],
  ['format-without-report', one({ report_formats: ['pdf'] }), { 'a job with neither': one({}) }],
  [
    'no-trigger',
    one({ params: ' ' }),
    { 'a job that runs on start': one({ params: '', run_on_start: true }) },
  ],
  [
    'unreadable',
    one({ params: 'every Tuesday' }),
    { 'an empty schedule': one({ params: '', run_on_start: true }) },
  ],
  [
    'never-runs',
    one({ params: yearly('BYMONTH=2;BYMONTHDAY=30') }),
    { 'February 29': one({ params: yearly('BYMONTH=2;BYMONTHDAY=29') }) },
  ],
  [
    'ended',
    one({ params: yearly('COUNT=2') }),
    {
      'a last run that is still today somewhere': one({ params: 'DTSTART:20260304T030000' }),
      'a job that also runs on start': one({ params: yearly('COUNT=2'), run_on_start: true }),
      'a disabled job': one({ params: yearly('COUNT=2'), enabled: false }),
    },
  ],
  [
    'clock-change',
    one({ params: at('023000') }, { zone: 'Europe/Berlin' }),
    {
      'a time outside of the hour': one({ params: at('033000') }, { zone: 'Europe/Berlin' }),
      'times in UTC': one({ params: at('013000Z') }, { zone: 'Europe/Berlin' }),
      'a zone without clock changes': one({ params: at('023000') }, { zone: 'Asia/Tokyo' }),
      'an unknown zone': one({ params: at('023000') }),
    },
  ],
  [
    'overlaps-itself',
    one({}, { runs: { typicalMs: () => 25 * hourMs } }),
    {
      'a shorter run': one({}, { runs: { typicalMs: () => 23 * hourMs } }),
      'no typical duration': one({}, { runs: {} }),
    },
  ],
  [
    'missing-group',
    one({ groups: [1, 2] }),
    {
      'a list that is not whole': one({ groups: [1, 2] }, { areGroupsWhole: false }),
      'a group whose ID is unknown': one(
        { groups: [1, 2] },
        { groups: [...groups, soundGroup(2, { id: undefined })] },
      ),
    },
  ],
  [
    'empty-group',
    one({ groups: [2] }, { groups: [...groups, soundGroup(2)] }),
    { 'a group that is not known': one({ groups: [2] }, { areGroupsWhole: false }) },
  ],
  [
    'device-twice',
    one({ peers: [device(1)] }),
    { 'a device that the group lacks': one({ peers: [device(2)] }) },
  ],
  [
    'all-offline',
    one({ groups: [], peers: [offline(1)] }, looksSince(24, 8)),
    {
      'a first look': one({ groups: [], peers: [offline(1)] }, looksSince(0, 1)),
      'two looks': one({ groups: [], peers: [offline(1)] }, looksSince(24, 24)),
      'three looks within a day': one({ groups: [], peers: [offline(1)] }, looksSince(20, 5)),
      'a device that is online': one({ groups: [], peers: [offline(1), device(2)] }, looksSince(24, 8)),
      'a dynamic group': one({ groups: [], peers: [offline(1)], dynamic_groups: [1] }, looksSince(24, 8)),
    },
  ],
  [
    'ambiguous-device',
    one({ peers: [sameHost(7)] }, { groups: [soundGroup(1, { server_set: [device(1), sameHost(8)] })] }),
    {
      'one device in two lists': one(
        { peers: [device(2)] },
        { groups: [soundGroup(1, { server_set: [device(1)] }), soundGroup(2, { server_set: [device(2)] })] },
      ),
    },
  ],
  [
    'unwritable-device',
    one({ peers: [nameless] }),
    { 'an address alone': one({ peers: [{ ...device(2), hostname: '' }] }) },
  ],
  [
    'same-name',
    { jobs: [soundJob(1, { name: 'Nightly  Update' }), soundJob(2, { name: 'nightly update ' })], groups },
    { 'jobs without names': { jobs: [soundJob(1, { name: '' }), soundJob(2, { name: ' ' })], groups } },
  ],
  [
    'same-job',
    { jobs: [soundJob(1), soundJob(25)], groups },
    {
      'a disabled copy': { jobs: [soundJob(1), soundJob(25, { enabled: false })], groups },
      'another policy': { jobs: [soundJob(1), soundJob(25, { policies: [2] })], groups },
      'other devices': { jobs: [soundJob(1), soundJob(25, { peers: [device(5)] })], groups },
    },
  ],
  [
    'always-clashes',
    { jobs: [soundJob(1), soundJob(25, { policies: [2], groups: [], peers: [device(1)] })], groups },
    {
      'other hours': { jobs: [soundJob(1), soundJob(2, { policies: [2] })], groups },
      'other devices': { jobs: [soundJob(1), soundJob(25, { groups: [], peers: [device(2)] })], groups },
      'the same device twice in one job': {
        jobs: [soundJob(1, { peers: [device(1)] }), soundJob(25, { groups: [], peers: [device(2)] })],
        groups,
      },
    },
  ],
  [
    'wide-reach',
    {
      jobs: [soundJob(1, { groups: [2] }), ...[2, 3, 4].map(id => soundJob(id))],
      groups: [...groups, soundGroup(2, { server_set: Array.from({ length: 101 }, (_, id) => device(id)) })],
    },
    {
      'a hundred devices': {
        jobs: [soundJob(1, { groups: [2] }), soundJob(2)],
        groups: [
          ...groups,
          soundGroup(2, { server_set: Array.from({ length: 100 }, (_, id) => device(id)) }),
        ],
      },
    },
  ],
  [
    'fails-repeatedly',
    one({}, { runs: { lastResults: () => ['failed', 'failed', 'failed', 'succeeded'] } }),
    {
      'a success in between': one({}, { runs: { lastResults: () => ['failed', 'succeeded', 'failed'] } }),
      'two runs': one({}, { runs: { lastResults: () => ['failed', 'failed'] } }),
    },
  ],
  [
    'not-seen',
    one({}, { runs: { verdicts: () => ({ judged: 10, notSeen: 2 }) } }),
    { 'one run': one({}, { runs: { verdicts: () => ({ judged: 10, notSeen: 1 }) } }) },
  ],
  [
    'longer-than-usual',
    one({}, { runs: { executingMs: () => 40 * 60_000, typicalMs: () => 4 * 60_000 } }),
    {
      'a short job': one({}, { runs: { executingMs: () => 90_000, typicalMs: () => 10_000 } }),
      'an unknown duration': one({}, { runs: { executingMs: () => 90_000 } }),
    },
  ],
  [
    'paused',
    one({ params: `${at('030000Z')}\nEXRULE:FREQ=DAILY;UNTIL=20990108T235959Z` }),
    { 'a pause that is over': one({ params: `${at('030000Z')}\nEXRULE:FREQ=DAILY;UNTIL=20200108T235959Z` }) },
  ],
];

const isOn = new Map(ruleIds.map(rule => [rule, 'warning'] as const));

async function ruleFinds(rule: RuleId, pieces: FleetPieces): Promise<boolean> {
  const { findings } = await checkFleet(fleetOf(pieces), { severities: isOn });
  return findings.some(finding => finding.rule === rule);
}

describe('the rules of the fleet check', () => {
  for (const [rule, found, silent] of cases) {
    it(`find ${rule}, and only there`, async () => {
      assert.ok(await ruleFinds(rule, found));
      for (const [what, pieces] of Object.entries(silent)) assert.ok(!(await ruleFinds(rule, pieces)), what);
    });
  }

  const everyDay = at('030000');
  const weekdays = 'DTSTART:20200101T033000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
  const monthly = 'DTSTART:20200101T031500\nRRULE:FREQ=MONTHLY';
  const thrice = 'DTSTART:20200101T030000\nRRULE:FREQ=DAILY;BYHOUR=3,11,19';
  const clashing: readonly (readonly [title: string, one: string, other: string, ids: readonly number[]])[] =
    [
      ['a job that runs on weekdays, beside one that runs each day', weekdays, everyDay, [1]],
      ['a monthly job across a change of the clock', monthly, everyDay, [1]],
      ['a job beside one that runs more often', weekdays, thrice, [1]],
      [
        'neither of two that meet on most days',
        weekdays,
        'DTSTART:20200101T030000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SA',
        [],
      ],
      ['no job beside one that ends', monthly, `${everyDay};UNTIL=20260601T000000Z`, []],
      ['no job beside one that begins later', monthly, everyDay.replace('2020', '2027'), []],
      ['no job beside one that runs every other week', weekdays, `${weekdays};INTERVAL=2`, [2]],
      ['no job beside one with an exception', monthly, `${everyDay}\nEXDATE:20260501T030000`, []],
      ['no job beside one that follows the clock of another zone', monthly, at('020000Z'), []],
    ];
  for (const [title, one, other, ids] of clashing) {
    it(`find ${title}, always clashing with it`, async () => {
      const jobs = [one, other].map((params, index) =>
        soundJob(index + 1, { params, policies: [index + 1] }),
      );
      const { findings } = await checkFleet(fleetOf({ jobs, groups, zone: 'Europe/Berlin' }));
      const found = findings.filter(({ rule }) => rule === 'always-clashes');
      assert.deepEqual(
        found.flatMap(({ object }) => (object.kind === 'job' ? object.id : [])),
        ids,
      );
    });
  }

  it('all have a case', () => {
    assert.deepEqual(
      ruleIds.filter(id => id !== 'unused-suppression'),
      cases.map(([rule]) => rule),
    );
  });
});
