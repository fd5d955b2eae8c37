import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findDesktop } from '../../../scripts/vscode/desktop.ts';

describe('finding a desktop VS Code', () => {
  if (process.platform !== 'linux') return;
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'da-desktop-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function put(path: string, text = '', mode = 0o755): Promise<string> {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, mode);
    return file;
  }

  async function installed(product: object, program = 'share/code/code'): Promise<string> {
    await put('share/code/resources/app/product.json', JSON.stringify(product));
    await put('share/code/resources/app/package.json', JSON.stringify({ version: '1.120.3' }));
    await put(program);
    const command = await put('share/code/bin/code');
    await mkdir(join(root, 'bin'));
    await symlink(command, join(root, 'bin', 'code'));
    return join(root, 'bin', 'code');
  }

  it('follows the command to the program and its version', async () => {
    const command = await installed({ nameLong: 'Visual Studio Code' });
    assert.deepEqual(findDesktop(command), {
      executable: join(root, 'share/code/code'),
      version: '1.120.3',
      name: 'Visual Studio Code',
    });
  });

  it('does not mistake another product for VS Code', async () => {
    assert.equal(findDesktop(await installed({ nameLong: 'Some Other Editor' })), undefined);
  });

  it('ignores a command without a program, such as the one of a VS Code server', async () => {
    const command = await installed({ nameLong: 'Visual Studio Code' }, 'share/code/node');
    assert.equal(findDesktop(command), undefined);
  });

  it('rejects a script that is merely called code', async () => {
    assert.equal(findDesktop(await put('bin/code', '#!/bin/sh\n')), undefined);
  });
});
