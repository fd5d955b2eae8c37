import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { withFiles } from './support/filesSetup.ts';

const { exportFiles, exportFolderFor } = await import('../../../src/contrib/files/vscode/exportFiles.ts');
const { Uri } = await import('../../support/vscode/vscodeFake.ts');
const { folderFor } = await import('../../../src/contrib/files/vscode/planFiles.ts');

const jobRow = (jobId: number) => ({ kind: 'job', serverId: 'plant', jobId });

describe('an export of jobs and groups as files', () => {
  it('writes everything on the server to the folder, and offers to show it', () =>
    withFiles(async ({ all, called, files, paths, user }) => {
      user.press = actions => actions[0];
      await exportFiles(all, [{ folder: files }]);
      assert.deepEqual(user.of('info'), ['Wrote 4 files.']);
      assert.deepEqual(called, [`open ${files}`]);
      assert.equal(paths().length, 4);
      user.press = () => undefined;
      await exportFiles(all, [{ folder: files }]);
      assert.equal(user.of('info')[1], 'Wrote 0 files. 3 were already up to date.');
      assert.equal(called.length, 1);
    }));

  it('writes only the selected rows, into the chosen folder', () =>
    withFiles(async ({ all, paths, user, session }) => {
      await session.jobs.refresh();
      await session.groups.refresh();
      await exportFiles(all, [jobRow(1), [jobRow(1)]]);
      assert.deepEqual(paths().filter(path => path.includes('/')).length, 1);
      await exportFiles(all, [{ kind: 'group', serverId: 'plant', groupKey: 'id:7' }]);
      assert.deepEqual(paths().filter(path => path.includes('/')).length, 2);
      assert.equal(user.of('info').length, 2);
    }));

  it('updates files to match the server only after confirmation', () =>
    withFiles(async ({ all, edit, exported, files, paths, user, memoryServer }) => {
      await exported();
      const changed = paths().find(path => path.includes('scan')) ?? assert.fail('it was written');
      edit(changed, { policies: [9] });
      user.isSure = false;
      await exportFiles(all, [{ folder: files }]);
      assert.deepEqual(user.of('confirm'), [`Update 1 file to match the server?\n“${changed}”`]);
      assert.deepEqual(user.of('info'), []);
      user.isSure = true;
      await exportFiles(all, [{ folder: files }]);
      assert.deepEqual(user.of('info'), ['Wrote 1 file. 2 were already up to date.']);
      memoryServer.jobs.delete(1);
      await exportFiles(all, [{ folder: files }]);
      assert.equal(
        user.of('info')[1],
        `Wrote 0 files. 2 were already up to date. 1 file stays although the server has no such object: “${changed}”. Applying the files would create it.`,
      );
    }));

  it('reports the progress of reading, and stores the labels of IDs', () =>
    withFiles(async ({ all, files, names, path, user }) => {
      names.set(1, 'Reboot');
      await exportFiles(all, [{ folder: files }]);
      assert.deepEqual(user.reported, ['2 / 2']);
      const { labels } = JSON.parse(readFileSync(path('device-automation.json'), 'utf8'));
      assert.deepEqual(labels, { Plant: { policies: { 1: 'Reboot' } } });
    }));

  it('warns of files that could not be written, and logs why', () =>
    withFiles(async ({ all, files, logged, path, user }) => {
      writeFileSync(path('jobs'), '');
      await exportFiles(all, [{ folder: files }]);
      assert.deepEqual(user.of('warn'), [
        'Wrote 0 files. Not written: jobs: A file with this name already exists.',
      ]);
      assert.deepEqual(logged, ['jobs: A file with this name already exists.']);
    }));

  it('says that some files may have been written when it is canceled while it writes', () =>
    withFiles(async ({ all, files, user }) => {
      user.cancels = title => title.startsWith('Writing files');
      await assert.rejects(exportFiles(all, [{ folder: files }]), { name: 'AbortError' });
      assert.deepEqual(user.of('info'), [
        'Some files may have been written. Export again to write the others.',
      ]);
    }));

  it('writes nothing into a folder with an invalid manifest', () =>
    withFiles(async ({ all, exported, files, user, path }) => {
      await exported();
      writeFileSync(path('device-automation.json'), '{\n"version": 2}');
      await exportFiles(all, [{ folder: files }]);
      assert.match(user.of('error')[0] ?? '', /^Nothing was exported\. device-automation\.json, line \d: .+/);
      assert.deepEqual(user.of('info'), []);
    }));
});

describe('the folder of files that a command applies to', () => {
  it('is the named one, the only one, or a chosen one', () =>
    withFiles(async ({ all, folders, user }) => {
      const of = (...args: unknown[]) => folderFor(all, args, 'Plan Files');
      assert.equal(await of({ folder: '/a' }), '/a');
      assert.equal(await of({ rootUri: Uri.file('/b') }), '/b');
      assert.equal(await of({ folder: '' }), undefined);
      assert.deepEqual(user.of('info'), [
        'The workspace has no files of jobs and groups. Export some first.',
      ]);
      folders.found.push('/c');
      assert.equal(await of(), '/c');
      folders.found.push('/x/d');
      user.pick = title => (title === 'Plan Files' ? '/x/d' : undefined);
      assert.equal(await of(), '/x/d');
      assert.deepEqual(user.lists, [['c | /c', 'd | /x/d']]);
    }));

  it('may be one with files, a new one, or any other for an export', () =>
    withFiles(async ({ all, files, folders, user }) => {
      const of = (...args: unknown[]) => exportFolderFor(all, args, 'Export');
      assert.equal(await of({ folder: '/a' }), '/a');
      assert.equal(await of(), files);
      folders.found.push('/c');
      assert.equal(await of({ id: 'git', rootUri: Uri.file('/') }), '/c');
      folders.proposed.push('/c', '/d');
      user.pick = () => '/d';
      assert.equal(await of(), '/d');
      assert.deepEqual(user.lists, [['c | /c', 'd | /d | New folder', 'Other Folder…']]);
      user.pick = () => '';
      assert.equal(await of(), files);
      user.pick = () => undefined;
      assert.equal(await of(), undefined);
    }));
});
