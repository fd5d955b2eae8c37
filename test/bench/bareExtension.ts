import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import type { DemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';

export const bareContainer = 'Bare';
export const bareView = 'Bare Jobs';
/** Shown in the status bar once the extension is running. */
export const bareReady = 'Bare Ready';
export const barePageCommand = 'Bare: Show Page';
/** Opens a document that has the page as its editor, as forms are. */
export const bareDocumentCommand = 'Bare: Show Document';
/** The performance mark that the page sets when its field is usable. */
export const barePageMark = 'bare-usable';

const ManifestSchema = z.object({
  contributes: z.object({
    viewsContainers: z.unknown(),
    views: z.object({ bare: z.array(z.looseObject({ id: z.string() })) }),
    viewsWelcome: z.unknown(),
    commands: z.array(z.unknown()),
    menus: z.unknown(),
  }),
});

/**
 * Our own views, menus and commands under other IDs, because VS Code evaluates them before it draws the first rows.
 * The view of jobs has the rows; the others are empty.
 */
async function manifestText(): Promise<string> {
  const text = await readFile(join(projectDirectory, 'package.json'), 'utf8');
  const { contributes } = ManifestSchema.parse(JSON.parse(text.replaceAll('deviceAutomation', 'bare')));
  const category = 'Bare';
  const added = [
    { command: 'bare.page', title: 'Show Page', category },
    { command: 'bare.document', title: 'Show Document', category },
  ];
  const editor = { viewType: 'bare.editor', displayName: 'Bare', selector: [{ filenamePattern: '*.bare' }] };
  return JSON.stringify({
    name: 'bare',
    publisher: 'bench',
    version: '1.0.0',
    engines: { vscode: '^1.99.0' },
    main: './extension.cjs',
    activationEvents: ['onStartupFinished'],
    contributes: { ...contributes, commands: [...contributes.commands, ...added], customEditors: [editor] },
  });
}

const TitlesSchema = z.record(z.string(), z.string());

/** Our titles, but for those that the benchmark looks for. */
async function titlesText(): Promise<string> {
  const titles = TitlesSchema.parse(
    JSON.parse(await readFile(join(projectDirectory, 'package.nls.json'), 'utf8')),
  );
  return JSON.stringify({
    ...titles,
    category: bareContainer,
    'container.title': bareContainer,
    'view.jobs': bareView,
    'view.groups': 'Bare Groups',
    'view.servers': 'Bare Servers',
  });
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="8"/></svg>\n';

/**
 * Loads undici with the first rows, reads a token, sends one request and shows the result, which is the minimum for such
 * a list.
 */
const program = (demo: Access) => `
const vscode = require('vscode');
let secrets;
const rows = {
  async getChildren(node) {
    if (node !== undefined) return [];
    const token = secrets.get('token');
    const { request } = require('./undici.cjs');
    const { body } = await request(${JSON.stringify(`${demo.url}/automation/api/job/?page_size=50`)}, {
      headers: { authorization: 'Token ' + (await token) },
    });
    return JSON.parse(await body.text()).results;
  },
  getTreeItem: ({ name }) => ({
    label: name,
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    contextValue: 'job enabled idle unwatched',
  }),
};
const empty = { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') };
function showPage({ extensionUri }) {
  fill(vscode.window.createWebviewPanel('bare', 'Bare Page', vscode.ViewColumn.Active), extensionUri);
}
function fill({ webview }, extensionUri) {
  webview.options = { enableScripts: true, localResourceRoots: [extensionUri] };
  const file = name => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, name));
  webview.html = '<!DOCTYPE html><html lang="en"><head><title>Bare</title><link rel="stylesheet" href="' +
    file('page.css') + '"></head><body><script src="' + file('page.js') + '"></script></body></html>';
}
const text = Buffer.from('{}');
const files = {
  onDidChangeFile: new vscode.EventEmitter().event,
  stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length }),
  readFile: () => text,
  watch: () => new vscode.Disposable(() => undefined),
};
for (const name of ['readDirectory', 'createDirectory', 'writeFile', 'delete', 'rename']) files[name] = () => [];
let documents = 0;
exports.activate = context => {
  secrets = context.secrets;
  secrets.store('token', ${JSON.stringify(demo.token)});
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('bare', files),
    vscode.window.registerCustomEditorProvider('bare.editor', {
      resolveCustomTextEditor: (_, panel) => fill(panel, context.extensionUri),
    }),
    vscode.commands.registerCommand('bare.document', () =>
      vscode.commands.executeCommand('vscode.open', vscode.Uri.parse('bare:/' + ++documents + '.bare'))),
  );
  context.subscriptions.push(vscode.commands.registerCommand('bare.page', () => showPage(context)));
  context.subscriptions.push(vscode.window.createTreeView('bare.jobs', { treeDataProvider: rows }));
  for (const view of ['bare.groups', 'bare.servers'])
    context.subscriptions.push(vscode.window.createTreeView(view, { treeDataProvider: empty }));
  const ready = vscode.window.createStatusBarItem();
  ready.text = ${JSON.stringify(bareReady)};
  ready.show();
};
`;

/** A page script with one field, padded to the size of one of our page scripts. */
function pageScript(bytes: number): string {
  const parts = Array.from({ length: Math.ceil(bytes / pagePart(0).length) }, (_, part) => pagePart(part));
  return `${parts.join('')}
const field = document.createElement('input');
field.setAttribute('aria-label', 'Name');
document.body.append(field);
performance.mark(${JSON.stringify(barePageMark)});
`;
}

const pagePart = (part: number) =>
  `function part${part}(first, second) { return first === second ? [first] : { first, sum: second + ${part} }; }\n`;

type Access = Pick<DemoProcess, 'url' | 'token'>;

/** Writes the extension's page with a script as large as that of a built page. */
export async function writeBarePage(folder: string, page: 'form' | 'timeline'): Promise<void> {
  const built = (name: string) => readFile(join(projectDirectory, 'dist/web', name));
  await writeFile(join(folder, 'page.js'), pageScript((await built(`${page}.js`)).length));
  await writeFile(join(folder, 'page.css'), await built(`${page}.css`));
}

/** Writes the baseline for perceived wait times: an extension with only the essentials. */
export async function writeBareExtension(folder: string, demo: Access): Promise<void> {
  await mkdir(folder, { recursive: true });
  await build({
    absWorkingDir: projectDirectory,
    stdin: { contents: "export { request } from 'undici'", resolveDir: projectDirectory },
    outfile: join(folder, 'undici.cjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    logLevel: 'warning',
  });
  await writeFile(join(folder, 'package.json'), await manifestText());
  await writeFile(join(folder, 'package.nls.json'), await titlesText());
  await mkdir(join(folder, 'media'), { recursive: true });
  await writeFile(join(folder, 'media/device-automation.svg'), icon);
  await writeFile(join(folder, 'extension.cjs'), program(demo));
}
