import assert from 'node:assert/strict';
import { itWith } from '../../support/withContributions.ts';
import { withFiles } from './support/filesSetup.ts';

const { copyToServer } = await import('../../../src/contrib/files/vscode/copyToServer.ts');

describe('a copy to another server', () => {
  const jobRow = { kind: 'job', serverId: 'plant', jobId: 1 };

  it('creates each selected object once', () =>
    withFiles(async ({ all, names, office, user, reviewed, session }) => {
      names.set(1, 'Baseline');
      await session.jobs.refresh();
      await copyToServer(all, [jobRow]);
      assert.match(office.memoryServer.writes[0] ?? '', /^POST \/automation\/api\/job\/ .*"name":"Scan"/);
      assert.equal(reviewed[0]?.title, 'Copy from “Plant” to “Office”');
      await copyToServer(all, [jobRow]);
      assert.equal(user.of('info')[1], 'Nothing to copy: “Office” is already up to date.');
    }));

  itWith('undo', 'names each field that it would overwrite, and is put back by “Undo”', () =>
    withFiles(async ({ all, names, office, user, reviewed, session, memoryServer }) => {
      names.set(1, 'Baseline');
      const job = { ...memoryServer.jobs.get(1), name: 'Scan', enabled: true };
      memoryServer.jobs.set(1, job);
      await session.jobs.refresh();
      await copyToServer(all, [jobRow]);
      const [id = 0] = office.memoryServer.jobs.keys();
      const before = office.memoryServer.jobs.get(id);
      memoryServer.jobs.set(1, { ...job, enabled: false });
      await session.jobs.refresh();
      user.press = actions => actions.find(action => action === 'Undo');
      await copyToServer(all, [jobRow]);
      assert.match(reviewed[1]?.choices[0]?.detail ?? '', /^Enabled: true → false$/);
      assert.deepEqual(office.memoryServer.jobs.get(id), before);
    }),
  );

  it('is recorded with its objects, so that it can be resumed', () =>
    withFiles(async ({ all, begun, names, session }) => {
      names.set(1, 'Baseline');
      await session.jobs.refresh();
      await session.groups.refresh();
      await copyToServer(all, [jobRow]);
      await copyToServer(all, [{ kind: 'group', serverId: 'plant', groupKey: 'id:7' }]);
      const from = { id: 'plant', name: 'Plant', url: session.server.url };
      assert.deepEqual(
        begun.map(run =>
          typeof run === 'object' && run !== null && 'copied' in run ? run.copied : undefined,
        ),
        [
          { from, jobs: [1], groups: [] },
          { from, jobs: [], groups: [7] },
        ],
      );
    }));

  it('lists indistinguishable groups, whether or not others are copied', () =>
    withFiles(async ({ all, office, user, memoryServer, session }) => {
      memoryServer.hidesIds = true;
      for (const id of [8, 9]) memoryServer.groups.set(id, { name: 'Twin', dn: '' });
      await session.jobs.refresh();
      await session.groups.refresh();
      const twin = { kind: 'group', serverId: 'plant', groupKey: 'name:Twin' };
      const text = 'Left out, because they cannot be told apart: “Twin” and “Twin”.';
      await copyToServer(all, [twin]);
      assert.deepEqual(user.messages, [{ kind: 'info', text, actions: [] }]);
      await copyToServer(all, [twin, [twin, { ...twin, groupKey: 'dn:L' }]]);
      assert.deepEqual(user.of('warn'), [text]);
      assert.equal(office.memoryServer.writes.length, 1);
    }));

  it('needs a selection and a second server', () =>
    withFiles(async ({ all, configured, user, session }) => {
      await session.jobs.refresh();
      await copyToServer(all, []);
      configured.pop();
      await copyToServer(all, [jobRow]);
      assert.deepEqual(user.of('info'), [
        'Select jobs or groups to copy first.',
        'Only one server is configured. Add another one first.',
      ]);
    }));

  it('asks which of several servers to copy to', () =>
    withFiles(async ({ all, configured, names, office, user, session }) => {
      names.set(1, 'Baseline');
      await session.jobs.refresh();
      configured.push({ id: 'third', name: 'Third', url: 'https://third.example' });
      await copyToServer(all, [jobRow]);
      assert.deepEqual(user.lists, [['Office | https://office.example', 'Third | https://third.example']]);
      user.pick = () => 'office';
      await copyToServer(all, [jobRow]);
      assert.equal(office.memoryServer.writes.length, 1);
    }));

  it('is resumed from its own source server only', () =>
    withFiles(async ({ all, names, office, user, session }) => {
      names.set(2, 'Baseline');
      const run = (url: string) => ({
        server: 'office',
        items: [{ name: 'Update' }],
        copied: { from: { id: 'plant', name: 'Plant', url }, jobs: [1, 2], groups: [7] },
      });
      await copyToServer(all, [run('https://former.example')]);
      assert.deepEqual(user.of('error'), [
        'The copy cannot be resumed: it was made from “Plant” at https://former.example, which is not configured.',
      ]);
      await copyToServer(all, [run(session.server.url)]);
      assert.equal(office.memoryServer.writes.length, 1);
      assert.match(office.memoryServer.writes[0] ?? '', /"name":"Update"/);
    }));
});
