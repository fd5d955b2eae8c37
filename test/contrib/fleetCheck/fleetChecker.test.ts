import assert from 'node:assert/strict';
import { type Group, groupKey } from '../../../src/api/model/group.ts';
import type { Job } from '../../../src/api/model/job.ts';
import { Slices } from '../../../src/base/slices.ts';
import { type FleetObject, objectKey } from '../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import { FleetChecker } from '../../../src/contrib/fleetCheck/common/fleetChecker.ts';
import { OfflineLooks } from '../../../src/contrib/fleetCheck/common/offlineLooks.ts';
import type { Suppression } from '../../../src/contrib/fleetCheck/common/suppressions.ts';
import { device, startMs } from '../../store/support/fakes.ts';
import { checkFleet, daily, fleetOf, soundGroup, soundJob, textsOf } from './support/checkedFleet.ts';

const jobObject = (id: number, name = `Job ${id}`): FleetObject => ({ kind: 'job', id, name });

describe('a check of a fleet', () => {
  it('finds each planted mistake among 10,000 jobs, and nothing else', async () => {
    const sound = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const jobs = new Map<number, Job>(sound.map(id => [id, soundJob(id, { groups: [id] })]));
    const groups = new Map<number, Group>(
      sound.map(id => [
        id,
        soundGroup(id, { server_set: [{ ...device(id), addr: `10.${id >> 8}.${id % 256}.1` }] }),
      ]),
    );
    const planted = new Set<string>();
    const plant = (id: number, fields: Partial<Job>, ...rules: readonly string[]) => {
      jobs.set(id, soundJob(id, { groups: [id], ...fields }));
      for (const rule of rules) planted.add(`${rule} job ${id}`);
    };
    const oneDevice = { ...device(3), addr: '10.0.3.1' };
    plant(17, { groups: [] }, 'no-target');
    plant(1_203, { policies: [] }, 'no-work');
    plant(2_004, { reports: [4] }, 'report-without-format');
    plant(2_505, { report_formats: ['pdf'] }, 'format-without-report');
    plant(3_006, { params: '' }, 'no-trigger');
    plant(3_507, { params: 'RRULE:FREQ=SOMETIMES' }, 'unreadable');
    plant(
      4_008,
      { params: 'DTSTART:20200101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
      'never-runs',
    );
    plant(4_509, { params: 'DTSTART:20200101T000000Z\nRRULE:FREQ=DAILY;COUNT=3' }, 'ended');
    plant(5_010, { params: 'DTSTART:20260101T023000\nRRULE:FREQ=DAILY' }, 'clock-change');
    plant(5_511, { groups: [5_511, 77_777] }, 'missing-group');
    groups.set(20_000, soundGroup(20_000));
    plant(6_012, { groups: [20_000] }, 'empty-group');
    plant(6_513, { peers: [{ ...device(6_513), addr: '10.25.113.1' }] }, 'device-twice');
    plant(7_014, { peers: [{ ...device(30_000), hostname: '', addr: '' }] }, 'unwritable-device');
    plant(7_515, { name: ' job  17' }, 'same-name');
    planted.add('same-name job 17');
    plant(8_016, { groups: [9_000], params: jobs.get(9_000)?.params ?? '' }, 'same-job', 'always-clashes');
    planted.add('same-job job 9000').add('always-clashes job 9000');
    plant(8_517, { groups: [], peers: [oneDevice], params: jobs.get(3)?.params ?? '' }, 'always-clashes');
    planted.add('always-clashes job 3');
    groups.set(20_001, soundGroup(20_001, { server_set: [{ ...device(40_000), hostname: 'PC-40001' }] }));
    groups.set(20_002, soundGroup(20_002, { server_set: [{ ...device(40_001), addr: '10.200.0.2' }] }));
    planted.add('ambiguous-device group cn=group 20001').add('ambiguous-device group cn=group 20002');
    const fleet = fleetOf({ jobs: [...jobs.values()], groups: [...groups.values()], zone: 'Europe/Berlin' });
    const { findings } = await checkFleet(fleet);
    const found = findings.map(({ rule, object }) => `${rule} ${objectKey(object).replace('dn:', '')}`);
    assert.deepEqual(found.sort(), [...planted].sort());
  });

  it('says what rules lack, and how many objects they judged', async () => {
    const jobs = [soundJob(1), soundJob(2, { groups: [2] })];
    const memory = new OfflineLooks();
    memory.note(1, true, startMs - 23 * 3_600_000);
    const fleet = fleetOf({
      jobs,
      groups: [soundGroup(1, { server_set: [device(1)] })],
      areGroupsWhole: false,
      looks: { asOfMs: startMs, memory },
    });
    const { rules, jobs: count } = await checkFleet(fleet);
    const of = (rule: string) => rules.find(result => result.rule === rule);
    assert.equal(count, 2);
    assert.deepEqual(of('missing-group'), { rule: 'missing-group', judged: 0, lacks: ['groups'] });
    assert.deepEqual(of('clock-change'), { rule: 'clock-change', judged: 0, lacks: ['zone'] });
    assert.deepEqual(of('not-seen'), { rule: 'not-seen', judged: 0, lacks: ['runs'] });
    assert.deepEqual(of('all-offline'), { rule: 'all-offline', judged: 0, lacks: ['targets', 'looks'] });
    assert.deepEqual(of('empty-group'), { rule: 'empty-group', judged: 0, lacks: ['targets'] });
    assert.deepEqual(of('no-target'), { rule: 'no-target', judged: 2, lacks: [] });
    assert.equal(of('wide-reach'), undefined);
  });

  it('sorts by severity, which the user can set or turn off', async () => {
    const pieces = { jobs: [soundJob(1, { groups: [], policies: [] })] };
    const usual = ['no-work, Job 1: The job has neither policies nor reports.'];
    const noTarget = 'no-target, Job 1: The job has no targets, so it runs on nothing.';
    assert.deepEqual(await textsOf(pieces), [...usual, noTarget]);
    assert.deepEqual(await textsOf(pieces, { severities: new Map([['no-target', 'off']]) }), usual);
    const others = new Map([
      ['no-work', 'information'],
      ['no-target', 'error'],
    ] as const);
    assert.deepEqual(await textsOf(pieces, { severities: others }), [noTarget, ...usual]);
  });

  it('judges schedules again when their next run is past', async () => {
    const checker = new FleetChecker();
    const jobs = [soundJob(1, { params: 'DTSTART:20260305T030000Z\nRRULE:FREQ=DAILY;COUNT=1' })];
    const groups = [soundGroup(1, { server_set: [device(1)] })];
    const at = async (nowMs: number) =>
      (await checkFleet(fleetOf({ jobs, groups, nowMs }), {}, checker)).findings;
    assert.deepEqual(await at(startMs), []);
    assert.deepEqual(
      (await at(startMs + 3 * 86_400_000)).map(({ rule }) => rule),
      ['ended'],
    );
  });

  it('yields to other work, and stops when it is canceled', async () => {
    const controller = new AbortController();
    let rests = 0;
    const yieldToHost = async () => {
      rests += 1;
      if (rests === 50) controller.abort();
    };
    let now = 0;
    const slices = new Slices({ sliceMs: 1, steadyMs: () => now++, yieldToHost, signal: controller.signal });
    const fleet = fleetOf({ jobs: Array.from({ length: 200 }, (_, id) => soundJob(id, { params: daily })) });
    const check = new FleetChecker().check(fleet, { severities: new Map(), suppressions: [] }, slices);
    await assert.rejects(check, { name: 'AbortError' });
    assert.equal(rests, 50);
  });
});

describe('a suppression', () => {
  const pieces = { jobs: [soundJob(1, { groups: [] }), soundJob(2, { groups: [], name: 'Other' })] };
  const rest = 'no-target, Other: The job has no targets, so it runs on nothing.';
  const both = ['no-target, Job 1: The job has no targets, so it runs on nothing.', rest];
  const suppress = (fields: Partial<Suppression> = {}): { suppressions: Suppression[] } => ({
    suppressions: [{ rule: 'no-target', object: jobObject(1), reason: 'on purpose', ...fields }],
  });
  const unused = 'unused-suppression, Job 1: The suppression of “no-target”';

  it('refers to a group by its DN in any spelling', () =>
    assert.equal(
      objectKey({ kind: 'group', groupKey: 'dn:CN=Lab, OU=A' }),
      objectKey({ kind: 'group', groupKey: groupKey({ name: 'Lab', dn: 'cn=lab,ou=a' }) }),
    ));

  it('hides one finding of one object, and keeps the reason', async () => {
    const { findings, suppressed } = await checkFleet(fleetOf(pieces), suppress());
    assert.deepEqual(
      findings.map(({ object }) => object.name),
      ['Other'],
    );
    assert.deepEqual(
      suppressed.map(({ finding, suppression }) => [finding.object.name, suppression.reason]),
      [['Job 1', 'on purpose']],
    );
  });

  it('applies until the end of its last day, and is then reported beside the finding', async () => {
    assert.deepEqual(await textsOf(pieces, suppress({ until: '2026-03-04' })), [rest]);
    const texts = await textsOf(pieces, suppress({ until: '2026-03-03' }));
    assert.deepEqual(texts, [...both, `${unused} ended on 2026-03-03: on purpose`]);
  });

  it('is reported if there is nothing to suppress: no finding, no object, or another one with its ID', async () => {
    const nothing = `${unused} suppresses nothing: on purpose`;
    const sound = { jobs: [soundJob(1)], groups: [soundGroup(1, { server_set: [device(1)] })] };
    assert.deepEqual(await textsOf(sound, suppress()), [nothing]);
    assert.deepEqual(await textsOf({ jobs: [] }, suppress()), [nothing]);
    const renamed = { jobs: [soundJob(1, { groups: [], name: 'Renamed' })] };
    assert.deepEqual((await textsOf(renamed, suppress())).at(-1), nothing);
  });

  it('is not reported while its rule or its object cannot be judged', async () => {
    assert.deepEqual(await textsOf({ ...pieces, jobs: [], areJobsWhole: false }, suppress()), []);
    const off = new Map([['no-target', 'off']] as const);
    assert.deepEqual(await textsOf(pieces, { ...suppress(), severities: off }), []);
    assert.deepEqual(await textsOf(pieces, suppress({ rule: 'not-seen' })), both);
    const unknownRuns = { ...pieces, runs: {} };
    assert.deepEqual(await textsOf(unknownRuns, suppress({ rule: 'fails-repeatedly' })), both);
  });
});
