import * as vscode from 'vscode';

/** Stands in for the file system of objects until a document of it is first touched. */
export function lazyFileSystem(load: () => Promise<vscode.FileSystemProvider>): vscode.FileSystemProvider {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let loaded: Promise<vscode.FileSystemProvider> | undefined;
  const provider = (): Promise<vscode.FileSystemProvider> => {
    loaded ??= load().then(
      made => {
        made.onDidChangeFile(events => changed.fire(events));
        return made;
      },
      (error: unknown) => {
        loaded = undefined;
        throw error;
      },
    );
    return loaded;
  };
  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async uri => (await provider()).stat(uri),
    readDirectory: async uri => (await provider()).readDirectory(uri),
    createDirectory: async uri => (await provider()).createDirectory(uri),
    readFile: async uri => (await provider()).readFile(uri),
    writeFile: async (uri, content, options) => (await provider()).writeFile(uri, content, options),
    delete: async (uri, options) => (await provider()).delete(uri, options),
    rename: async (from, to, options) => (await provider()).rename(from, to, options),
  };
}
