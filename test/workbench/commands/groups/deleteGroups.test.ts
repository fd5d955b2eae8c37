import assert from 'node:assert/strict';
import { itWith } from '../../../support/withContributions.ts';
import { withMemoryServer } from '../support/memoryServer.ts';

const { deleteGroups } = await import('../../../../src/workbench/commands/groups/deleteGroups.ts');

const arg = (id: number) => [{ id, server: 'plant' }];
const office = { name: 'Office', dn: 'CN=Office', server_set: [] };
const kept =
  'The devices themselves are not deleted. Undo creates the group again with a new ID, but jobs will no longer refer to it.';
const keptOfSeveral =
  'The devices themselves are not deleted. Undo creates the groups again with new IDs, but jobs will no longer refer to them.';

describe('deleting groups', () => {
  it('deletes nothing when the user cancels the prompt', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.groups.set(7, office);
      user.isSure = false;
      await deleteGroups(context, arg(7));
      assert.deepEqual(user.messages[0], {
        kind: 'confirm',
        text: `Delete the group “Office” (0 devices) on “Plant”?\n${kept}`,
        actions: ['Delete'],
      });
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('lists the groups if there are several', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.groups.set(7, office).set(8, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
      await session.groups.whole();
      user.isSure = false;
      user.pickMany = title => (title === 'Delete Groups' ? ['id:7', 'id:8'] : undefined);
      await deleteGroups(context, []);
      assert.deepEqual(user.of('confirm'), [
        `Delete 2 groups on “Plant”?\n“Office” and “Lab”\n\n${keptOfSeveral}`,
      ]);
    }));

  itWith('undo', 'deletes the group by its ID and creates it again on "Undo"', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.groups.set(7, office);
      user.press = actions => actions.find(action => action === 'Undo');
      await deleteGroups(context, arg(7));
      assert.equal(memoryServer.writes[0], 'DELETE /account/api/group/7/');
      assert.match(memoryServer.writes[1] ?? '', /^POST \/account\/api\/group\/ .*"name":"Office"/);
      assert.equal(memoryServer.writes.length, 2);
      assert.match(user.of('info')[1] ?? '', /^Created again with a new ID: “?Office/);
    }),
  );

  it('does not delete another group that has received the ID', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.groups.set(7, office);
      await session.groups.whole();
      memoryServer.groups.set(7, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
      await deleteGroups(context, arg(7));
      assert.deepEqual(memoryServer.writes, []);
      assert.equal(user.of('error').length, 1);
    }));

  describe('groups that jobs target', () => {
    const withJobs = (use: Parameters<typeof withMemoryServer>[0]) =>
      withMemoryServer(async given => {
        given.memoryServer.groups.set(7, office);
        given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [7, 9] });
        given.memoryServer.jobs.set(2, { name: 'Other', groups: [9] });
        given.memoryServer.onDelete = () =>
          given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [9, 11] });
        await use(given);
      });

    it('are deleted after a prompt that names those jobs', () =>
      withJobs(async ({ user, context }) => {
        user.isSure = false;
        await deleteGroups(context, arg(7));
        assert.match(user.of('confirm')[0] ?? '', /\?\n1 job targets it: “Nightly”\.\n\nThe devices/);
      }));

    it('are deleted only after another prompt if a job got one of them as target meanwhile', () =>
      withJobs(async ({ memoryServer, user, context }) => {
        memoryServer.groups.set(8, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
        user.pickMany = () => ['id:7', 'id:8'];
        user.onConfirm = () => {
          memoryServer.reads.length = 0;
          memoryServer.jobs.set(2, { name: 'Other', groups: [9, 8] });
          user.isSure = user.of('confirm').length < 2;
        };
        await deleteGroups(context, [{ ids: [7, 8], server: 'plant' }]);
        const [, again = ''] = user.of('confirm');
        assert.match(again, /these jobs got the group as target: “Other”\./);
        assert.match(again, /2 jobs target it: “Nightly” and “Other”\./);
        assert.deepEqual(memoryServer.writes, []);
        user.onConfirm = () => undefined;
        user.isSure = true;
        await deleteGroups(context, [{ ids: [7, 8], server: 'plant' }]);
        assert.equal(memoryServer.writes.length, 2);
      }));

    itWith('undo', 'can be targeted again by their new IDs after "Undo", in the current jobs', () =>
      withJobs(async ({ memoryServer, user, context }) => {
        user.press = actions =>
          actions.find(action => action === ['Undo', 'Use New ID in Jobs'][user.of('info').length - 1]);
        await deleteGroups(context, arg(7));
        assert.match(
          user.of('info')[1] ?? '',
          /^Created again with a new ID: .* 1 job referred to it by its old ID\.$/,
        );
        assert.deepEqual(memoryServer.writes.slice(2), [
          'PATCH /automation/api/job/1/ {"groups":[9,11,101]}',
        ]);
      }),
    );

    itWith('undo', 'can be left untargeted after all by "Undo" of the change to their new IDs', () =>
      withJobs(async ({ memoryServer, user, context }) => {
        user.press = actions => actions.find(action => /^(Undo|Use New ID in Jobs)$/.test(action));
        await deleteGroups(context, arg(7));
        assert.equal(memoryServer.writes.at(-1), 'PATCH /automation/api/job/1/ {"groups":[9,11]}');
      }),
    );
  });
});
