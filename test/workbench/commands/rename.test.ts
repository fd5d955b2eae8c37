import assert from 'node:assert/strict';
import { type FakePerson, withMemoryServer } from './support/memoryServer.ts';

const { renameGroup, renameJob } = await import('../../../src/workbench/commands/rename.ts');

describe('renaming a job', () => {
  it('sends only the new name, trimmed', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      user.type = () => ' Weekly ';
      await renameJob(context, [1]);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"name":"Weekly"}']);
    }));

  it('sends nothing when the input is canceled, or the name stays the same', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      for (const typed of [undefined, 'Nightly']) {
        user.type = () => typed;
        await renameJob(context, [1]);
      }
      assert.deepEqual(memoryServer.writes, []);
    }));

  for (const isSure of [false, true])
    it(`asks first when another person has renamed the job (${isSure ? 'renamed' : 'canceled'})`, () =>
      withMemoryServer(async ({ context, memoryServer, user, session }) => {
        memoryServer.jobs.set(1, { name: 'Nightly' });
        await session.jobs.refresh();
        user.type = () => {
          memoryServer.jobs.set(1, { name: 'Hourly' });
          return 'Weekly';
        };
        user.isSure = isSure;
        await renameJob(context, [1]);
        assert.match(questionOf(user), /“Nightly” has been renamed to “Hourly” in the meantime/);
        assert.deepEqual(user.messages.at(-1)?.actions, ['Rename']);
        assert.equal(memoryServer.writes.length, isSure ? 1 : 0);
      }));

  it('asks first when a later read shows another name before its own read ends', () =>
    withMemoryServer(async ({ context, memoryServer, user, session }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      await session.jobs.refresh();
      user.isSure = false;
      user.type = () => 'Weekly';
      memoryServer.beforeResponse = async () => {
        memoryServer.jobs.set(1, { name: 'Hourly' });
        await session.jobs.read(1);
      };
      await renameJob(context, [1]);
      assert.match(questionOf(user), /“Nightly” has been renamed to “Hourly” in the meantime/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('asks again when the job is renamed while the prompt is open', () =>
    withMemoryServer(async ({ context, memoryServer, user, session }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      await session.jobs.refresh();
      user.type = () => {
        memoryServer.jobs.set(1, { name: 'Hourly' });
        return 'Weekly';
      };
      user.onConfirm = () => {
        memoryServer.jobs.set(1, { name: 'Daily' });
      };
      await renameJob(context, [1]);
      assert.deepEqual(user.of('confirm'), [
        'Rename “Hourly” to “Weekly” on “Plant”?\n“Nightly” has been renamed to “Hourly” in the meantime.',
        'Rename “Daily” to “Weekly” on “Plant”?\n“Hourly” has been renamed to “Daily” in the meantime.',
      ]);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"name":"Weekly"}']);
    }));

  it('names the job when it was deleted in the meantime', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      user.type = () => {
        memoryServer.jobs.delete(1);
        return 'Weekly';
      };
      await renameJob(context, [1]);
      assert.match(user.of('error').join(), /^“Nightly”: /);
    }));

  it('rejects a blank name', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      user.type = () => '  ';
      await renameJob(context, [1]);
      assert.deepEqual(user.messages.at(-1)?.actions, ['Enter a name.']);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('renames the focused job by a keybinding, and does nothing on a row of another kind', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      let rows: readonly unknown[] = [{ kind: 'job', serverId: 'plant', jobId: 1 }];
      Object.assign(context.jobsView.frame, { focusedRows: async () => rows });
      user.type = () => 'New';
      await renameJob(context, ['focused']);
      rows = [{ kind: 'jobPart', serverId: 'plant', jobId: 1 }];
      await renameJob(context, ['focused']);
      assert.deepEqual(user.of('input'), ['Rename Job']);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"name":"New"}']);
    }));

  it('sets the name of the focused ID below a job', () =>
    withMemoryServer(async ({ context, user }) => {
      const set: unknown[] = [];
      const labels = { ...context.labels, set: async (...of: readonly unknown[]) => void set.push(of) };
      user.type = () => 'Scan';
      const focusedRows = async () => [
        { kind: 'target', serverId: 'plant', target: { kind: 'policy', id: 4 } },
      ];
      Object.assign(context.jobsView.frame, { focusedRows });
      await renameJob({ ...context, labels }, ['focused']);
      assert.deepEqual(set, [['plant', 'policies', 4, 'Scan']]);
    }));
});

describe('renaming a group', () => {
  it('sends the new name after a read has confirmed the ID', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.groups.set(7, { name: 'Lab', server_set: [] });
      user.type = () => 'Office';
      await renameGroup(context, [7]);
      assert.deepEqual(memoryServer.reads.slice(-1), ['/account/api/group/7/']);
      assert.deepEqual(memoryServer.writes, ['PATCH /account/api/group/7/ {"name":"Office"}']);
    }));

  for (const isSure of [false, true])
    it(`asks once when another person has renamed the group and its DN is the same (${isSure ? 'renamed' : 'canceled'})`, () =>
      withMemoryServer(async ({ context, memoryServer, user, session }) => {
        memoryServer.groups.set(7, { name: 'Lab', dn: 'ou=lab', server_set: [] });
        await session.groups.whole();
        memoryServer.groups.set(7, { name: 'Laboratory', dn: 'ou=lab', server_set: [] });
        user.type = () => 'Office';
        user.isSure = isSure;
        await renameGroup(context, [7]);
        assert.deepEqual(user.of('confirm'), [
          'Rename “Laboratory” to “Office” on “Plant”?\n“Lab” has been renamed to “Laboratory” in the meantime.',
        ]);
        assert.equal(memoryServer.writes.length, isSure ? 1 : 0);
      }));

  it('sends nothing and names the group when the ID now belongs to another group', () =>
    withMemoryServer(async ({ context, memoryServer, user, session }) => {
      memoryServer.groups.set(7, { name: 'Lab', server_set: [] });
      await session.groups.whole();
      memoryServer.groups.set(7, { name: 'Shop', server_set: [] });
      user.type = () => 'Office';
      await renameGroup(context, [7]);
      assert.match(user.of('error').join(), /^“Lab”: /);
      assert.deepEqual(memoryServer.writes, []);
    }));
});

/** The prompt about a name that has changed. */
function questionOf({ messages }: FakePerson): string {
  return messages.find(({ text }) => text.includes('in the meantime'))?.text ?? '';
}
