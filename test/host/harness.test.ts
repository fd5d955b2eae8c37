import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

describe('the harness for tests in VS Code', () => {
  it('runs them in the requested VS Code', () => {
    const wanted = process.env['DEVICE_AUTOMATION_TEST_VSCODE'];
    assert.ok(wanted, 'the run says which release it found');
    assert.equal(vscode.version, wanted);
  });

  it('opens a workspace folder that tests may write into', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder, 'a folder is open');
    const file = vscode.Uri.joinPath(folder.uri, 'written.txt');
    await vscode.workspace.fs.writeFile(file, Buffer.from('hello'));
    assert.ok(existsSync(join(folder.uri.fsPath, 'written.txt')));
  });

  it('applies the settings of the profile', () => {
    assert.equal(vscode.workspace.getConfiguration('git').get('enabled'), false);
  });

  it('loads the extension from the checkout', async () => {
    const extension = vscode.extensions.getExtension('device-automation.device-automation');
    assert.ok(extension, 'the extension is there');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
