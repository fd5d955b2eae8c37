import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import { writePrivateFile } from '../../../src/base/privateFiles.ts';
import type { FileWrite } from '../../../src/contrib/files/common/exportObjects.ts';
import { writeFiles } from '../../../src/contrib/files/common/fileWriting.ts';

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'da-writing-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const write = async (folder: string, ...writes: FileWrite[]) => {
  const { written, problems } = await writeFiles(folder, writes, { localizer });
  return [written, ...problems.map(({ path, text }) => `${path}: ${text}`).sort()];
};
const added = (path: string, text = 'new'): FileWrite => ({ path, text, before: undefined });

describe('writing files', () => {
  it('keeps the mode of each file that it replaces', () =>
    withFolder(async folder => {
      const path = join(folder, 'a.json');
      for (const mode of [0o600, 0o640, 0o666, 0o755]) {
        writeFileSync(path, 'old');
        chmodSync(path, mode);
        assert.deepEqual(await write(folder, { path: 'a.json', text: 'new', before: 'old' }), [1]);
        assert.equal(statSync(path).mode & 0o777, mode);
        assert.equal(readFileSync(path, 'utf8'), 'new');
      }
    }));

  it('lets only this user read a private file, whoever could read the one before', () =>
    withFolder(async folder => {
      const path = join(folder, 'plan.json');
      for (const mode of [undefined, 0o644, 0o666]) {
        if (mode !== undefined) chmodSync(path, mode);
        writePrivateFile(path, `${mode}`);
        assert.deepEqual([statSync(path).mode & 0o777, readFileSync(path, 'utf8')], [0o600, `${mode}`]);
      }
    }));

  it('creates missing folders, and leaves nothing else behind', () =>
    withFolder(async folder => {
      const inner = join(folder, 'a/b');
      const paths = Array.from({ length: 40 }, (_, index) => `jobs/x/${index}.json`);
      const writes = paths.map(path => added(path, path));
      assert.deepEqual(await write(inner, added('top.json'), ...writes), [41]);
      for (const path of paths) assert.equal(readFileSync(join(inner, path), 'utf8'), path);
      assert.deepEqual(readdirSync(inner).sort(), ['jobs', 'top.json']);
      assert.equal(readdirSync(join(inner, 'jobs/x')).length, 40);
    }));

  it('replaces a file only if it is unchanged since it was read, and adds one only if there is none', () =>
    withFolder(async folder => {
      for (const name of ['same', 'other', 'there']) writeFileSync(join(folder, name), name);
      const changes = ['same', 'other', 'gone'].map(path => ({ path, text: 'new', before: 'same' }));
      assert.deepEqual(await write(folder, ...changes, added('there'), added('fresh')), [
        2,
        'gone: The file was deleted.',
        'other: The file was changed in the meantime.',
        'there: A file with this name already exists.',
      ]);
      const texts = ['same', 'other', 'there', 'fresh'].map(name => readFileSync(join(folder, name), 'utf8'));
      assert.deepEqual(texts, ['new', 'other', 'there', 'new']);
    }));

  it('follows no symbolic link below the folder, but the folder itself may be one', () =>
    withFolder(async folder => {
      const [real, outside, link] = ['real', 'outside', 'link'].map(name => join(folder, name));
      assert.ok(real !== undefined && outside !== undefined && link !== undefined);
      for (const path of [real, outside]) mkdirSync(path);
      symlinkSync(real, link);
      symlinkSync(outside, join(real, 'jobs'));
      writeFileSync(join(outside, 'file.json'), 'mine');
      symlinkSync(join(outside, 'file.json'), join(real, 'file.json'));
      const [, problem = ''] = await write(link, added('jobs/new.json'));
      assert.match(String(problem), /jobs: .*link/i);
      const change = { path: 'file.json', text: 'new', before: 'mine' };
      const [count, second = ''] = await write(link, change, added('ok.json'));
      assert.equal(count, 1);
      assert.match(String(second), /file\.json: .*link/i);
      assert.deepEqual(
        [readdirSync(outside), readFileSync(join(outside, 'file.json'), 'utf8')],
        [['file.json'], 'mine'],
      );
    }));

  it('reports files that the disk rejects, and writes the rest', () =>
    withFolder(async folder => {
      mkdirSync(join(folder, 'dir.json'));
      const change = { path: 'dir.json', text: 'new', before: 'x' };
      const [count, problem = ''] = await write(folder, change, added('ok.json'));
      assert.equal(count, 1);
      assert.match(String(problem), /^dir\.json: (?!The file was deleted)./);
      writeFileSync(join(folder, 'jobs'), 'a file');
      const blocked = await write(folder, added('jobs/a.json'), added('later.json'));
      assert.deepEqual([blocked[0], blocked.length, existsSync(join(folder, 'later.json'))], [0, 2, false]);
    }));

  it('leaves no partial file when it cannot be moved into place', () =>
    withFolder(async folder => {
      const long = `${'x'.repeat(250)}.json`;
      const [count] = await write(folder, added(long));
      assert.deepEqual([count, readdirSync(folder)], [0, []]);
    }));

  it('stops when it is canceled', () =>
    withFolder(async folder => {
      const writing = writeFiles(folder, [added('a')], { localizer, signal: AbortSignal.abort() });
      await assert.rejects(writing, { name: 'AbortError' });
      assert.deepEqual(readdirSync(folder), []);
    }));
});
