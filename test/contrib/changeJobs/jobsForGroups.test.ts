import assert from 'node:assert/strict';
import { itWith } from '../../support/withContributions.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { createJobsForGroups, duplicateForGroups } = await import(
  '../../../src/contrib/changeJobs/vscode/jobsForGroups.ts'
);

const withBranches = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const { memoryServer, session, user } = given;
    memoryServer.jobs.set(1, { name: 'Nightly Kazan', groups: [7], peers: [], policies: [3] });
    for (const [id, name] of [
      [7, 'Kazan'],
      [8, 'Perm'],
      [9, 'Omsk'],
    ] as const)
      memoryServer.groups.set(id, { name, dn: `CN=${name}`, server_set: [{ hostname: `PC-${id}` }] });
    await Promise.all([session.jobs.whole(), session.groups.whole()]);
    user.pickMany = () => session.groups.entries.slice(1).map(({ key }) => key);
    user.review = ({ choices }) => choices.map(({ value }) => value);
    await use(given);
  });

const created = (writes: readonly string[]) =>
  writes.filter(write => write.startsWith('POST')).map(write => JSON.parse(write.replace(/^\S+ \S+ /, '')));

describe('the same job for several groups', () => {
  it('has the name of its group in place of the copied job’s, and only that group as target', () =>
    withBranches(async ({ memoryServer, context, user }) => {
      await duplicateForGroups(context, [{ id: 1, server: 'plant' }]);
      const jobs = created(memoryServer.writes);
      assert.deepEqual(
        // Several are created in parallel.
        jobs
          .map(({ name, groups, policies }) => ({ name, groups, policies }))
          .sort((one, other) => one.groups[0] - other.groups[0]),
        [
          { name: 'Nightly Perm', groups: [8], policies: [3] },
          { name: 'Nightly Omsk', groups: [9], policies: [3] },
        ],
      );
      assert.match(user.of('info')[0] ?? '', /^Created on “Plant”: “Nightly Perm” and “Nightly Omsk”/);
    }));

  it('is created for the groups that stay checked, with names as the user changes them', () =>
    withBranches(async ({ memoryServer, context, session, user }) => {
      user.pick = () => '1';
      user.type = () => '{group}: {job}';
      let shown: readonly string[] = [];
      user.review = async ({ edit }) => {
        shown = (await edit?.run())?.choices.map(({ label }) => label) ?? [];
        return ['1'];
      };
      const rows = session.groups.entries.map(({ key }) => ({
        kind: 'group',
        serverId: 'plant',
        groupKey: key,
      }));
      await createJobsForGroups(context, [rows[0], rows]);
      assert.deepEqual(shown, ['Kazan: Nightly Kazan', 'Perm: Nightly Kazan', 'Omsk: Nightly Kazan']);
      assert.deepEqual(
        created(memoryServer.writes).map(({ name, groups }) => [name, groups]),
        [['Perm: Nightly Kazan', [8]]],
      );
    }));

  it('is one new job for a single group, without a question', () =>
    withBranches(async ({ context, session, user, opened }) => {
      const [first] = session.groups.entries;
      await createJobsForGroups(context, [{ kind: 'group', serverId: 'plant', groupKey: first?.key }]);
      assert.equal(opened.length, 1);
      assert.deepEqual(user.messages, []);
    }));

  it('is a copy of the clicked job for the groups that are picked', () =>
    withBranches(async ({ context, memoryServer }) => {
      await createJobsForGroups(context, [{ kind: 'job', serverId: 'plant', jobId: 1 }]);
      assert.equal(created(memoryServer.writes).length, 2);
    }));

  itWith('undo', 'is removed by “Undo”, all of them in one run', () =>
    withBranches(async ({ memoryServer, context, user }) => {
      user.press = actions => actions.find(action => action === 'Undo' || action === 'Delete');
      await duplicateForGroups(context, [{ id: 1, server: 'plant' }]);
      assert.deepEqual([...memoryServer.jobs.keys()], [1]);
    }),
  );

  it('is marked in the preview where a job of any page already has its name', () =>
    withBranches(async ({ memoryServer, session, context, user }) => {
      memoryServer.pageSize = 1;
      memoryServer.jobs.set(2, { name: 'Nightly Omsk' });
      await session.jobs.refresh();
      let shown: readonly string[] = [];
      user.review = ({ choices }) => {
        shown = choices.map(({ description = '' }) => description);
        return undefined;
      };
      await duplicateForGroups(context, [{ id: 1, server: 'plant' }]);
      assert.deepEqual(
        shown.map(text => text.endsWith('a job already has this name')),
        [false, true],
      );
    }));

  it('is not created without a confirmed preview', () =>
    withBranches(async ({ memoryServer, context, user }) => {
      user.review = () => undefined;
      await duplicateForGroups(context, [{ id: 1, server: 'plant' }]);
      assert.deepEqual(memoryServer.writes, []);
    }));
});
