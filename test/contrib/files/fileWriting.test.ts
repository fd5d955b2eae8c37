import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import { writePrivateFile } from '../../../src/base/privateFiles.ts';
import { diskFolder } from '../../../src/contrib/files/common/diskFolder.ts';
import type { FileWrite } from '../../../src/contrib/files/common/exportObjects.ts';
import { writeFiles } from '../../../src/contrib/files/common/fileWriting.ts';
import type { FolderFiles } from '../../../src/contrib/files/common/folderFiles.ts';
import '../../support/vscode/vscodeInNode.ts';

const { describeForFolders, withDiskFolder, withProvidedFolder } = await import('./support/testFolders.ts');
const { FileSystemError } = await import('../../support/vscode/vscodeFake.ts');

const write = async (files: FolderFiles, ...writes: FileWrite[]) => {
  const { written, problems } = await writeFiles(files, writes, { localizer });
  return [written, ...problems.map(({ path, text }) => `${path}: ${text}`).sort()];
};
const added = (path: string, text = 'new'): FileWrite => ({ path, text, before: undefined });

describeForFolders('writing files to a folder', withFolder => {
  it('creates missing folders, and leaves nothing else behind', () =>
    withFolder(async ({ files, paths, text }) => {
      const names = Array.from({ length: 40 }, (_, index) => `a/b/jobs/x/${index}.json`).sort();
      const writes = names.map(path => added(path, path));
      assert.deepEqual(await write(files, added('top.json'), ...writes), [41]);
      assert.deepEqual(paths(), [...names, 'top.json']);
      for (const path of names) assert.equal(text(path), path);
    }));

  it('replaces a file only if it is unchanged since it was read, and adds one only if there is none', () =>
    withFolder(async ({ files, put, text }) => {
      for (const name of ['same', 'other', 'longer', 'there']) put(name, name);
      put('longer', 'same but longer');
      const changes = ['same', 'other', 'longer', 'gone'].map(path => ({
        path,
        text: 'new',
        before: 'same',
      }));
      assert.deepEqual(await write(files, ...changes, added('there'), added('fresh')), [
        2,
        'gone: The file was deleted.',
        'longer: The file was changed in the meantime.',
        'other: The file was changed in the meantime.',
        'there: A file with this name already exists.',
      ]);
      assert.deepEqual(['same', 'other', 'there', 'fresh'].map(text), ['new', 'other', 'there', 'new']);
    }));

  it('follows no symbolic link below the folder', () =>
    withFolder(async ({ files, paths, putLink }) => {
      putLink('jobs');
      putLink('file.json');
      const text = 'This is a symbolic link; symbolic links are not followed.';
      assert.deepEqual(await write(files, added('jobs/new.json')), [0, `jobs: ${text}`]);
      const change = { path: 'file.json', text: 'new', before: 'mine' };
      assert.deepEqual(await write(files, change, added('ok.json')), [1, `file.json: ${text}`]);
      assert.deepEqual(paths().includes('ok.json'), true);
    }));

  it('reports files that the file system rejects, and writes the rest', () =>
    withFolder(async ({ files, paths, put, putFolder }) => {
      putFolder('dir.json');
      const change = { path: 'dir.json', text: 'new', before: 'x' };
      assert.deepEqual(await write(files, change, added('ok.json')), [1, 'dir.json: This is not a file.']);
      put('jobs', 'a file');
      assert.deepEqual(await write(files, added('jobs/a.json'), added('later.json')), [
        0,
        'jobs: A file with this name already exists.',
      ]);
      assert.deepEqual(paths(), ['jobs', 'ok.json']);
    }));

  it('stops when it is canceled', () =>
    withFolder(async ({ files, paths }) => {
      const writing = writeFiles(files, [added('a')], { localizer, signal: AbortSignal.abort() });
      await assert.rejects(writing, { name: 'AbortError' });
      assert.deepEqual(paths(), []);
    }));
});

describe('writing files to a folder on a disk', () => {
  it('keeps the mode of each file that it replaces', () =>
    withDiskFolder(async ({ files }, folder) => {
      const path = join(folder, 'a.json');
      for (const mode of [0o600, 0o640, 0o666, 0o755]) {
        writeFileSync(path, 'old');
        chmodSync(path, mode);
        assert.deepEqual(await write(files, { path: 'a.json', text: 'new', before: 'old' }), [1]);
        assert.equal(statSync(path).mode & 0o777, mode);
        assert.equal(readFileSync(path, 'utf8'), 'new');
      }
    }));

  it('lets only this user read a private file, whoever could read the one before', () =>
    withDiskFolder(async (_, folder) => {
      const path = join(folder, 'plan.json');
      for (const mode of [undefined, 0o644, 0o666]) {
        if (mode !== undefined) chmodSync(path, mode);
        writePrivateFile(path, `${mode}`);
        assert.deepEqual([statSync(path).mode & 0o777, readFileSync(path, 'utf8')], [0o600, `${mode}`]);
      }
    }));

  it('writes to a folder that is a symbolic link itself', () =>
    withDiskFolder(async (_, folder) => {
      mkdirSync(join(folder, 'real'));
      symlinkSync(join(folder, 'real'), join(folder, 'link'));
      assert.deepEqual(await write(diskFolder(join(folder, 'link')), added('a.json')), [1]);
      assert.deepEqual(readdirSync(join(folder, 'real')), ['a.json']);
    }));

  it('leaves no partial file when it cannot be moved into place', () =>
    withDiskFolder(async ({ files }, folder) => {
      const long = `${'x'.repeat(250)}.json`;
      const [count] = await write(files, added(long));
      assert.deepEqual([count, readdirSync(folder)], [0, []]);
    }));
});

describe('writing files to a folder that VS Code provides', () => {
  it('leaves each file as it was when the file system fails in the middle of it', () =>
    withProvidedFolder(async ({ files, paths, put, text }, provider) => {
      put('a.json', 'old');
      const failing = new Set(['write /repo/plant/a.json', 'write /repo/plant/b.json']);
      provider.partOfWrite = 2;
      provider.failure = call => {
        if (failing.delete(call)) throw new FileSystemError('Unknown', 'disk full');
      };
      const change = { path: 'a.json', text: 'new text', before: 'old' };
      assert.deepEqual(await write(files, change, added('b.json'), added('c.json')), [
        1,
        'a.json: This cannot be written: disk full',
        'b.json: This cannot be written: disk full',
      ]);
      assert.deepEqual([paths(), text('a.json'), text('c.json')], [['a.json', 'c.json'], 'old', 'new']);
    }));

  it('leaves what somebody else has written, and names the error', () =>
    withProvidedFolder(async ({ files, put, text }, provider) => {
      put('a.json', 'old');
      const denials = [FileSystemError.NoPermissions(), FileSystemError.Unavailable('no connection')];
      const found = [];
      for (const error of denials) {
        provider.failure = call => {
          if (!call.startsWith('write')) return;
          provider.failure = () => undefined;
          put('a.json', 'of others');
          throw error;
        };
        found.push(await write(files, { path: 'a.json', text: 'new', before: 'old' }));
        assert.equal(text('a.json'), 'of others');
        put('a.json', 'old');
      }
      assert.deepEqual(found, [
        [0, 'a.json: No permission to write this.'],
        [0, 'a.json: The file system is not available now.'],
      ]);
    }));
});
