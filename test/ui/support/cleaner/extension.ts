// Bundled by ../cleaner.ts into a separate extension, which runs next to the one under test.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import * as z from 'zod';
import { CleanRequestSchema, type Settings } from './cleanRequest.ts';

const SettingsSchema = z.record(z.string(), z.unknown());
/** Settings that the extension under test writes, and writes again if another window soon reverts them. */
const restored = ['deviceAutomation.servers', 'deviceAutomation.connections', 'deviceAutomation.labels'];
const restoredForMs = 3_500;
let lastWriteMs = 0;

/** Commands that close or reset what is open besides editors. */
const closing = [
  'notifications.clearAll',
  'workbench.action.closePanel',
  'workbench.action.editorLayoutSingle',
  'workbench.view.explorer',
];

/** Cleans the window on an HTTP request with VS Code's commands; through the interface it would take a minute. */
export function activate(context: vscode.ExtensionContext): void {
  const server = createServer((request, response) => {
    void text(request)
      .then(body => clean(CleanRequestSchema.parse(JSON.parse(body))))
      .then(
        () => response.end(),
        error => response.writeHead(500).end(String(error)),
      );
  });
  server.listen(0, '127.0.0.1', () => void note(context, server.address()));
  context.subscriptions.push({ dispose: () => server.close() });
  const noteWrite = (event: vscode.ConfigurationChangeEvent) => {
    if (restored.some(name => event.affectsConfiguration(name))) lastWriteMs = performance.now();
  };
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(noteWrite));
}

async function note({ extensionPath }: vscode.ExtensionContext, address: AddressInfo | string | null) {
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  await writeFile(`${extensionPath}/port`, String(address.port));
}

async function clean({ settingsFile, settings }: z.infer<typeof CleanRequestSchema>): Promise<void> {
  await closeEditors();
  await changeSettings(await settingsIn(settingsFile), settings);
  for (const command of closing) await vscode.commands.executeCommand(command);
}

/** VS Code truncates the file before writing it, so an empty file is read again. */
async function settingsIn(file: string): Promise<Settings> {
  for (let left = 40; ; left -= 1) {
    const json = await readFile(file, 'utf8');
    if (json.trim() !== '' || left === 0) return SettingsSchema.parse(JSON.parse(json));
    await delay(50);
  }
}

async function closeEditors(): Promise<void> {
  const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs);
  await vscode.window.tabGroups.close(tabs().filter(tab => !tab.isDirty));
  // Editors with unsaved changes are closed one by one, without a confirmation.
  for (let left = tabs().length; left > 0; left -= 1) {
    await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  if (tabs().length > 0) throw new Error(`Still open: ${tabs().map(tab => tab.label)}`);
}

async function changeSettings(current: Settings, wanted: Settings): Promise<void> {
  const names = new Set([...Object.keys(current), ...Object.keys(wanted)]);
  const different = [...names].filter(name => JSON.stringify(current[name]) !== JSON.stringify(wanted[name]));
  if (different.some(name => restored.includes(name)))
    await delay(Math.max(0, lastWriteMs + restoredForMs - performance.now()));
  for (const name of different) {
    const all = vscode.workspace.getConfiguration();
    await all.update(name, wanted[name], vscode.ConfigurationTarget.Global);
  }
}
