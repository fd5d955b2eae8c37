import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { DemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';

export const bareContainer = 'Bare';
export const bareView = 'Bare Rows';
/** Shown in the status bar once the extension is running. */
export const bareReady = 'Bare Ready';
export const barePageCommand = 'Bare: Show Page';
/** The performance mark that the page sets when its field is usable. */
export const barePageMark = 'bare-usable';

const manifest = {
  name: 'bare',
  publisher: 'bench',
  version: '1.0.0',
  engines: { vscode: '^1.99.0' },
  main: './extension.cjs',
  activationEvents: ['onStartupFinished'],
  contributes: {
    viewsContainers: { activitybar: [{ id: 'bare', title: bareContainer, icon: 'icon.svg' }] },
    commands: [{ command: 'bare.page', title: 'Show Page', category: 'Bare' }],
    views: { bare: [{ id: 'bare.rows', name: bareView, icon: 'icon.svg' }] },
  },
};

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="8"/></svg>\n';

/** Loads undici with the first rows, sends one request and shows the result, which is the minimum for a list. */
const program = (demo: Access) => `
const vscode = require('vscode');
const rows = {
  async getChildren(node) {
    if (node !== undefined) return [];
    const { request } = require('./undici.cjs');
    const { body } = await request(${JSON.stringify(`${demo.url}/automation/api/job/?page_size=50`)}, {
      headers: { authorization: ${JSON.stringify(`Token ${demo.token}`)} },
    });
    return JSON.parse(await body.text()).results;
  },
  getTreeItem: ({ name }) => new vscode.TreeItem(name),
};
function showPage({ extensionUri }) {
  const options = { enableScripts: true, localResourceRoots: [extensionUri] };
  const { webview } = vscode.window.createWebviewPanel('bare', 'Bare Page', vscode.ViewColumn.Active, options);
  const file = name => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, name));
  webview.html = '<!DOCTYPE html><html lang="en"><head><title>Bare</title><link rel="stylesheet" href="' +
    file('page.css') + '"></head><body><script src="' + file('page.js') + '"></script></body></html>';
}
exports.activate = context => {
  context.subscriptions.push(vscode.commands.registerCommand('bare.page', () => showPage(context)));
  context.subscriptions.push(vscode.window.createTreeView('bare.rows', { treeDataProvider: rows }));
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
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'icon.svg'), icon);
  await writeFile(join(folder, 'extension.cjs'), program(demo));
}
