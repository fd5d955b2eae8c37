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

describe('the package, installed in the newest VS Code', () => {
  const vscode = useVSCode({ extension: 'package', locale: 'ru' });

  it('speaks Russian', async () => {
    await vscode.workbench.openView('Серверы');
    await vscode.workbench.screenshot('harness-ru');
  });
});
