import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { DemoProcess } from '../support/demoProcess.ts';
import { projectDirectory } from '../support/projectFiles.ts';

export const bareContainer = 'Bare';
export const bareView = 'Bare Rows';
/** In the status bar from the moment the extension runs. */
export const bareReady = 'Bare Ready';

const manifest = {
  name: 'bare',
  publisher: 'bench',
  version: '1.0.0',
  engines: { vscode: '^1.99.0' },
  main: './extension.cjs',
  activationEvents: ['onStartupFinished'],
  contributes: {
    viewsContainers: { activitybar: [{ id: 'bare', title: bareContainer, icon: 'icon.svg' }] },
    views: { bare: [{ id: 'bare.rows', name: bareView, icon: 'icon.svg' }] },
  },
};

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="8"/></svg>\n';

/** Loads undici with the first rows, makes one request and shows what came: the least that a list can do. */
const program = (demo: DemoProcess) => `
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
exports.activate = context => {
  context.subscriptions.push(vscode.window.createTreeView('bare.rows', { treeDataProvider: rows }));
  const ready = vscode.window.createStatusBarItem();
  ready.text = ${JSON.stringify(bareReady)};
  ready.show();
};
`;

/** Makes the floor of what a person waits for: an extension that has nothing but what it cannot do without. */
export async function writeBareExtension(folder: string, demo: DemoProcess): Promise<void> {
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
