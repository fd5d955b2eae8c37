import * as vscode from 'vscode';
import { loadOnce } from '../loadError.ts';

/** Files without folders that VS Code cannot create, delete or rename. */
export type FlatFiles = Pick<
  vscode.FileSystemProvider,
  'onDidChangeFile' | 'stat' | 'readFile' | 'writeFile'
>;

export function fileStat(mtime: number, size: number, isReadonly = false): vscode.FileStat {
  const base = { type: vscode.FileType.File, ctime: 0, mtime, size };
  return isReadonly ? { ...base, permissions: vscode.FilePermission.Readonly } : base;
}

/** A file system that is loaded when VS Code first accesses one of its files. */
export function lazyFileSystem(load: () => Promise<FlatFiles>): vscode.FileSystemProvider {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = loadOnce(async () => {
    const loaded = await load();
    loaded.onDidChangeFile(events => changed.fire(events));
    return loaded;
  });
  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async uri => (await files()).stat(uri),
    readFile: async uri => (await files()).readFile(uri),
    writeFile: async (uri, content, options) => (await files()).writeFile(uri, content, options),
    readDirectory: () => [],
    createDirectory: rejectChange,
    delete: rejectChange,
    rename: rejectChange,
  };
}

function rejectChange(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
