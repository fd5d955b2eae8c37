import type * as vscode from 'vscode';
import type { FileStat } from 'vscode';

/** The calls that VS Code makes to a file system while it opens, saves and reloads. */
export interface Files {
  stat(uri: vscode.Uri): FileStat | Thenable<FileStat>;
  readFile(uri: vscode.Uri): Uint8Array | Thenable<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array, options: object): void | Thenable<void>;
}

/** VS Code's own rejection of a save. */
export class NewerError extends Error {
  override readonly name = 'NewerError';
}

/** `known`: what VS Code received last; `ignores`: writes even if the file is newer. */
export interface Writing {
  readonly text: string;
  readonly known: FileStat | undefined;
  readonly ignores: boolean;
}

/** How VS Code's `FileService` reads and writes one file. */
export class FileCalls {
  readonly #files: Files;
  readonly #uri: vscode.Uri;

  constructor(files: Files, uri: vscode.Uri) {
    this.#files = files;
    this.#uri = uri;
  }

  async write({ text, known, ignores }: Writing): Promise<FileStat> {
    // VS Code writes even if `stat` fails.
    const current = await this.#ask(() => this.#files.stat(this.#uri)).catch(() => undefined);
    if (!ignores && current !== undefined && known !== undefined && isNewer(current, known))
      throw new NewerError('The content of the file is newer.');
    await this.#ask(() => this.#files.writeFile(this.#uri, new TextEncoder().encode(text), {}));
    return this.#ask(() => this.#files.stat(this.#uri));
  }

  async exists(): Promise<boolean> {
    return this.#ask(() => this.#files.stat(this.#uri)).then(
      () => true,
      () => false,
    );
  }

  /** Omits the text if the file has not changed since `known`. */
  async read(known: FileStat | undefined): Promise<{ readonly stat: FileStat; readonly text?: string }> {
    const stat = this.#ask(() => this.#files.stat(this.#uri));
    // Without an etag, both are requested at the same time.
    if (known !== undefined) {
      const current = await stat;
      if (etagOf(current) === etagOf(known)) return { stat: current };
    }
    const [found, content] = await Promise.all([stat, this.#ask(() => this.#files.readFile(this.#uri))]);
    return { stat: found, text: new TextDecoder().decode(content) };
  }

  /** A call into the extension host and back. */
  async #ask<T>(call: () => T | Thenable<T>): Promise<T> {
    await new Promise(resolve => setImmediate(resolve));
    const result = await call();
    await new Promise(resolve => setImmediate(resolve));
    return result;
  }
}

function etagOf({ mtime, size }: Pick<FileStat, 'mtime' | 'size'>): string {
  return mtime.toString(29) + size.toString(31);
}

/** A newer timestamp counts only if the size differs as well. */
function isNewer(current: FileStat, known: FileStat): boolean {
  return known.mtime < current.mtime && etagOf(known) !== etagOf({ mtime: known.mtime, size: current.size });
}
