import * as assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { EventEmitter, Uri } = await import('vscode');
const { lazyFileSystem } = await import('../../../src/platform/lazyFileSystem.ts');

const uri = Uri.parse('device-automation://plant/jobs/1/One.job.json');
const stat = { type: 1, ctime: 0, mtime: 1, size: 2 };

describe('a file system that is loaded when its first file is opened', () => {
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
});
