import assert from 'node:assert/strict';
import { withParts } from '../../support/vscode/withParts.ts';

const vscode = await import('vscode');
const { documentEvents, user, workspace } = await import('../../support/vscode/vscodeFake.ts');
const { SaveReasons } = await import('../../../src/workbench/platform/saveReasons.ts');

const uri = vscode.Uri.from({ scheme: 'device-automation', authority: 'plant', path: '/jobs/1' });
const { AfterDelay, Manual } = vscode.TextDocumentSaveReason;

function documentOf(of: { toString(): string }) {
  return { uri: of, isDirty: true, isClosed: false, text: '', getText: () => '' };
}
const willSave = (reason: number, of = uri) =>
  documentEvents.willSave.fire({ document: documentOf(of), reason });

describe('a save of a document', () => {
  afterEach(() => {
    user.settings.values.delete('files.autoSave');
    user.documents = [];
  });

  it('is sent if the user saves, and not if VS Code does', () => {
    const reasons = new SaveReasons();
    willSave(Manual);
    reasons.requireManualSave(uri);
    willSave(AfterDelay);
    assert.throws(
      () => reasons.requireManualSave(uri),
      /^Auto Save does not send changes to servers\. Save the document yourself to send them, for example with Ctrl\+S\.$|Auto Save does not send/,
    );
    reasons.dispose();
  });

  it('depends only on its own reason, not on that of another save or document', () => {
    const reasons = new SaveReasons();
    user.settings.values.set('files.autoSave', 'afterDelay');
    willSave(Manual);
    reasons.requireManualSave(uri);
    assert.throws(() => reasons.requireManualSave(uri), /Auto Save/);
    willSave(Manual, vscode.Uri.file('/jobs/1'));
    assert.throws(() => reasons.requireManualSave(vscode.Uri.file('/jobs/1')), /Auto Save/);
    reasons.dispose();
    willSave(Manual);
    assert.throws(() => reasons.requireManualSave(uri), /Auto Save/);
  });

  it('without a reason counts as the user’s if Auto Save is off', () => {
    const reasons = new SaveReasons();
    user.documents = [documentOf(vscode.Uri.file('/other')), documentOf(uri)];
    for (const autoSave of [undefined, 'off']) {
      user.settings.values.set('files.autoSave', autoSave);
      reasons.requireManualSave(uri);
    }
    user.settings.values.set('files.autoSave', 'onFocusChange');
    assert.throws(() => reasons.requireManualSave(uri), { name: '' });
    reasons.dispose();
  });

  it('without a reason depends on the settings for the language of the document', async () => {
    const reasons = new SaveReasons();
    const [other, open] = [documentOf(vscode.Uri.file('/other')), documentOf(uri)];
    let languageOf: unknown;
    const getConfiguration = (section: string, scope: unknown) => ({
      get: (name: string) =>
        section === 'files' && name === 'autoSave' && scope === languageOf ? 'off' : 'afterDelay',
    });
    await withParts(workspace, { getConfiguration }, async () => {
      user.documents = [other, open];
      languageOf = open;
      reasons.requireManualSave(uri);
      user.documents = [other];
      languageOf = uri;
      reasons.requireManualSave(uri);
      languageOf = other;
      assert.throws(() => reasons.requireManualSave(uri), { name: '' });
    });
    reasons.dispose();
  });
});
