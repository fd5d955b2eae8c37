import assert from 'node:assert/strict';
import type { ItemOutcome, RunRecord } from '../../../../src/store/runs/runRecord.ts';
import type { Report } from '../../../../src/workbench/reports/reports.ts';
import { itWith } from '../../../support/withContributions.ts';
import { withMemoryServer } from '../support/memoryServer.ts';

const { runReport, runTitle } = await import('../../../../src/workbench/commands/runs/runReport.ts');
const { restOf } = await import('../../../../src/store/runs/runRecord.ts');

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
const copied = { from: { ...server, id: 'demo' }, jobs: [1], groups: ['lab'] };
const record = (act: RunRecord['act'], ...items: readonly ItemOutcome[]): RunRecord => ({
  time: '2026-01-02T03:04:05.678Z',
  act,
  server,
  items,
});
const four: readonly ItemOutcome[] = [
  { name: 'One', id: 1, is: 'done', kept: { enabled: true } },
  { name: 'Two', id: 2, is: 'failed', text: 'No.' },
  { name: 'Three', id: 3, is: 'unknown' },
  { name: 'Four', id: 4, is: 'notSent' },
];

describe('the title of a run', () => {
  it('mentions that a copy comes from another server', () => {
    assert.equal(runTitle(record('applyFiles')), 'Apply Files');
    assert.equal(runTitle({ ...record('applyFiles'), copied }), 'Copy from Another Server');
  });

  it('says what was changed in jobs, as far as the record does', () => {
    const edited = (...edits: readonly object[]) => {
      const items = edits.map(
        after => ({ name: 'One', id: 1, is: 'done', draft: { before: {}, after } }) as const,
      );
      return record('changeJobs', ...items);
    };
    const off = edited({ enabled: false }, { enabled: false });
    assert.equal(runTitle({ ...off, title: 'Disable', by: 'agent' }), 'Disable Jobs, by an agent');
    assert.equal(runTitle(edited({ enabled: true })), 'Enable Jobs');
    assert.equal(runTitle(edited({ enabled: true }, { enabled: false })), 'Change Jobs: Enabled');
    assert.equal(
      runTitle(edited({ params: '', peers: [] }, { peers: [] })),
      'Change Jobs: Schedule, Devices',
    );
    const moved = { ...edited({ params: '' }), title: 'Move Schedules 2 h Later' };
    assert.equal(runTitle(moved), 'Move Schedules 2 h Later');
    assert.equal(runTitle(record('changeJobs', { name: 'One', is: 'done' })), 'Change Jobs');
  });
});

describe('the report of a run', () => {
  it('lists what needs attention first, and the state before the change last', async () => {
    const report = runReport(record('deleteJobs', ...four), []);
    const text = (await report.read())?.text ?? '';
    const [title = '', counts, ...lines] = text.split('\n');
    assert.match(title, /^Delete Jobs on “Plant”, started .*2026/);
    assert.equal(counts, '1 done. 1 failed. 1 sent, outcome unknown. 1 not sent.');
    assert.deepEqual(lines, [
      '',
      'Sent, but no response arrived: check the server before retrying (1)',
      '  Three (#3)',
      '',
      'Not done (1)',
      '  Two (#2): No.',
      '',
      'Not sent (1)',
      '  Four (#4)',
      '',
      'Done (1)',
      '  One (#1)',
      '',
      'What was changed',
      '  One (#1)',
      '    Enabled: yes',
      '',
    ]);
    assert.deepEqual([report.key, report.title], ['runs/2026-01-02T03-04-05-678Z', 'Delete Jobs on “Plant”']);
  });

  it('links jobs and groups that have an ID, and only names others', async () => {
    const links = async (given: RunRecord) =>
      (await runReport(given, []).read())?.links.map(({ command, argument }) => [command, argument]);
    const job = [['deviceAutomation.job.open', { id: 1, server: 'plant' }]];
    for (const act of ['stopJobs', 'changeJobs'] as const)
      assert.deepEqual(await links(record(act, { name: 'One', id: 1, is: 'done' })), job);
    const unnamed = await runReport(record('stopJobs', { name: 'One', is: 'done' }), []).read();
    assert.match(unnamed?.text ?? '', /\n\nDone \(1\)\n {2}One\n$/);
    assert.deepEqual(await links(record('applyFiles', { name: 'One', id: 1, is: 'done' })), []);
    assert.deepEqual(await links(record('importGroups', { name: 'One', is: 'done' })), []);
    assert.deepEqual(await links(record('deleteGroups', { name: 'Lab', id: 7, key: 'id:7', is: 'done' })), [
      ['deviceAutomation.group.open', { kind: 'group', serverId: 'plant', groupKey: 'id:7' }],
    ]);
  });
});

describe('a retry from the report of a run', () => {
  const actions = async (given: RunRecord) => {
    let found: Report['actions'];
    await withMemoryServer(async ({ context }) => {
      found = (await runReport(given, context.runActions).read())?.actions;
    });
    return found;
  };

  itWith('undo', 'passes the whole record, and counts what was not done as asked', async () => {
    const given = record('deleteJobs', ...four, { name: 'Five', id: 5, is: 'otherwise' });
    assert.deepEqual(await actions(given), [
      { title: 'Retry 3 Objects…', command: 'deviceAutomation.run.retry', args: [given] },
    ]);
    assert.deepEqual(await actions(record('deleteJobs', ...four.slice(0, 1))), []);
  });

  it('includes unknown outcomes only where repeating does no harm', () =>
    assert.deepEqual(
      (['deleteJobs', 'importGroups', 'changeMembers', 'stopJobs'] as const).map(
        act => restOf(record(act, ...four)).length,
      ),
      [2, 2, 2, 3],
    ));

  it('of files requires the folder or the source of the copy', () => {
    const given = record('applyFiles', { name: 'Lab', kind: 'group', is: 'failed' });
    assert.deepEqual(
      [given, { ...given, folder: '/site' }, { ...given, copied }].map(run => restOf(run).length),
      [0, 1, 1],
    );
  });
});
