import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRecord } from '../../src/base/json.ts';
import { contributedIds } from '../../src/workbench/platform/activation/manifest.ts';
import { isSetByWorkspace, userSetting } from '../../src/workbench/platform/configValue.ts';
import { extensionId } from '../../src/workbench/platform/ids.ts';

const jobUri = (id: number, name = 'job') =>
  vscode.Uri.parse(`device-automation://demo/jobs/${id}/${name}.job.json`, true);

describe('the extension in VS Code', () => {
  before('start the demo server', async () => {
    await vscode.commands.executeCommand('deviceAutomation.demo.start');
  });

  after('end it', () => vscode.commands.executeCommand('deviceAutomation.demo.stop'));

  it('registers every command in its manifest', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributedIds(vscode.extensions.getExtension(extensionId)?.packageJSON).commands.filter(
        id => !registered.has(id),
      ),
      [],
    );
  });

  it('reads a job as JSON in its write shape', async () => {
    const document = await vscode.workspace.openTextDocument(jobUri(1));
    const job = readObject(document.getText());
    assert.equal(typeof job['name'], 'string');
    assert.ok(Array.isArray(job['peers']) && job['peers'].every(peer => typeof peer === 'string'));
    assert.equal('id' in job, false);
  });

  it('reports a missing job as not found', async () => {
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(jobUri(999_999))), isCode('FileNotFound'));
    await assert.rejects(
      Promise.resolve(
        vscode.workspace.fs.readFile(vscode.Uri.parse('device-automation://demo/other/1/x.json')),
      ),
      isCode('FileNotFound'),
    );
  });

  it('disables and enables jobs by ID, and returns nothing from these commands', async () => {
    const disabled = await vscode.commands.executeCommand('deviceAutomation.job.disable', { ids: [2] });
    assert.equal(disabled, undefined);
    assert.equal((await readJob(2))['enabled'], false);
    await vscode.commands.executeCommand('deviceAutomation.job.enable', 2);
    assert.equal((await readJob(2))['enabled'], true);
  });

  it('saves an edit, and then shows what the server stored', async () => {
    const document = await vscode.workspace.openTextDocument(jobUri(3));
    await vscode.window.showTextDocument(document);
    await replaceText(document, text => text.replace(/"name": ".*"/, '"name": "  Trimmed by the server  "'));
    const shown = changeOf(document, () => document.getText().includes('"name": "Trimmed by the server"'));
    assert.equal(await document.save(), true);
    await shown;
    assert.equal((await readJob(3))['name'], 'Trimmed by the server');
    assert.equal(document.isDirty, false);
  });

  it('saves again after a saved form was opened as text, which gives it another language', async () => {
    const document = await vscode.workspace.openTextDocument(jobUri(5));
    await replaceText(document, text => text.replace(/"name": ".*"/, '"name": "Saved in a form"'));
    assert.equal(await document.save(), true);
    const opened = until(
      listener => vscode.workspace.onDidOpenTextDocument(() => listener()),
      () => document.languageId === 'device-automation-job',
    );
    await vscode.window.showTextDocument(document);
    await opened;
    await replaceText(document, text => text.replace(/"name": ".*"/, '"name": "Saved as text"'));
    assert.equal(await document.save(), true);
    assert.equal((await readJob(5))['name'], 'Saved as text');
  });

  it('leaves the document dirty when the save is rejected', async () => {
    const document = await vscode.workspace.openTextDocument(jobUri(4));
    await vscode.window.showTextDocument(document);
    const before = document.getText();
    await replaceText(document, text => text.replace('"name": "', '"name": 5, "x": "'));
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.equal((await readJob(4))['name'], readObject(before)['name']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(document.getText(), before);
  });

  it('provides the typed text as a read-only file for comparisons', async () => {
    const document = await vscode.workspace.openTextDocument(jobUri(5));
    await vscode.window.showTextDocument(document);
    await replaceText(document, text => text.replace(/"name": ".*"/, '"name": "Only typed"'));
    const typed = jobUri(5).with({ query: 'typed' });
    const shown = new TextDecoder().decode(await vscode.workspace.fs.readFile(typed));
    assert.equal(shown, document.getText());
    assert.notEqual((await readJob(5))['name'], 'Only typed');
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(typed, Buffer.from('{}'))));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('marks what is missing in a new job', async () => {
    await vscode.commands.executeCommand('deviceAutomation.job.create');
    const document = await documentThat(open => open.uri.path.includes('/jobs/new-'));
    await diagnosticsThat(document.uri, found => found.length >= 2);
    const texts = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    assert.ok(
      texts.some(text => text.includes('needs a name')),
      texts.join('; '),
    );
  });

  it('turns Auto Save off for jobs and groups', () => {
    for (const kind of ['document', 'job', 'group']) {
      const languageId = `device-automation-${kind}`;
      const files = vscode.workspace.getConfiguration('files', { languageId });
      assert.equal(files.get('autoSave'), 'off');
    }
  });

  it('provides VS Code with a JSON schema that includes descriptions', async () => {
    const uri = vscode.Uri.parse('device-automation://schemas_/jobs/schema.json');
    const schema = readObject((await vscode.workspace.openTextDocument(uri)).getText());
    assert.ok(isRecord(schema['properties']) && isRecord(schema['properties']['params']));
    assert.match(String(schema['properties']['params']['description']), /RFC 5545/);
  });

  it('cannot be redirected to another server by a workspace', async () => {
    for (const [setting, evil] of [
      ['servers', [{ id: 'evil', name: 'Evil', url: 'http://127.0.0.1:9' }]],
      ['connections', { plant: { headersCommand: ['evil'], caFile: '/evil.pem' } }],
    ] as const) {
      const setInWorkspace = (value: unknown) =>
        vscode.workspace
          .getConfiguration('deviceAutomation')
          .update(setting, value, vscode.ConfigurationTarget.Workspace);
      const own = userSetting(setting);
      assert.equal(isSetByWorkspace(setting), false);
      await setInWorkspace(evil);
      try {
        assert.deepEqual(userSetting(setting), own);
        assert.equal(isSetByWorkspace(setting), true);
      } finally {
        await setInWorkspace(undefined);
      }
    }
  });

  async function readJob(id: number): Promise<Record<string, unknown>> {
    return readObject(new TextDecoder().decode(await vscode.workspace.fs.readFile(jobUri(id, 'other name'))));
  }
});

function readObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  assert.ok(isRecord(value));
  return value;
}

function isCode(code: string): (error: unknown) => boolean {
  return error => error instanceof vscode.FileSystemError && error.code === code;
}

async function replaceText(document: vscode.TextDocument, edit: (text: string) => string): Promise<void> {
  const apply = () => {
    const change = new vscode.WorkspaceEdit();
    const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    change.replace(document.uri, all, edit(document.getText()));
    return vscode.workspace.applyEdit(change);
  };
  // VS Code rejects an edit of a document that it is reloading.
  for (let attempt = 1; !(await apply()); attempt++) assert.ok(attempt < 20, 'VS Code applies the edit');
}

function changeOf(document: vscode.TextDocument, isDone: () => boolean): Promise<void> {
  return until(
    listener => vscode.workspace.onDidChangeTextDocument(event => event.document === document && listener()),
    isDone,
  );
}

function diagnosticsThat(
  uri: vscode.Uri,
  fits: (found: readonly vscode.Diagnostic[]) => boolean,
): Promise<void> {
  return until(
    listener => vscode.languages.onDidChangeDiagnostics(() => listener()),
    () => fits(vscode.languages.getDiagnostics(uri)),
  );
}

async function documentThat(fits: (document: vscode.TextDocument) => boolean): Promise<vscode.TextDocument> {
  const find = () => vscode.workspace.textDocuments.find(fits);
  await until(
    listener => vscode.workspace.onDidOpenTextDocument(() => listener()),
    () => find() !== undefined,
  );
  const found = find();
  assert.ok(found);
  return found;
}

function until(subscribe: (listener: () => void) => vscode.Disposable, isDone: () => boolean): Promise<void> {
  return new Promise(resolve => {
    if (isDone()) {
      resolve();
      return;
    }
    const subscription = subscribe(() => {
      if (!isDone()) return;
      subscription.dispose();
      resolve();
    });
  });
}
