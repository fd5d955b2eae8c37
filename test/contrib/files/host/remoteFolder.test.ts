import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryFiles, memoryScheme } from '../../../support/vscode/memoryFiles.ts';

const root = vscode.Uri.from({ scheme: memoryScheme, path: '/' });
const folder = 'memfs:/device-automation';
const plan = 'deviceAutomation.files.plan';
const exportCommand = 'deviceAutomation.files.export';

describe('jobs as code in a folder of a file system provider', () => {
  const provider = new MemoryFiles();
  const registered: vscode.Disposable[] = [];
  /** A job with a file, and its ID in the demo. */
  const id = 1;
  let path = '';

  before('open the folder, and export to it', async () => {
    registered.push(
      vscode.workspace.registerFileSystemProvider(memoryScheme, provider, { isCaseSensitive: true }),
    );
    await changeFolders(() => vscode.workspace.updateWorkspaceFolders(1, 0, { uri: root, name: 'Remote' }));
    await vscode.commands.executeCommand('deviceAutomation.demo.start');
    await run(exportCommand, { folder });
    const { name } = await jobOnServer();
    path = provider.paths().find(each => provider.text(each).includes(`"name": "${name}"`)) ?? '';
  });

  after(async () => {
    provider.failure = () => undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('deviceAutomation.demo.stop');
    await changeFolders(() => vscode.workspace.updateWorkspaceFolders(1, 1));
    for (const each of registered) each.dispose();
  });

  it('are exported to it', () => {
    const paths = provider.paths();
    assert.ok(path.startsWith('/device-automation/jobs/'), paths.join());
    assert.ok(paths.includes('/device-automation/device-automation.json'));
    assert.deepEqual(
      paths.filter(
        each => !/^\/device-automation\/(?:device-automation|(?:jobs|groups)\/.+)\.jsonc?$/.test(each),
      ),
      [],
    );
  });

  it('have marks while they are visible, which follow what other programs write', async () => {
    await vscode.window.showTextDocument(fileUri());
    await untilLens('Same as on Demo server');
    edit({ enabled: !(await jobOnServer()).enabled });
    await untilLens('1 field differs from Demo server');
  });

  it('have the schema of files, so that VS Code marks a field of the wrong type', async () => {
    const text = provider.text(path);
    await vscode.extensions.getExtension('vscode.json-language-features')?.activate();
    const document = await vscode.workspace.openTextDocument(fileUri());
    assert.equal(document.languageId, 'jsonc');
    const before = vscode.languages.getDiagnostics(fileUri());
    edit({ enabled: 'yes' });
    await untilReached(() =>
      vscode.languages.getDiagnostics(fileUri()).some(({ message }) => message.includes('boolean')),
    );
    assert.deepEqual(before, []);
    provider.put(path, text);
  });

  it('have the server’s version to compare with, and problems where a file is wrong', async () => {
    const text = provider.text(path);
    provider.put(path, text.replace(/"policies": \[[^\]]*\]/, '"policies": 5'));
    await run(plan, { folder });
    await untilReached(() =>
      vscode.languages.getDiagnostics(fileUri()).some(({ source }) => source === 'Device Automation'),
    );
    provider.put(path, text);
    await run(plan, { folder });
    await vscode.commands.executeCommand('deviceAutomation.files.compare', fileUri());
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [original, modified] = await Promise.all(
      [input.original, input.modified].map(uri => vscode.workspace.openTextDocument(uri)),
    );
    assert.equal(modified?.getText(), text);
    assert.notEqual(original?.getText(), text);
    assert.ok(original?.getText().includes(`"name"`));
  });

  it('are applied to the server after a review, from a new plan', async () => {
    const { enabled } = await jobOnServer();
    edit({ enabled: !enabled });
    const accept = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await run('deviceAutomation.files.apply', { folder }, accept);
    assert.equal((await jobOnServer()).enabled, !enabled);
    await vscode.window.showTextDocument(fileUri());
    await untilLens('Same as on Demo server');
  });

  it('stay as they are where others have changed them, or the file system fails in the middle', async () => {
    const places = ['a', 'b'].map(name => `memfs:/${name}/device-automation`);
    const [changed, failed] = ['a', 'b'].map(name => path.replace('/', `/${name}/`));
    assert.ok(changed !== undefined && failed !== undefined);
    provider.partOfWrite = 5;
    provider.failure = call => {
      if (call === `stat ${changed}`) provider.put(changed, 'of others');
      if (call === `write ${failed}`) throw vscode.FileSystemError.Unavailable('no connection');
    };
    for (const place of places) await run(exportCommand, { folder: place });
    provider.failure = () => undefined;
    assert.equal(provider.text(changed), 'of others');
    const written = provider.paths().filter(each => each.startsWith('/b/'));
    const all = provider.paths().filter(each => each.startsWith('/device-automation/'));
    assert.deepEqual(
      written,
      all.map(each => `/b${each}`).filter(each => each !== failed),
    );
  });

  it('stay planned while the file system is not available', async () => {
    await untilLens('Same as on Demo server');
    provider.failure = () => {
      throw vscode.FileSystemError.Unavailable('no connection');
    };
    await run(plan, { folder });
    assert.deepEqual(await lenses(), ['Same as on Demo server']);
    assert.deepEqual(vscode.languages.getDiagnostics(fileUri()), []);
    provider.failure = () => undefined;
  });

  function fileUri(): vscode.Uri {
    return root.with({ path });
  }

  /** Changes fields of the job's file as another program would. */
  function edit(fields: object): void {
    const text = provider.text(path);
    const value: unknown = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
    provider.put(path, `${JSON.stringify(Object.assign({}, value, fields), undefined, 2)}\n`);
  }

  async function jobOnServer(): Promise<{ readonly name: string; readonly enabled: boolean }> {
    const uri = vscode.Uri.parse(`device-automation://demo/jobs/${id}/read.job.json`, true);
    return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  }

  /** What the marks of the job's file say of it, without the time. */
  async function lenses(): Promise<string[]> {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      fileUri(),
    );
    const titles = found.map(({ command }) => command?.title ?? '');
    return titles.filter(title => title.includes(', as of ')).map(title => title.replace(/, as of .*/, ''));
  }

  async function untilLens(title: string): Promise<void> {
    let last: string[] = [];
    await untilReached(
      async () => {
        last = await lenses();
        return last[0] === title;
      },
      () => `${title} is not ${last.join()}`,
    );
  }
});

describe('a file system that can only be read', () => {
  it('gets no export', async () => {
    const provider = new MemoryFiles();
    const scheme = 'memfs-readonly';
    const registered = vscode.workspace.registerFileSystemProvider(scheme, provider, { isReadonly: true });
    await vscode.commands.executeCommand('deviceAutomation.demo.start');
    await run(exportCommand, { folder: `${scheme}:/device-automation` });
    await vscode.commands.executeCommand('deviceAutomation.demo.stop');
    registered.dispose();
    assert.deepEqual(provider.paths(), []);
    assert.deepEqual(
      provider.calls.filter(call => /^(?:write|make)/.test(call)),
      [],
    );
  });
});

function changeFolders(change: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      subscription.dispose();
      resolve();
    });
    assert.ok(change());
  });
}

/** Runs a command to its end; `answer` presses keys, and notices, which a test cannot press, are closed. */
async function run(command: string, argument: object, answer?: () => Thenable<unknown>): Promise<void> {
  let isDone = false;
  const done = Promise.resolve(vscode.commands.executeCommand(command, argument)).finally(() => {
    isDone = true;
  });
  await untilReached(async () => {
    await answer?.();
    await vscode.commands.executeCommand('notifications.clearAll');
    return isDone;
  });
  await done;
}

/** Checks again as soon as VS Code has had a turn, because it reports neither marks nor notices. */
async function untilReached(
  isReached: () => boolean | Promise<boolean>,
  missing: () => string = () => 'not reached',
): Promise<void> {
  const endMs = performance.now() + 20_000;
  while (!(await isReached())) {
    assert.ok(performance.now() < endMs, missing());
    await new Promise(resolve => setImmediate(resolve));
  }
}
