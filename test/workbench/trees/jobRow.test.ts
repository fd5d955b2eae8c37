import assert from 'node:assert/strict';
import type { ScheduleOutlook } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import type { ObjectMark } from '../../../src/workbench/platform/rows/objectMarks.ts';
import '../../support/vscode/vscodeInNode.ts';
import { device, job } from '../../store/support/fakes.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowSource } from './support/rowSource.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';

const vscode = await import('vscode');
const { jobRow, jobTooltip } = await import('../../../src/workbench/trees/jobRow.ts');

const marks: readonly ObjectMark[] = [
  { tag: 'blue', decoration: 'round', spoken: 'is blue', fact: ['Color', 'blue'] },
  { tag: 'red' },
];
type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

describe('the row of a job', () => {
  const readStatus = ({ memoryServer, session }: Given, word: string) => {
    memoryServer.statuses.set(7, word);
    return session.statuses.read(7);
  };

  it('shows the next run, and opens the document', () =>
    withMemoryServer(async given => {
      const item = jobRow(job(7), rowSource(given));
      const icon = 'circle-large-outline disabledForeground';
      assert.equal(rowText(item), `Job 7 | Mon 03:00 | ${icon} | job enabled unknown unpinned`);
      assert.deepEqual(item.accessibilityInformation, { label: 'Job 7, status not read yet, Mon 03:00' });
      assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
      const uri = vscode.Uri.file('/7');
      assert.deepEqual(item.command, { command: 'vscode.open', title: 'Open', arguments: [uri] });
    }));

  it('shows the status instead of the next run while the job is active', () =>
    withMemoryServer(async given => {
      await readStatus(given, 'running');
      const item = jobRow(job(7), rowSource(given));
      assert.equal(rowText(item), 'Job 7 | running | sync~spin charts.blue | job enabled running unpinned');
      assert.deepEqual(item.accessibilityInformation, { label: 'Job 7, running, Mon 03:00' });
    }));

  it('has the whole name as its label, so that Find in the tree finds every part of it', () =>
    withMemoryServer(async given => {
      const name = 'Nightly update of the accounting, branch 12, hardware inventory';
      assert.equal(jobRow(job(7, { name }), rowSource(given)).label, name);
    }));

  it('shows that the job is disabled, whatever word the server sends for its status', () =>
    withMemoryServer(async given => {
      for (const word of ['Ожидает запуска', 'running', 'Ждёт', 'finished', '']) {
        await readStatus(given, word);
        const text = rowText(jobRow(job(7, { enabled: false }), rowSource(given)));
        assert.match(text, /^Job 7 \| (\S.* · )?disabled \| .* \| job disabled /, word);
      }
    }));

  it('has a badge, which screen readers read, if the job is pinned', () =>
    withMemoryServer(async given => {
      const item = jobRow(job(7), { ...rowSource(given), isPinned: id => id === 7 });
      assert.match(rowText(item), / pinned$/);
      assert.equal(item.accessibilityInformation?.label, 'Job 7, status not read yet, Mon 03:00, pinned');
      assert.equal(item.resourceUri?.query, 'pinned');
    }));

  it('has the marks of contributions, for menus, badges and screen readers', () =>
    withMemoryServer(async given => {
      const item = jobRow(job(7), {
        ...rowSource(given),
        marks: { ...rowSource(given).marks, of: () => marks },
      });
      assert.match(rowText(item), / unpinned blue red$/);
      assert.match(item.accessibilityInformation?.label ?? '', /, Mon 03:00, is blue$/);
      assert.equal(item.resourceUri?.query, 'round');
    }));
});

describe('the tooltip of a job', () => {
  it('has its facts with the labels of the form, its schedule, and undocumented fields', () =>
    withMemoryServer(async given => {
      const full = job(7, {
        name: 'Nightly',
        params: 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY',
        groups: [3],
        dynamic_groups: [4],
        peers: [device(1)],
        reports: [9],
        report_formats: ['pdf'],
        run_on_start: false,
        extra: { notify: 'ann' },
      });
      const source = { ...rowSource(given), marks: { ...rowSource(given).marks, of: () => marks } };
      const lines = tooltipTexts(jobTooltip(full, source));
      assert.deepEqual(lines.slice(0, 2), ['**Nightly**', 'Status: status not read yet']);
      assert.match(lines[2] ?? '', /^Schedule: Every day at 03:00 UTC/);
      assert.match(lines[3] ?? '', /^Next runs: .*\d\d:\d\d( \(.* UTC\))?$/);
      assert.equal(lines[6], 'Targets: 1 group, 1 dynamic group, 1 device', 'after three runs');
      assert.match(lines[7] ?? '', /^: On 1 device\. /);
      assert.deepEqual(lines.slice(8), [
        'Static groups: #3',
        'Dynamic groups: #4',
        'Devices: PC-1',
        'Policies: Updates',
        'Reports: #9',
        'Report formats: pdf',
        'Enabled: yes',
        'Run when a device is switched on: no',
        'ID: 7',
        'Color: blue',
        'Other fields: ',
        'notify: ann',
      ]);
    }));

  it('has no line for what is unknown or missing', () =>
    withMemoryServer(async given => {
      const lines = tooltipTexts(jobTooltip(job(7, { enabled: undefined }), rowSource(given)));
      assert.ok(lines.includes('Targets: none'));
      assert.ok(!lines.some(line => /^(Enabled|.*groups|Devices|Reports|Other fields):/.test(line)));
    }));

  it('shows the source of a run that no rule produces, and the first problems of the schedule', () =>
    withMemoryServer(async given => {
      const run = { local: 'Mon 03:00', utc: '01:00 UTC', isInUtc: false };
      const problem = { severity: 'error', start: 0, end: 0 } as const;
      const details = {
        sentence: 'Weekly.',
        next: '',
        runs: ([undefined, 'start', 'end'] as const).map(source => ({ ...run, source })),
        problems: [1, 2, 3, 4, 5, 6].map(number => ({ ...problem, text: `Problem ${number}.` })),
        warnings: ['Warning.'],
        notes: ['Note.'],
      };
      const outlook = partialOf<ScheduleOutlook>({ details: () => details });
      const lines = tooltipTexts(jobTooltip(job(7), { ...rowSource(given), outlook }));
      assert.deepEqual(lines.slice(3, 6), [
        'Next runs: Mon 03:00 (01:00 UTC)',
        ': Mon 03:00 (01:00 UTC), the start date itself',
        ': Mon 03:00 (01:00 UTC), the end date itself',
      ]);
      assert.deepEqual(lines.slice(-3), ['Problem 5.', 'Warning.', 'Note.']);
    }));
});
