import assert from 'node:assert/strict';
import type { ScheduleOutlook } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import '../../support/vscode/vscodeInNode.ts';
import type { Device } from '../../../src/model/device.ts';
import type { Job } from '../../../src/model/job.ts';
import type { StatusKind } from '../../../src/model/jobStatus.ts';
import type { JobsNode, JobTarget } from '../../../src/views/nodes.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withPlant } from '../commands/support/plant.ts';
import { device, group, job } from '../store/support/fakes.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';

const vscode = await import('vscode');
const { groupDropHint, groupItem, groupTooltip } = await import('../../../src/views/groupItem.ts');
const { jobItem } = await import('../../../src/views/jobItem.ts');
const { deviceItem, deviceTooltip, itemsOf, jobPartItem, jobPartOrder, partOf, targetItem } = await import(
  '../../../src/views/jobParts.ts'
);
const { jobTooltip } = await import('../../../src/views/jobTooltip.ts');
const { moreItem, showMoreItem, unreadableItem } = await import('../../../src/views/plainItems.ts');
const { sectionItem } = await import('../../../src/views/sectionItem.ts');
const { statusIcon } = await import('../../../src/views/statusPresentation.ts');
const { noGroup } = await import('../../../src/store/jobs/jobArrangement.ts');
const { watchedRowUri, WatchMarks } = await import('../../../src/views/watchMarks.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const node: JobsNode = { kind: 'job', serverId: 'plant', jobId: 7 };
const uri = vscode.Uri.file('/7');
const weekly = 'DTSTART:20260105T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO';

/** The names of IDs on the plant, where policy 1 has the label "Updates". */
function namingOf({ session, context }: Given) {
  const labels = {
    get: (_: string, kind: string, id: number) => (kind === 'policies' && id === 1 ? 'Updates' : undefined),
    text: (_: string, kind: string, id: number) => (kind === 'policies' && id === 1 ? 'Updates' : `#${id}`),
  };
  return { session, labels, outlook: context.schedules.of(session.server) };
}

describe('the row of a job', () => {
  const row = (given: Given, of: Job, parts: Partial<Parameters<typeof jobItem>[3]> = {}) =>
    jobItem(of, given.session, node, { schedule: 'Mon 03:00', watch: 'unwatched', uri, ...parts });

  it('shows the next run, unless the job is active', () =>
    withPlant(async given => {
      const item = row(given, job(7));
      assert.equal(
        rowText(item),
        'Job 7 | Mon 03:00 | circle-large-outline disabledForeground | job enabled unknown unwatched',
      );
      assert.deepEqual(item.accessibilityInformation, { label: 'Job 7, status not read yet, Mon 03:00' });
      assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
      assert.equal(item.id, 'plant/job/7');
      assert.deepEqual(item.command, { command: 'vscode.open', title: 'Open', arguments: [uri] });
      given.plant.statuses.set(7, 'running');
      await given.session.statuses.read(7);
      const moving = row(given, job(7), { watch: 'watched' });
      assert.equal(rowText(moving), 'Job 7 | running | sync~spin charts.blue | job enabled running watched');
      assert.deepEqual(moving.accessibilityInformation, { label: 'Job 7, running, watched, Mon 03:00' });
      given.plant.statuses.set(7, 'finished');
      await given.session.statuses.read(7);
      assert.equal(
        rowText(row(given, job(7))),
        'Job 7 | Mon 03:00 | pass testing.iconPassed | job enabled succeeded unwatched',
      );
    }));

  it('shows that it is disabled', () =>
    withPlant(async given => {
      const item = row(given, job(7, { enabled: false }), { schedule: '' });
      assert.match(rowText(item), /^Job 7 \| disabled \| .* \| job disabled /);
      assert.deepEqual(item.accessibilityInformation, { label: 'Job 7, status not read yet, disabled' });
    }));

  it('shows that it is disabled whatever word the server sends for its status', () =>
    withPlant(async given => {
      for (const word of ['Ожидает запуска', 'running', 'Ждёт', 'finished', '']) {
        given.plant.statuses.set(7, word);
        await given.session.statuses.read(7);
        const text = rowText(row(given, job(7, { enabled: false })));
        assert.match(text, /^Job 7 \| disabled( · \S.*)? \| .* \| job disabled /, word);
      }
    }));

  it('has a different icon for each kind of status', () => {
    const kinds: readonly StatusKind[] = [
      'queued',
      'running',
      'succeeded',
      'failed',
      'stopped',
      'idle',
      'unknown',
    ];
    const icons = kinds.map(kind => statusIcon({ word: kind, kind, asOfMs: 0 }).id);
    assert.deepEqual(icons, [
      'clock',
      'sync~spin',
      'pass',
      'error',
      'debug-stop',
      'circle-outline',
      'question',
    ]);
  });
});

describe('the rows below a job', () => {
  const peers: readonly Device[] = [device(1), device(2)];
  const full = job(7, {
    params: weekly,
    groups: [3],
    dynamic_groups: [4, 5],
    peers,
    policies: [1, 2],
    reports: [9],
    report_formats: ['pdf', 'xlsx'],
  });

  it('are its parts, with a summary of each', () =>
    withPlant(async given => {
      const naming = namingOf(given);
      const rows = (of: Job) =>
        jobPartOrder.map(part => jobPartItem(of, part, naming, { ...node, kind: 'jobPart', part }));
      const [schedule, ...others] = rows(full);
      assert.match(
        schedule === undefined ? '' : rowText(schedule),
        /^Schedule \| .*Monday.* Next run: .*\. \| calendar \| jobPart schedule$/,
      );
      assert.deepEqual(others.map(rowText), [
        'Targets | 1 group, 2 dynamic groups, 2 devices | target | jobPart targets',
        'Policies | Updates, #2 | law | jobPart policies',
        'Reports | #9 (pdf, xlsx) | graph | jobPart reports',
      ]);
      const { Collapsed, None } = vscode.TreeItemCollapsibleState;
      assert.deepEqual(
        rows(full).map(({ collapsibleState }) => collapsibleState),
        [None, Collapsed, Collapsed, Collapsed],
      );
      assert.equal(schedule?.id, 'plant/job/7/schedule');
      const [, ...empty] = rows(job(7, { policies: [] }));
      assert.deepEqual(empty.map(rowText), [
        'Targets | none | target | jobPart targets',
        'Policies | none | law | jobPart policies',
        'Reports | none | graph | jobPart reports',
      ]);
      assert.ok(empty.every(({ collapsibleState }) => collapsibleState === None));
      const [, , , plain] = rows(job(7, { reports: [9] }));
      assert.equal(plain?.description, '#9');
    }));

  it('and the tooltip say when a disabled job would run, not that it will', () =>
    withPlant(async given => {
      const disabled = { ...full, enabled: false };
      const item = jobPartItem(disabled, 'schedule', namingOf(given), node);
      assert.match(String(item.description), / Would run: .*\.$/);
      assert.doesNotMatch(String(item.description), /Next run/);
      const lines = tooltipTexts(jobTooltip(disabled, { ...namingOf(given), isWatched: false }));
      assert.ok(lines.some(line => line.startsWith('Would run: ')));
      assert.ok(!lines.some(line => line.startsWith('Next runs')));
    }));

  it('show an unreadable schedule unchanged', () =>
    withPlant(async given => {
      const params = 'RRULE:FREQ=NEVER';
      const item = jobPartItem(job(7, { params }), 'schedule', namingOf(given), node);
      assert.match(String(item.description), /FREQ=NEVER|schedule/i);
      assert.doesNotMatch(String(item.description), /Next run/);
    }));

  it('are below the part that contains them', () => {
    const targets = itemsOf(full, 'targets');
    assert.deepEqual(targets, [
      { kind: 'group', groupId: 3 },
      { kind: 'dynamicGroup', groupId: 4 },
      { kind: 'dynamicGroup', groupId: 5 },
      { kind: 'device', deviceKey: '#1' },
      { kind: 'device', deviceKey: '#2' },
    ]);
    assert.deepEqual(itemsOf(full, 'schedule'), []);
    for (const part of ['targets', 'policies', 'reports'] as const)
      assert.ok(itemsOf(full, part).every(target => partOf(target) === part));
    assert.deepEqual(itemsOf(full, 'policies'), [
      { kind: 'policy', id: 1 },
      { kind: 'policy', id: 2 },
    ]);
    assert.deepEqual(itemsOf(full, 'reports'), [{ kind: 'report', id: 9 }]);
  });

  it('have the names of groups once they are read, and the user’s labels', () =>
    withPlant(async given => {
      const row = (target: JobTarget) => {
        const item = targetItem(full, target, namingOf(given), { ...node, kind: 'target', target });
        assert.ok(item.id?.startsWith('plant/job/7/targets/'));
        return rowText(item);
      };
      assert.equal(row({ kind: 'group', groupId: 3 }), '#3 | group | organization | group');
      given.plant.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
      await given.session.groups.refresh();
      assert.equal(row({ kind: 'group', groupId: 3 }), 'Lab | group | organization | group');
      assert.equal(
        row({ kind: 'dynamicGroup', groupId: 4 }),
        '#4 | dynamic group | symbol-variable | dynamicGroup',
      );
      assert.equal(row({ kind: 'policy', id: 1 }), 'Updates | policy #1 | law | policy');
      assert.equal(row({ kind: 'policy', id: 2 }), '#2 | policy | law | policy');
      assert.equal(row({ kind: 'report', id: 9 }), '#9 | report | graph | report');
      assert.equal(
        row({ kind: 'device', deviceKey: '#2' }),
        'PC-2 | online | vm-active testing.iconPassed | device',
      );
      assert.equal(row({ kind: 'device', deviceKey: '#8' }), '? |  |  | ');
    }));
});

describe('the row of a device', () => {
  it('shows the server’s words for it, and an icon when they are understood', () => {
    assert.equal(
      rowText(deviceItem({ ...device(1), status: 'offline', connection: 'VPN' })),
      'PC-1 | offline · VPN | vm-outline disabledForeground | device',
    );
    assert.equal(rowText(deviceItem({ ...device(1), status: '' })), 'PC-1 |  | vm | device');
  });

  it('has all known facts in its tooltip, and what uses it', () => {
    const tooltip = deviceTooltip({ ...device(1), username: 'ann', server_id: 's-1', connection: 'VPN' }, [
      ['Jobs', 'Nightly'],
    ]);
    assert.deepEqual(tooltipTexts(tooltip), [
      'Host name: PC-1',
      'Address: 10.0.0.1',
      'Status: online',
      'Connection: VPN',
      'User: ann',
      'Server ID: s-1',
      'ID: 1',
      'Jobs: Nightly',
    ]);
    assert.equal(tooltipTexts(deviceTooltip({ ...device(1), id: undefined })).includes('ID: 1'), false);
  });
});

describe('the tooltip of a job', () => {
  it('has its facts, its schedule, and fields that the API does not describe', () =>
    withPlant(async given => {
      const full = job(7, {
        name: 'Nightly',
        params: weekly,
        groups: [3],
        dynamic_groups: [4],
        peers: [device(1)],
        reports: [9],
        report_formats: ['pdf'],
        enabled: true,
        run_on_start: false,
        extra: { notify: 'ann' },
      });
      const lines = tooltipTexts(jobTooltip(full, { ...namingOf(given), isWatched: true }));
      const from = lines.findIndex(line => line.startsWith('Targets'));
      assert.equal(lines[0], '**Nightly**');
      assert.equal(lines[1], 'Status: status not read yet');
      assert.match(lines[2] ?? '', /^Schedule: .*Monday/);
      assert.match(lines[3] ?? '', /^Next runs: .*\(.* UTC\)$/);
      assert.equal(from, 6, 'three runs');
      assert.match(lines[from] ?? '', /^Targets: 1 group, 1 dynamic group, 1 device$/);
      assert.match(lines[from + 1] ?? '', /^: On 1 device\. /);
      assert.deepEqual(lines.slice(from + 2, from + 12), [
        'Static groups: #3',
        'Dynamic groups: #4',
        'Devices: PC-1',
        'Policies: Updates',
        'Reports: #9',
        'Report formats: pdf',
        'Enabled: yes',
        'Run when a device is switched on: no',
        'Watched: yes',
        'ID: 7',
      ]);
      assert.deepEqual(lines.slice(-2), ['Other fields: ', 'notify: ann']);
    }));

  it('has no row for unknown or missing facts', () =>
    withPlant(async given => {
      const lines = tooltipTexts(
        jobTooltip(job(7, { enabled: undefined }), { ...namingOf(given), isWatched: false }),
      );
      assert.equal(lines.includes('Targets: none'), true);
      for (const label of ['Enabled', 'Watched', 'Groups', 'Devices', 'Reports', 'Other fields'])
        assert.equal(
          lines.some(line => line.startsWith(`${label}:`)),
          false,
          label,
        );
    }));

  it('shows the source of a run that no rule produces, and what is wrong with a schedule', () =>
    withPlant(async given => {
      const run = { local: 'Mon 03:00', utc: '01:00 UTC' };
      const sources = [undefined, 'start', 'end'] as const;
      const details = {
        sentence: 'Weekly.',
        next: '',
        runs: sources.map(source => ({ ...run, source })),
        problems: ['1', '2', '3', '4', '5', '6'].map(text => ({
          severity: 'error' as const,
          text: `Problem ${text}.`,
          start: 0,
          end: 0,
        })),
        warnings: ['Warning.'],
        notes: ['Note.'],
      };
      const outlook = partialOf<ScheduleOutlook>({ details: () => details });
      const lines = tooltipTexts(jobTooltip(job(7), { ...namingOf(given), outlook, isWatched: false }));
      assert.deepEqual(lines.slice(2, 6), [
        'Schedule: Weekly.',
        'Next runs: Mon 03:00 (01:00 UTC)',
        ': Mon 03:00 (01:00 UTC), the start date itself',
        ': Mon 03:00 (01:00 UTC), the end date itself',
      ]);
      const problems = ['1', '2', '3', '4', '5'].map(text => `Problem ${text}.`);
      assert.deepEqual(lines.slice(-7), [...problems, 'Warning.', 'Note.']);
    }));
});

describe('the row of a group', () => {
  const groupNode = { kind: 'group', serverId: 'plant', groupKey: 'Lab' } as const;
  const lab = group('Lab', { server_set: [device(1), { ...device(2), status: 'offline' }] });

  it('shows the number of devices, and that its ID is unknown', () => {
    const item = groupItem(lab, 3, groupNode);
    assert.equal(rowText(item), 'Lab | 2 devices, 1 offline | organization | group idKnown');
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.equal(item.id, 'plant/group/Lab');
    assert.deepEqual(item.command, {
      command: 'deviceAutomation.group.open',
      title: 'Open',
      arguments: [groupNode, 'click'],
    });
    const empty = groupItem(group('Lab'), 'unknown', groupNode);
    assert.equal(rowText(empty), 'Lab | 0 devices · ID unknown | organization | group idUnknown');
    assert.equal(empty.collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.match(
      rowText(groupItem(group('Lab', { server_set: [device(1)] }), 'alike', groupNode)),
      /\| 1 device · ID unknown \|/,
    );
  });

  it('has its contents and uses in its tooltip, and why its ID is unknown', () => {
    const [title, ...facts] = tooltipTexts(
      groupTooltip({ ...lab, extra: { owner: 'ann' } }, 3, [['Jobs', 'Nightly']]),
    );
    assert.equal(title, '**Lab**');
    assert.deepEqual(facts, [
      'Devices: 2 devices',
      ': PC-1, PC-2',
      'Distinguished name: CN=Lab',
      'ID: 3',
      'Jobs: Nightly',
      'Other fields: ',
      'owner: ann',
    ]);
    const idOf = (id: 'unknown' | 'alike') =>
      tooltipTexts(groupTooltip(lab, id, [])).find(line => line.startsWith('ID'));
    assert.equal(
      idOf('unknown'),
      'ID: unknown: the server does not return it. Find or enter it to change the group.',
    );
    assert.equal(
      idOf('alike'),
      'ID: unknown: another group has the same name and DN, so you have to enter it. It is needed to change the group.',
    );
    assert.equal(
      groupDropHint(),
      'Devices or host names dropped here are added; the prompt also offers to move them.',
    );
  });
});

describe('a row that is not an object', () => {
  it('runs a command', () => {
    const item = moreItem(
      { kind: 'loadMore', serverId: 'plant' },
      'Load more…',
      'deviceAutomation.jobs.loadMore',
    );
    assert.equal(rowText(item), 'Load more… |  | ellipsis | loadMore');
    assert.deepEqual(item.command, {
      command: 'deviceAutomation.jobs.loadMore',
      title: 'Load more…',
      arguments: [{ kind: 'loadMore', serverId: 'plant' }],
    });
    assert.equal(item.id, 'plant/loadMore');
    const rest = { kind: 'showMore', serverId: 'plant', of: 'plant/group/Lab', hidden: 12 } as const;
    assert.equal(rowText(showMoreItem(rest)), '12 more… |  | ellipsis | showMore');
    assert.equal(showMoreItem(rest).command?.command, 'deviceAutomation.row.showMore');
  });

  it('represents an entry that cannot be read, or many of them', () => {
    const entry = { kind: 'unreadable', serverId: 'plant', list: 'jobs', index: 0 } as const;
    const warning = 'warning list.warningForeground';
    const one = unreadableItem({ index: 0, raw: {} }, entry);
    assert.equal(rowText(one), `Unreadable entry |  | ${warning} | unreadable`);
    assert.deepEqual(one.command, {
      command: 'deviceAutomation.row.showRaw',
      title: 'Unreadable entry',
      arguments: [entry],
    });
    assert.equal(one.id, 'plant/unreadable/jobs/0');
    const many = unreadableItem({ index: 0, raw: {}, more: 40 }, entry);
    assert.equal(rowText(many), `40 more unreadable entries |  | ${warning} | `);
    assert.equal(many.command, undefined);
    assert.equal(rowText(unreadableItem(undefined, entry)), `Unreadable entry |  | ${warning} | unreadable`);
  });

  it('is above jobs that belong together', () =>
    withPlant(async ({ session, plant }) => {
      plant.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
      await session.groups.refresh();
      const row = (grouping: 'status' | 'schedule' | 'targetGroup', key: string, count = 1) => {
        const item = sectionItem({ kind: 'section', serverId: 'plant', grouping, key }, count, session);
        assert.equal(item.id, `plant/${grouping}/${key}`);
        return item;
      };
      const kinds = ['running', 'queued', 'failed', 'unknown', 'stopped', 'succeeded', 'idle', 'notRead'];
      assert.deepEqual(
        kinds.map(kind => row('status', kind).label),
        [
          'Executing',
          'Queued',
          'Failed',
          'Other status',
          'Stopped',
          'Succeeded',
          'Not run',
          'Status not read yet',
        ],
      );
      assert.equal(
        rowText(row('status', 'failed', 2)),
        'Failed | 2 jobs | error testing.iconFailed | section',
      );
      assert.equal(
        rowText(row('status', 'notRead')),
        'Status not read yet | 1 job | circle-large-outline | section',
      );
      const rhythms = [
        'SECONDLY',
        'MINUTELY',
        'HOURLY',
        'DAILY',
        'WEEKLY',
        'MONTHLY',
        'YEARLY',
        'dates',
        'none',
      ];
      assert.deepEqual(
        rhythms.map(rhythm => row('schedule', rhythm).label),
        [
          'Every few seconds',
          'Every few minutes',
          'Hourly',
          'Daily',
          'Weekly',
          'Monthly',
          'Yearly',
          'Single dates and other schedules',
          'No schedule',
        ],
      );
      assert.equal(rowText(row('schedule', 'DAILY')), 'Daily | 1 job | calendar | section');
      assert.equal(row('schedule', 'toString').label, 'toString');
      assert.equal(rowText(row('targetGroup', '3')), 'Lab | 1 job | organization | section');
      assert.equal(row('targetGroup', '4').label, '#4');
      assert.equal(row('targetGroup', noGroup).label, 'No target group');
      const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
      assert.equal(row('status', 'failed', 50).collapsibleState, Expanded);
      assert.equal(row('status', 'failed', 51).collapsibleState, Collapsed);
    }));
});

describe('the mark of a watched job', () => {
  it('is at the end of its row, and nowhere else', () => {
    const marks = new WatchMarks();
    const { badge, tooltip } = marks.provideFileDecoration(watchedRowUri('plant', 7)) ?? {};
    assert.deepEqual([badge, tooltip], ['◉', 'Watched']);
    assert.equal(marks.provideFileDecoration(uri), undefined);
    assert.notEqual(watchedRowUri('plant', 7).toString(), watchedRowUri('other', 7).toString());
    marks.dispose();
  });
});
