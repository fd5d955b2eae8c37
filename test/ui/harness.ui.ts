import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { oldest } from '../../scripts/vscode/versions.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('the package, installed in the oldest VS Code', () => {
  const vscode = useVSCode({ version: oldest.id, extension: 'package' });

  it('shows the demo server', async () => {
    const { workbench } = vscode;
    await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation: Try with Demo Server');
    await workbench.treeRow(/./, 'Jobs').first().waitFor();
  });
});

describe('the harness of the UI tests, as a person has it', () => {
  const vscode = useVSCode({ keepsSecrets: true, extension: 'package', locale: 'ru' });

  it('installs the package, in Russian', async () => {
    await vscode.workbench.openView('Серверы');
    await vscode.workbench.screenshot('harness-ru');
  });

  it('starts again with the same profile at the same address', async () => {
    const address = vscode.page.url();
    await vscode.session.restart();
    assert.equal(vscode.page.url(), address);
    assert.ok(existsSync(vscode.session.logFolder));
    await vscode.workbench.openView('Серверы');
  });
});
