import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { device, job } from '../../store/support/fakes.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowSource } from './support/rowSource.ts';
import { rowText } from './support/rowTexts.ts';

const vscode = await import('vscode');
const { jobPartChildren, jobPartRow, jobParts } = await import('../../../src/workbench/trees/jobPartRow.ts');

const parts = jobParts([]);
const partOf = (name: string) => parts.find(({ part }) => part === name) ?? assert.fail();

const full = job(7, {
  params: 'DTSTART:20260105T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO',
  groups: [3],
  dynamic_groups: [4, 5],
  peers: [device(1), device(2)],
  policies: [1, 2],
  reports: [9],
  report_formats: ['pdf', 'xlsx'],
});

describe('the rows of a job’s parts', () => {
  it('summarize what is below them', () =>
    withMemoryServer(async given => {
      const [schedule = '', ...others] = parts.map(part => rowText(jobPartRow(part, full, rowSource(given))));
      assert.match(schedule, /^Schedule \| .*Monday.* Next run: .*\. \| calendar \| jobPart schedule$/);
      assert.deepEqual(others, [
        'Targets | 1 group, 2 dynamic groups, 2 devices | target | jobPart targets',
        'Policies | Updates, #2 | law | jobPart policies',
        'Reports | #9 (pdf, xlsx) | graph | jobPart reports',
      ]);
    }));

  it('cannot be expanded when there is nothing below them', () =>
    withMemoryServer(async given => {
      const states = (of: typeof full) =>
        parts.map(part => jobPartRow(part, of, rowSource(given)).collapsibleState);
      const { Collapsed, None } = vscode.TreeItemCollapsibleState;
      assert.deepEqual(states(full), [None, Collapsed, Collapsed, Collapsed]);
      assert.deepEqual(states(job(7, { policies: [] })), [None, None, None, None]);
    }));

  it('say when a disabled job would run, not that it will', () =>
    withMemoryServer(async given => {
      const { description } = jobPartRow(partOf('schedule'), { ...full, enabled: false }, rowSource(given));
      assert.match(String(description), / Would run: .*\.$/);
      assert.doesNotMatch(String(description), /Next run/);
    }));

  it('show an unreadable schedule without a next run', () =>
    withMemoryServer(async given => {
      const { description } = jobPartRow(
        partOf('schedule'),
        job(7, { params: 'RRULE:FREQ=NEVER' }),
        rowSource(given),
      );
      assert.match(String(description), /FREQ=NEVER|schedule/i);
      assert.doesNotMatch(String(description), /Next run/);
    }));

  it('contain each target once, even if the server lists it twice', () =>
    withMemoryServer(async given => {
      const twice = { ...full, peers: [...full.peers, device(2)], policies: [1, 1] };
      const targetsOf = (part: string) =>
        jobPartChildren(
          { kind: 'jobPart', serverId: 'plant', jobId: 7, part },
          partOf(part),
          twice,
          rowSource(given),
        ).map(node => (node.kind === 'target' ? node.target : assert.fail()));
      assert.deepEqual(targetsOf('targets'), [
        { kind: 'group', groupId: 3 },
        { kind: 'dynamicGroup', groupId: 4 },
        { kind: 'dynamicGroup', groupId: 5 },
        { kind: 'device', deviceKey: '#1' },
        { kind: 'device', deviceKey: '#2' },
      ]);
      assert.deepEqual(targetsOf('policies'), [{ kind: 'policy', id: 1 }]);
    }));
});
