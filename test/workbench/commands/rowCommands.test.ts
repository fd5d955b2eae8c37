import assert from 'node:assert/strict';
import { withMemoryServer } from './support/memoryServer.ts';
import { deviceRow, groupRow } from './support/rows.ts';

const { ofRows } = await import('../../../src/workbench/commands/arguments.ts');

const jobRow = { kind: 'job', serverId: 'plant', jobId: 1 };
const jobDevice = { ...jobRow, kind: 'target', target: { kind: 'device', deviceKey: '#1' } };

describe('a command for the rows of both trees', () => {
  for (const [what, args, expected] of [
    ['a job', [jobRow], 'jobs'],
    ['a job and the devices below it', [jobRow, [jobRow, jobDevice]], 'jobs'],
    ['a device of a job', [jobDevice], 'groups'],
    ['a group', [groupRow(3), [groupRow(3), groupRow(4)]], 'groups'],
    ['a device of a group', [deviceRow(3, '#1')], 'groups'],
    ['the ID of a job', [{ id: 1, server: 'plant' }], 'jobs'],
    ['the ID of a group', [{ kind: 'group', id: 1, server: 'plant' }], 'groups'],
  ] as const)
    it(`concerns ${expected} for ${what}`, () =>
      withMemoryServer(async ({ context }) => {
        const ran: unknown[] = [];
        const run = (name: string) => (_: unknown, given: readonly unknown[]) => void ran.push(name, given);
        await ofRows(run('jobs'), run('groups'))(context, args);
        assert.deepEqual(ran, [expected, args]);
      }));

  it('concerns the focused row of the view whose key was pressed', () =>
    withMemoryServer(async ({ context }) => {
      const ran: unknown[] = [];
      const run = (name: string) => (_: unknown, given: readonly unknown[]) => void ran.push(name, given);
      for (const view of ['jobs', 'groups']) await ofRows(run('jobs'), run('groups'))(context, [view]);
      assert.deepEqual(ran, ['jobs', ['focused'], 'groups', ['focused']]);
    }));

  it('concerns the selection that was made last while VS Code passes no rows', () =>
    withMemoryServer(async ({ context }) => {
      const ran: string[] = [];
      const run = (name: string) => () => void ran.push(name);
      Object.assign(context.groupsView.frame, { selectedAt: 1 });
      await ofRows(run('jobs'), run('groups'))(context, [undefined, [undefined, undefined]]);
      Object.assign(context.jobsView.frame, { selectedAt: 2 });
      await ofRows(run('jobs'), run('groups'))(context, []);
      assert.deepEqual(ran, ['groups', 'jobs']);
    }));
});
