import { posix } from 'node:path';
import * as vscode from 'vscode';

interface Entry {
  type: vscode.FileType;
  content: Uint8Array;
  mtime: number;
}

/** What a call does to the file system, such as `writeFile /jobs/a.json`. */
export type Call = `${'stat' | 'read' | 'list' | 'write' | 'make' | 'delete'} ${string}`;

/**
 * A file system in memory, which stands for that of a remote computer: a provider for VS Code's extension host, and for
 * the fake of VS Code in plain Node.
 */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #entries = new Map<string, Entry>([['/', folderAt(0)]]);
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #time = 1;
  /** The calls since the test emptied this list. */
  readonly calls: Call[] = [];
  /** Called before each call; what it throws is the result. */
  failure: (call: Call) => void = () => undefined;
  /** Some file systems do not know how long a file is before it is read. */
  knowsSizes = true;
  /** How many bytes of a file are written before a failing `write` fails. */
  partOfWrite = 0;

  paths(): string[] {
    const isFile = ([, { type }]: readonly [string, Entry]) => type === vscode.FileType.File;
    return [...this.#entries].filter(isFile).map(([path]) => path);
  }

  text(path: string): string {
    return new TextDecoder().decode(this.#at(path).content);
  }

  /** Writes as another program would. */
  put(path: string, content: string | Uint8Array, type: vscode.FileType = vscode.FileType.File): void {
    this.#makeFolders(posix.dirname(path));
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const isNew = !this.#entries.has(path);
    this.#entries.set(path, { type, content: bytes, mtime: this.#time++ });
    this.#report(path, isNew ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed);
  }

  putFolder(path: string): void {
    this.#makeFolders(path);
  }

  clear(): void {
    for (const path of this.#entries.keys()) if (path !== '/') this.#entries.delete(path);
    this.calls.length = 0;
    this.failure = () => undefined;
    this.partOfWrite = 0;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    this.#call(`stat ${path}`);
    const { type, content, mtime } = this.#at(path);
    return { type, ctime: 0, mtime, size: this.knowsSizes ? content.length : 0 };
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    this.#call(`list ${path}`);
    if (this.#at(path).type !== vscode.FileType.Directory)
      throw vscode.FileSystemError.FileNotADirectory(path);
    return [...this.#entries]
      .filter(([each]) => each !== '/' && posix.dirname(each) === path)
      .map(([each, { type }]) => [posix.basename(each), type]);
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    this.#call(`read ${path}`);
    const { type, content } = this.#at(path);
    if (type === vscode.FileType.Directory) throw vscode.FileSystemError.FileIsADirectory(path);
    return content;
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    try {
      this.#call(`write ${path}`);
    } catch (error) {
      if (this.partOfWrite > 0) this.put(path, content.slice(0, this.partOfWrite));
      throw error;
    }
    if (this.#entries.get(path)?.type === vscode.FileType.Directory)
      throw vscode.FileSystemError.FileIsADirectory(path);
    this.#at(posix.dirname(path));
    this.put(path, content.slice());
  }

  createDirectory({ path }: vscode.Uri): void {
    this.#call(`make ${path}`);
    this.#at(posix.dirname(path));
    this.#makeFolders(path);
  }

  delete({ path }: vscode.Uri): void {
    this.#call(`delete ${path}`);
    this.#at(path);
    this.#entries.delete(path);
    this.#report(path, vscode.FileChangeType.Deleted);
  }

  rename({ path }: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(path);
  }

  #call(call: Call): void {
    this.calls.push(call);
    this.failure(call);
  }

  #at(path: string): Entry {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return entry;
  }

  #makeFolders(path: string): void {
    const found = this.#entries.get(path);
    if (found !== undefined && found.type !== vscode.FileType.Directory)
      throw vscode.FileSystemError.FileExists(path);
    if (found !== undefined) return;
    this.#makeFolders(posix.dirname(path));
    this.#entries.set(path, folderAt(this.#time++));
    this.#report(path, vscode.FileChangeType.Created);
  }

  #report(path: string, type: vscode.FileChangeType): void {
    this.#changed.fire([{ uri: vscode.Uri.from({ scheme: memoryScheme, path }), type }]);
  }
}

function folderAt(mtime: number): Entry {
  return { type: vscode.FileType.Directory, content: new Uint8Array(), mtime };
}

export const memoryScheme = 'memfs';
