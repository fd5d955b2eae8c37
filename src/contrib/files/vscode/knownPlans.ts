import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { localizer } from '../../../workbench/platform/localize.ts';
import { manifestName } from '../common/exportedFolder.ts';
import { readFileSet } from '../common/fileSet.ts';
import { isOwnServer } from '../common/manifest.ts';
import { type LabelSource, readKnownServerState, type ServerState } from '../common/serverState.ts';
import { folderFiles, folderId } from './folders.ts';
import { afterPause, type Plans } from './plans.ts';
import type { FolderPlan } from './shownPlan.ts';

interface KnownServers {
  readonly plans: Pick<Plans, 'update'>;
  readonly sessions: {
    readonly open: Iterable<ServerSession>;
    readonly onDidChangeObjects: vscode.Event<ServerSession>;
  };
  readonly labelsOf: (session: ServerSession) => LabelSource;
}

/** The maximum number of folders between a file and its manifest. */
const mostLevels = 6;

/**
 * Compares the folder of a visible file with what this window has already read of its server, and again after it has
 * read more. Sends no requests of its own.
 */
export function compareVisibleFiles(
  servers: KnownServers,
  clock: Clock,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  const compare = async () => {
    // In Restricted Mode, files are only read when the user asks for a plan.
    if (!vscode.workspace.isTrusted) return;
    for (const folder of await visibleFolders()) await compareFolder(folder, servers);
  };
  const pause = afterPause(clock, () => void compare().catch(onFailure));
  pause.restart();
  return vscode.Disposable.from(
    pause,
    vscode.window.onDidChangeVisibleTextEditors(pause.restart),
    servers.sessions.onDidChangeObjects(pause.restart),
    vscode.workspace.onDidGrantWorkspaceTrust(pause.restart),
  );
}

function compareFolder(folder: string, { plans, sessions, labelsOf }: KnownServers): Promise<void> {
  const read = async (shown: FolderPlan | undefined) => {
    const fileSet = shown?.fileSet ?? (await readFileSet(folderFiles(folder), { localizer }));
    const { manifest } = fileSet;
    if (manifest === undefined) return undefined;
    const isMeant = ({ server }: ServerSession) =>
      shown === undefined
        ? isOwnServer(manifest, server)
        : server.id === shown.plan.server.id && server.url === shown.plan.server.url;
    const [session, ...others] = [...sessions.open].filter(isMeant);
    if (session === undefined || others.length > 0) return undefined;
    const state = readKnownServerState(session, labelsOf(session));
    if (state === undefined || (shown !== undefined && !isNewer(state, shown))) return undefined;
    // Only plans that the user requests search the server for devices.
    if (shown === undefined) return { folder, fileSet, state, hasSearched: false };
    const deviceNames = new Set([...state.deviceNames, ...shown.state.deviceNames]);
    return { ...shown, state: { ...state, deviceNames } };
  };
  return plans.update(folder, read, ({ needsGroupIds }) => !needsGroupIds);
}

/** The stores replace what changes, so lists of identical objects mean that nothing has changed. */
function isNewer(state: ServerState, { state: before }: FolderPlan): boolean {
  if (state.server.id !== before.server.id || state.readMs < before.readMs) return false;
  const isSame = state.jobs === before.jobs && areSame(state.groups, before.groups);
  return state.readMs > before.readMs || !isSame;
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}

async function visibleFolders(): Promise<ReadonlySet<string>> {
  const files = vscode.window.visibleTextEditors.map(({ document }) => document.uri).filter(mayBeManaged);
  const folders = await Promise.all(files.map(folderOf));
  return new Set(folders.filter(folder => folder !== undefined));
}

/** Not the documents of other extensions, for example of Git, which may have the same names. */
function mayBeManaged({ scheme, path }: vscode.Uri): boolean {
  const isInFolder = () => vscode.workspace.workspaceFolders?.some(({ uri }) => uri.scheme === scheme);
  return /\.(job|group)\.jsonc?$/i.test(path) && (scheme === 'file' || isInFolder() === true);
}

/** The nearest folder with a manifest, upwards from the file. */
async function folderOf(file: vscode.Uri): Promise<string | undefined> {
  let uri = vscode.Uri.joinPath(file, '..');
  for (let level = 0; level < mostLevels; level++) {
    const folder = folderId(uri);
    try {
      if ((await folderFiles(folder).kindOf(manifestName)) !== undefined) return folder;
    } catch {
      // Nobody asked for it, so an error, for example of a connection that has ended, goes unmentioned.
      return undefined;
    }
    uri = vscode.Uri.joinPath(uri, '..');
  }
  return undefined;
}
