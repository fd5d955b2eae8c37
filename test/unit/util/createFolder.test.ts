import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { createFolder, unlessMissing } from '../../../src/util/createFolder.ts';

describe('creating a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'device-automation-folder-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('creates missing parent folders, and leaves existing folders unchanged', async () => {
    const path = join(folder, 'a/b/c');
    await Promise.all([createFolder(path, 0o700), createFolder(path, 0o700)]);
    await createFolder(path, 0o700);
    const { mode } = await stat(join(folder, 'a'));
    if (platform !== 'win32') assert.equal(mode & 0o777, 0o700);
    assert.ok((await stat(path)).isDirectory());
  });

  it('fails when a part of the path is a file, or a link that leads nowhere', async () => {
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, 'nowhere/else'), join(folder, 'link'));
    await assert.rejects(createFolder(join(folder, 'file')), { code: 'EEXIST' });
    await assert.rejects(createFolder(join(folder, 'file/a/b')), { code: /ENOTDIR|ENOENT/ });
    await assert.rejects(createFolder(join(folder, 'link')), { code: 'EEXIST' });
    await assert.rejects(createFolder(join(folder, 'link/a')));
  });

  it('fails in a system folder that accepts none, instead of retrying forever', async function () {
    if (platform !== 'linux') this.skip();
    await assert.rejects(createFolder('/proc/device-automation/jobs'), { code: 'ENOENT' });
  });
});

describe('handling an error unless something is missing', () => {
  it('ignores that a file does not exist, and nothing else', async () => {
    const handled: unknown[] = [];
    const handle = unlessMissing(error => handled.push(error));
    await stat(join(tmpdir(), 'device-automation-missing')).catch(handle);
    assert.deepEqual(handled, []);
    const other = new Error('another');
    handle(other);
    assert.deepEqual(handled, [other]);
  });
});
