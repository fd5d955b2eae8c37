import * as vscode from 'vscode';
import { activations } from './activations.ts';
import type { App } from './app.ts';
import { formerCommands, unlistedCommands } from './commandNames.ts';
import { lazyFileSystem } from './workbench/platform/activation/lazyFileSystem.ts';
import { registerForms, registerPanels } from './workbench/platform/activation/lazyForms.ts';
import { registerTools } from './workbench/platform/activation/lazyTools.ts';
import { LazyTree } from './workbench/platform/activation/lazyTree.ts';
import { contributedIds } from './workbench/platform/activation/manifest.ts';
import { tellOfServers } from './workbench/platform/activation/tellOfServers.ts';
import { newFormsKey, reportScheme, scheme, type ViewName, views } from './workbench/platform/ids.ts';
import { loadError, loadOnce } from './workbench/platform/loadError.ts';
import { SaveReasons } from './workbench/platform/saveReasons.ts';

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
  const { commands, tools, panels } = contributedIds(context.extension.packageJSON);
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
  const dragAndDrop = async () => (await load()).dragAndDrop;
  context.subscriptions.push(
    saveReasons,
    trees.jobs.createView(views.jobs, true, dragAndDrop),
    trees.groups.createView(views.groups, true, dragAndDrop),
    trees.servers.createView(views.servers, false),
    registerForms(async () => (await later()).forms),
    ...[...commands, ...unlistedCommands, ...formerCommands.keys()].map(id =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => (await later()).runCommand(id, args)),
    ),
    registerPanels(panels, async viewType => (await later()).panel(viewType)),
    registerTools(tools, async name => (await later()).tool(name)),
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
  tellOfServers();
  for (const begin of activations) begin(context, load);
  if (context.workspaceState.keys().includes(newFormsKey)) void load();
}

/** Closes all connections; VS Code waits for this when the window closes. */
export async function deactivate(): Promise<void> {
  // After a failed start there is nothing to close.
  await (await app?.catch(() => undefined))?.close();
}

async function start(context: vscode.ExtensionContext, saveReasons: SaveReasons): Promise<App> {
  const { keepCompiledIn } = await import('./workbench/platform/compiledBundle.ts');
  keepCompiledIn(context.globalStorageUri.fsPath);
  const { createApp } = await import('./app.ts').catch((error: unknown) => {
    throw loadError(error);
  });
  const created = createApp(context, saveReasons);
  await created.ready;
  created.resume();
  return created;
}
