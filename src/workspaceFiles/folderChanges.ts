import * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../util/clock.ts';

const debounceMs = 500;

interface FolderChangesParts {
  readonly clock: Clock;
  readonly changed: () => void;
}

/** Fires once the JSON files of a folder have not been written for a moment, for example after switching branches. */
export class FolderChanges implements vscode.Disposable {
  readonly #parts: FolderChangesParts;
  readonly #registered: vscode.Disposable;
  #next: ScheduledCall | undefined;

  constructor(folder: string, parts: FolderChangesParts) {
    this.#parts = parts;
    const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '**/*.{json,jsonc}');
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    this.#registered = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(() => this.#schedule()),
      watcher.onDidCreate(() => this.#schedule()),
      watcher.onDidDelete(() => this.#schedule()),
    );
  }

  dispose(): void {
    this.#next?.dispose();
    this.#registered.dispose();
  }

  #schedule(): void {
    this.#next?.dispose();
    this.#next = this.#parts.clock.schedule(debounceMs, this.#parts.changed);
  }
}
