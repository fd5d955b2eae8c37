import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import { serverText } from '../files/filePlan.ts';
import { type FileSet, readFileSet } from '../files/fileSet.ts';
import { type FileProblem, fileProblemText } from '../files/fileText.ts';
import { planChanges, planFile } from '../files/makePlan.ts';
import { readObjectFile } from '../files/objectFiles.ts';
import { planScheme } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { groupBy } from '../util/collections.ts';
import { jsonEqual } from '../util/json.ts';
import { DriftMarks, type EditedText } from './driftMarks.ts';
import { PlanSource } from './planSource.ts';
import { type FolderPlan, itemPath, readPlannedSet, type ShownItem, serverUri } from './shownPlan.ts';

interface Entry {
  shown: FolderPlan;
  /** Counts the requests to plan this folder again. */
  requests: number;
  readonly source: PlanSource;
  readonly changes: FolderChanges;
}

export interface PlansParts {
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/** The plans of workspace folders, shown in all places of VS Code. */
export class Plans implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #entries = new Map<string, Entry>();
  /** Items by file path. */
  readonly #items = new Map<string, ShownItem>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('device-automation-files');
  readonly #marks = new DriftMarks({ at: uri => this.itemAt(uri), now: document => this.#itemNow(document) });
  readonly #registered: vscode.Disposable;
  readonly #parts: PlansParts;

  constructor(parts: PlansParts) {
    this.#parts = parts;
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(planScheme, this),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#saved(uri)),
      this.#changed,
      this.#diagnostics,
      this.#marks,
    );
  }

  /** Folders with a visible plan. */
  get folders(): readonly string[] {
    return [...this.#entries.keys()];
  }

  of(folder: string): FolderPlan | undefined {
    return this.#entries.get(folder)?.shown;
  }

  itemAt(uri: vscode.Uri): ShownItem | undefined {
    return uri.scheme === 'file' || uri.scheme === planScheme ? this.#items.get(uri.fsPath) : undefined;
  }

  /** While the text is not JSON, the previous item stays. */
  #itemNow(document: EditedText): ShownItem | undefined {
    const planned = this.itemAt(document.uri);
    const file = planned?.item.file;
    const text = document.getText();
    if (planned === undefined || file === undefined || text === file.text) return planned;
    const typed = readObjectFile({ ...file, text }, localizer).file;
    const { shown } = planned;
    const item = typed && planFile(readPlannedSet(shown), typed, { state: shown.state, localizer });
    return item === undefined ? planned : { shown, item };
  }

  show(shown: FolderPlan): void {
    const entry = this.#entries.get(shown.folder) ?? this.#entryOf(shown);
    entry.shown = shown;
    this.#entries.set(shown.folder, entry);
    this.#index();
    entry.source.show(shown);
    this.#report();
    this.#marks.changed();
    for (const { uri } of vscode.workspace.textDocuments)
      if (uri.scheme === planScheme) this.#changed.fire(uri);
  }

  #entryOf(shown: FolderPlan): Entry {
    const { folder } = shown;
    const { clock, onFailure } = this.#parts;
    const changed = () => {
      const now = this.of(folder);
      if (now !== undefined) this.#planAgain(now).catch(onFailure);
    };
    return {
      shown,
      requests: 0,
      source: new PlanSource(folder, uri => this.#originalOf(uri)),
      changes: new FolderChanges(folder, { clock, changed }),
    };
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const found = this.itemAt(uri);
    return found === undefined ? '' : serverText(found.item, found.shown.plan);
  }

  dispose(): void {
    this.#registered.dispose();
    for (const { source, changes } of this.#entries.values()) {
      source.dispose();
      changes.dispose();
    }
  }

  /** Compares the files again with the state of the server that the plan is based on. */
  #saved(uri: vscode.Uri): void {
    if (uri.scheme !== 'file') return;
    for (const { shown } of this.#entries.values())
      if (uri.fsPath.startsWith(`${shown.folder}${sep}`)) this.#planAgain(shown).catch(this.#parts.onFailure);
  }

  async #planAgain({ folder, state, hasSearched }: FolderPlan): Promise<void> {
    const entry = this.#entries.get(folder);
    if (entry === undefined) return;
    entry.requests += 1;
    const { requests } = entry;
    const fileSet = await readFileSet(folder, { localizer });
    if (areSame(entry.shown.fileSet, fileSet)) return;
    const plan = await planChanges(readPlannedSet({ fileSet, hasSearched }), state, { localizer });
    // A later call has read more recent files.
    if (entry.requests !== requests) return;
    if (entry.shown.state !== state) return this.#planAgain(entry.shown);
    this.show({ folder, fileSet, state, plan, hasSearched });
  }

  #originalOf(uri: vscode.Uri): vscode.Uri | undefined {
    const found = uri.scheme === 'file' ? this.itemAt(uri) : undefined;
    const isCompared = found !== undefined && found.item.object !== undefined;
    return isCompared ? serverUri(found.shown, found.item) : undefined;
  }

  #index(): void {
    this.#items.clear();
    for (const { shown } of this.#entries.values()) {
      const { fsPath } = vscode.Uri.file(shown.folder);
      for (const item of shown.plan.items) this.#items.set(join(fsPath, itemPath(item)), { shown, item });
    }
  }

  #report(): void {
    this.#diagnostics.clear();
    for (const { shown } of this.#entries.values()) {
      const { plan, folder } = shown;
      const problems = [...plan.problems, ...plan.items.flatMap(item => item.problems)];
      for (const [path, found] of groupBy(problems, problem => problem.path))
        this.#diagnostics.set(vscode.Uri.joinPath(vscode.Uri.file(folder), path), found.map(diagnosticOf));
    }
  }
}

/** Whether the files have not changed in between. */
function areSame(before: FileSet, now: FileSet): boolean {
  const textsOf = ({ manifestText, files }: FileSet) => [
    manifestText,
    ...files.flatMap(({ path, text }) => [path, text]),
  ];
  const texts = textsOf(now);
  const isSame = textsOf(before).every((text, index) => text === texts[index]);
  return isSame && before.files.length === now.files.length && jsonEqual(before.problems, now.problems);
}

function diagnosticOf({ line, column, length, severity, ...problem }: FileProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, column - 1, line - 1, column - 1 + length);
  const level = vscode.DiagnosticSeverity[severity === 'error' ? 'Error' : 'Warning'];
  const diagnostic = new vscode.Diagnostic(range, fileProblemText(problem), level);
  diagnostic.source = 'Device Automation';
  return diagnostic;
}

const debounceMs = 500;

interface FolderChangesParts {
  readonly clock: Clock;
  readonly changed: () => void;
}

/** Fires once the JSON files of a folder have not been written for a moment, for example after switching branches. */
class FolderChanges implements vscode.Disposable {
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
