import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const vscode = await import('vscode');
const { requestOrigin } = await import('../../../src/contrib/doctor/vscode/versions.ts');

describe('versions for support', () => {
  it('show where requests are sent from, without the address of a remote', () => {
    const { UI, Workspace } = vscode.ExtensionKind;
    assert.equal(requestOrigin(Workspace, undefined), 'this computer');
    assert.equal(requestOrigin(UI, 'ssh-remote+plant.example'), 'this computer');
    const remote = (kind: string) => `the remote computer of this window (${kind})`;
    assert.equal(requestOrigin(Workspace, 'ssh-remote+plant.example'), remote('ssh-remote'));
    assert.equal(requestOrigin(undefined, 'wsl'), remote('wsl'));
    assert.equal(requestOrigin(Workspace, 'plant.example'), remote('server'));
    assert.equal(requestOrigin(Workspace, '10.0.0.1+wsl'), remote('server'));
  });
});
