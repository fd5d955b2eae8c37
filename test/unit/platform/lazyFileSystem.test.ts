import * as assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { EventEmitter, FilePermission, FileType, Uri } = await import('vscode');
const { fileStat, lazyFileSystem } = await import('../../../src/platform/lazyFileSystem.ts');

const uri = Uri.parse('device-automation://plant/jobs/1/One.job.json');
const stat = { type: 1, ctime: 0, mtime: 1, size: 2 };

describe('a file system that is loaded when its first file is opened', () => {
  it('is not loaded by operations that it does not support', async () => {
    const files = lazyFileSystem(() => assert.fail('loaded'));
    files.watch(uri, { recursive: false, excludes: [] }).dispose();
    assert.deepEqual(await files.readDirectory(uri), []);
    const denied = { code: 'NoPermissions' };
    assert.throws(() => files.createDirectory(uri), denied);
    assert.throws(() => files.delete(uri, { recursive: false }), denied);
    assert.throws(() => files.rename(uri, uri, { overwrite: false }), denied);
  });

  it('is loaded once, and forwards its change events', async () => {
    const changed = new EventEmitter<{ type: number; uri: typeof uri }[]>();
    let loads = 0;
    const written: unknown[] = [];
    const files = lazyFileSystem(async () => {
      loads += 1;
      const readFile = () => new Uint8Array([1]);
      const writeFile = (...args: readonly unknown[]) => void written.push(args);
      return { onDidChangeFile: changed.event, stat: () => stat, readFile, writeFile };
    });
    const heard: unknown[] = [];
    files.onDidChangeFile(events => heard.push(...events));
    assert.deepEqual(await files.stat(uri), stat);
    assert.deepEqual(await files.readFile(uri), new Uint8Array([1]));
    const options = { create: false, overwrite: true };
    await files.writeFile(uri, new Uint8Array([2]), options);
    assert.deepEqual(written, [[uri, new Uint8Array([2]), options]]);
    changed.fire([{ type: 1, uri }]);
    assert.deepEqual([loads, heard], [1, [{ type: 1, uri }]]);
  });

  it('is loaded again after a failed load', async () => {
    let loads = 0;
    const files = lazyFileSystem(async () => {
      loads += 1;
      throw new Error('damaged');
    });
    await assert.rejects(async () => files.stat(uri), /damaged/);
    await assert.rejects(async () => files.stat(uri), /damaged/);
    assert.equal(loads, 2);
  });
});

describe('the file status', () => {
  it('has the size, the modification time, and whether the file is read-only', () => {
    const base = { type: FileType.File, ctime: 0, mtime: 5, size: 12 };
    assert.deepEqual(fileStat(5, 12), base);
    assert.deepEqual(fileStat(5, 12, true), { ...base, permissions: FilePermission.Readonly });
  });
});
