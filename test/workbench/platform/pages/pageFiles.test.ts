import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../../support/vscode/vscodeInNode.ts';

const { Uri } = await import('vscode');
const { pageFiles } = await import('../../../../src/workbench/platform/pages/pageFiles.ts');

describe('the files of a page', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-pages-'));
    await mkdir(join(folder, 'dist', 'web'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFile(join(folder, 'dist', 'web', name), text);

  it('are read again after a failed read, which rejects with a message for the user', async () => {
    await write('timeline.css', '');
    const read = pageFiles(Uri.file(folder), 'timeline');
    await assert.rejects(
      read(),
      /^Error: Part of Device Automation could not be loaded: ENOENT.*timeline\.js/,
    );
    await write('timeline.js', 'start();');
    assert.deepEqual(await read(), { style: '', script: 'start();' });
  });
});
