import * as vscode from 'vscode';
import { type FlatFiles, fileStat } from '../platform/lazyFileSystem.ts';

/** Marks a text as UTF-8, whatever `files.encoding` says. */
const byteOrderMark = '\uFEFF';

interface ReportTexts {
  readonly textOf: (uri: vscode.Uri) => string;
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

/** Provides reports as read-only files, because VS Code restores the editors of files after a reload. */
export class ReportFiles implements FlatFiles {
  readonly #reports: ReportTexts;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #listening: vscode.Disposable;
  /** VS Code reads a file again when its modification time has changed. */
  #time = Date.now();

  constructor(reports: ReportTexts) {
    this.#reports = reports;
    this.#listening = reports.onDidChange(uri => {
      this.#time += 1;
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    });
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return fileStat(this.#time, this.readFile(uri).length);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(`${byteOrderMark}${this.#reports.textOf(uri)}`);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
