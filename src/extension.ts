import * as vscode from 'vscode';
import type { App } from './app.ts';
import { findExportedFiles } from './platform/exportedFiles.ts';
import {
  type CommandId,
  newFormsKey,
  reportScheme,
  scheme,
  settingsSection,
  type ViewName,
  views,
  watchedKeyPrefix,
} from './platform/ids.ts';
import { lazyFileSystem } from './platform/lazyFileSystem.ts';
import { registerForms, registerTimeline } from './platform/lazyForms.ts';
import { LazyTree } from './platform/lazyTree.ts';
import { loadError, loadOnce } from './platform/loadError.ts';
import { registerTools } from './platform/offered/lazyTools.ts';
import { SaveReasons } from './platform/saveReasons.ts';

const demoStart: CommandId = 'deviceAutomation.demo.start';

/** Code that is loaded sooner would delay the first rows. */
const laterMs = 400;

let app: Promise<App> | undefined;

/**
 * Registers everything but loads nothing: the app is loaded when a view is first shown, a command first run, or a
 * document first read. No network access, no large modules.
 */
export function activate(context: vscode.ExtensionContext): void {
  const saveReasons = new SaveReasons();
  const load = loadOnce(async () => {
    app = start(context, saveReasons);
    const created = await app;
    const timer = setTimeout(() => created.loadRest(), laterMs);
    context.subscriptions.push({ dispose: () => clearTimeout(timer) });
    return created;
  });
  const later = async () => (await load()).later();
  for (const name of commandNames(context.extension)) {
    const id = name.replace(/\.many$/, '');
    if (!isCommandId(id)) continue;
    const run = async (...args: unknown[]): Promise<void> => (await later()).runCommand(id, args);
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  /** The rows of other views would delay the first jobs. */
  const loadBeside = async () => {
    const created = await load();
    await created.firstRows;
    return created;
  };
  const trees = {
    jobs: new LazyTree(async () => (await load()).trees.jobs),
    groups: new LazyTree(async () => (await loadBeside()).trees.groups),
    servers: new LazyTree(async () => (await loadBeside()).trees.servers),
  } satisfies Record<ViewName, unknown>;
  const dragging = async () => (await load()).dragging;
  context.subscriptions.push(
    saveReasons,
    trees.jobs.createView(views.jobs, true, dragging),
    trees.groups.createView(views.groups, true, dragging),
    trees.servers.createView(views.servers, false),
    registerForms(async () => (await later()).forms),
    registerTimeline(async () => (await later()).timeline),
    registerTools(async () => (await later()).callTool),
    vscode.workspace.registerFileSystemProvider(
      scheme,
      lazyFileSystem(async () => (await later()).fileSystem),
      { isCaseSensitive: true },
    ),
    vscode.workspace.registerFileSystemProvider(
      reportScheme,
      lazyFileSystem(async () => (await load()).reports),
      { isCaseSensitive: true, isReadonly: true },
    ),
  );
  void findExportedFiles();
  const watched = findWatchedServers(context.workspaceState);
  if (watched.length > 0) void load().then(created => created.resumeWatching(watched));
  if (context.workspaceState.keys().includes(newFormsKey)) void load();
  // `npm start`: runs the demo server and shows its jobs. The value may name its pace.
  if (process.env['DEVICE_AUTOMATION_DEMO']) void vscode.commands.executeCommand(demoStart);
}

/** The IDs of all commands in package.json, with those of `pluralId`. */
function commandNames({ packageJSON }: vscode.Extension<unknown>): string[] {
  const commands: readonly { readonly command: string }[] = packageJSON.contributes.commands;
  return commands.map(({ command }) => command);
}

/** Of the IDs in package.json; a test compares them with the commands of the code. */
function isCommandId(id: string): id is CommandId {
  return id.startsWith(`${settingsSection}.`);
}

/** Closes all connections; VS Code waits for this when the window closes. */
export async function deactivate(): Promise<void> {
  // After a failed start there is nothing to close.
  await (await app?.catch(() => undefined))?.close();
}

async function start(context: vscode.ExtensionContext, saveReasons: SaveReasons): Promise<App> {
  const { keepCompiledIn } = await import('./platform/compiledBundle.ts');
  keepCompiledIn(context.globalStorageUri.fsPath);
  const { createApp } = await import('./app.ts').catch((error: unknown) => {
    throw loadError(error);
  });
  const created = createApp(context, saveReasons);
  await created.ready;
  return created;
}

/** The servers with watched jobs, which are polled even while no view is open. */
function findWatchedServers(memento: vscode.Memento): string[] {
  const keys = memento.keys().filter(key => key.startsWith(watchedKeyPrefix));
  return keys.map(key => key.slice(watchedKeyPrefix.length));
}
