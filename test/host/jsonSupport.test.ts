import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const uri = vscode.Uri.parse('device-automation://demo/jobs/1/job.job.json', true);

describe('JSON support in job documents', () => {
  let document: vscode.TextDocument;

  before('open a job', async () => {
    await vscode.commands.executeCommand('deviceAutomation.demo.start');
    document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await vscode.extensions.getExtension('vscode.json-language-features')?.activate();
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('deviceAutomation.demo.stop');
  });

  it('belongs to a language of their own once they are shown as text', async () => {
    await until(
      async () => document.languageId,
      language => language === 'device-automation-job',
    );
  });

  it('completes field names from the schema', async () => {
    await setText('{\n  \n}\n');
    const labels = await until(
      () => completionsAt(1, 2),
      found => found.includes('run_on_start'),
    );
    assert.ok(labels.includes('report_formats'));
  });

  it('explains a field on hover', async () => {
    await setText('{\n  "params": ""\n}\n');
    const text = await until(
      () => hoverAt(1, 5),
      found => found.includes('RFC 5545'),
    );
    assert.match(text, /Schedule/);
  });

  it('offers groups by name, and the server’s devices and formats', async () => {
    await setText('{\n  "groups": [],\n  "peers": [""],\n  "report_formats": [""]\n}\n');
    const groups = await completionsAt(1, 13);
    assert.ok(
      groups.some(label => /^\d+$/.test(label)),
      groups.join(),
    );
    assert.ok((await completionsAt(2, 13)).length > 20);
    assert.ok((await completionsAt(3, 22)).includes('xlsx'));
  });

  it('marks a field of the wrong type', async () => {
    await setText('{\n  "name": "x",\n  "policies": [1],\n  "enabled": "yes"\n}\n');
    const texts = await until(
      async () =>
        vscode.languages
          .getDiagnostics(uri)
          .map(({ message }) => message)
          .join('\n'),
      found => found.includes('true or false'),
    );
    assert.ok(texts);
  });

  async function setText(text: string): Promise<void> {
    // VS Code rejects an edit of a document that it is reloading.
    await until(
      async () => {
        const edit = new vscode.WorkspaceEdit();
        edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
        return vscode.workspace.applyEdit(edit);
      },
      isApplied => isApplied,
    );
  }

  async function completionsAt(line: number, character: number): Promise<string[]> {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      new vscode.Position(line, character),
    );
    return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  }

  async function hoverAt(line: number, character: number): Promise<string> {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      new vscode.Position(line, character),
    );
    return hovers
      .flatMap(({ contents }) => contents)
      .map(content => (typeof content === 'string' ? content : content.value))
      .join('\n');
  }
});

/** Repeats the request until the result matches, because VS Code's JSON server needs time to read the schema. */
async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    await new Promise(resolve => setImmediate(resolve));
  }
}
