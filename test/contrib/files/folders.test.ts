import assert from 'node:assert/strict';
import { isUriText } from '../../../src/base/userPath.ts';
import { withParts } from '../../support/vscode/withParts.ts';
import { withFiles } from './support/filesSetup.ts';

const { withProvidedFolder } = await import('./support/testFolders.ts');
const { Uri, user, workspace } = await import('../../support/vscode/vscodeFake.ts');
const { folderId, folderName, folderUri, givenFolder, pathIn } = await import(
  '../../../src/contrib/files/vscode/folders.ts'
);
const { workspaceFolders } = await import('../../../src/contrib/files/vscode/workspaceFolders.ts');
const { exportFiles } = await import('../../../src/contrib/files/vscode/exportFiles.ts');
const { folderFor } = await import('../../../src/contrib/files/vscode/planFiles.ts');

const remote = 'vscode-remote://ssh-host/home/me/plant';

describe('the text that identifies a folder', () => {
  it('is the path of one on this computer, as the command line stores it, and otherwise the URI', () => {
    for (const text of ['/home/me/plant', remote, 'memfs:///plant'])
      assert.equal(folderId(folderUri(text)), text);
    assert.equal(givenFolder([{ folder: 'file:///home/me' }]), '/home/me');
    assert.equal(givenFolder([{ rootUri: folderUri(remote) }]), remote);
    const paths = ['C:\\plant', 'c:/plant', '\\\\server\\share', '/a:b/c', 'plant'];
    assert.deepEqual(paths.filter(isUriText), []);
    assert.deepEqual(['memfs:/plant', remote].filter(isUriText).length, 2);
  });

  it('has a name for rows', () => {
    assert.deepEqual(['/home/me/plant', remote, 'memfs:///'].map(folderName), [
      'plant',
      'plant',
      'memfs:///',
    ]);
  });

  it('gives access to files, of which a long one is not read, nor used if its length was not known', () =>
    withProvidedFolder(async ({ files, put }, provider) => {
      put('a.json', '123');
      for (const knowsSizes of [true, false]) {
        Object.assign(provider, { knowsSizes });
        assert.equal(await files.read('a.json', 2, bytes => bytes), undefined);
        assert.equal((await files.read('a.json', 3, bytes => bytes))?.length, 3);
      }
      const reads = provider.calls.filter(call => call.startsWith('read'));
      assert.equal(reads.length, 3);
    }));

  it('tells its files from those elsewhere', () => {
    const of = (folder: string, file: string) => pathIn(folder, Uri.parse(file));
    assert.equal(of(remote, `${remote}/jobs/a.json`), 'jobs/a.json');
    assert.equal(of('memfs:///', 'memfs:///jobs/a.json'), 'jobs/a.json');
    assert.equal(of('/home/me/plant', 'file:///home/me/plant/a.json'), 'a.json');
    for (const file of [
      'file:///home/me/plant/a.json',
      'vscode-remote://ssh-other/home/me/plant/a.json',
      `${remote}2/a.json`,
    ])
      assert.equal(of(remote, file), undefined);
  });
});

describe('the folders of jobs as code in a workspace that VS Code cannot search', () => {
  it('are those at the usual places', () =>
    withProvidedFolder(async ({ put }, _, id) => {
      const other = Uri.from({ scheme: 'gone', authority: '', path: '/' });
      await withParts(user, { folders: [{ uri: folderUri(id) }, { uri: other }] }, () =>
        withParts(workspace, { findFiles: async () => [] }, async () => {
          assert.deepEqual(await workspaceFolders.withManifest(), []);
          put('device-automation/device-automation.json');
          assert.deepEqual(await workspaceFolders.withManifest(), [`${id}/device-automation`]);
          put('device-automation.json');
          assert.deepEqual(await workspaceFolders.withManifest(), [id, `${id}/device-automation`]);
          assert.equal(workspaceFolders.isSearched, false);
        }),
      );
    }));

  it('may be elsewhere, so that the user is asked', () =>
    withFiles(async ({ all, files, folders, user: person }) => {
      folders.isSearched = false;
      person.press = actions => actions[0];
      assert.equal(await folderFor(all, [], 'Plan Files'), files);
      assert.match(
        person.of('info')[0] ?? '',
        /^No files of jobs and groups were found\. VS Code may be unable/,
      );
    }));
});

describe('an export to a read-only file system', () => {
  it('writes nothing, and offers another folder', () =>
    withFiles(async ({ all, folders, files, user: person }) => {
      folders.readOnly.push(remote);
      const choose = async () => (person.of('warn').length === 1 ? remote : files);
      const context = { ...all, folders: { ...all.folders, choose } };
      person.press = actions => actions.find(action => action === 'Other Folder…');
      await exportFiles(context, [{ folder: remote }]);
      const text = `Nothing was exported: “${remote}” is on a read-only file system. Choose another folder.`;
      assert.deepEqual([person.of('warn'), person.of('info')], [[text, text], ['Wrote 4 files.']]);
    }));
});
