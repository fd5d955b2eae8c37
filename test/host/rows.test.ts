import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { statusKind } from '../../src/api/model/jobStatus.ts';
import { statusLabel } from '../../src/workbench/platform/statusTexts.ts';
import { statusIcon } from '../../src/workbench/trees/jobRow.ts';

describe('the status of a job in its row', () => {
  const known = (word: string) => ({ word, kind: statusKind(word), asOfMs: 0 });

  it('is the server’s text with a neutral icon if the text is not understood', () => {
    const status = known('Zurückgestellt $(trash)');
    assert.equal(statusLabel(status), 'Zurückgestellt $(trash)');
    assert.deepEqual(statusIcon(status), neutral('question'));
  });

  it('has an empty circle before it is read', () => {
    assert.deepEqual(statusIcon(undefined), neutral('circle-large-outline'));
  });

  it('is cut to one line, without bidirectional controls', () => {
    const words = statusLabel(known(`\u202eline\n${'x'.repeat(500)}`));
    assert.match(words, /^line x+…$/);
    assert.ok(words.length <= 60);
  });

  function neutral(icon: string): vscode.ThemeIcon {
    return new vscode.ThemeIcon(icon, new vscode.ThemeColor('disabledForeground'));
  }
});
