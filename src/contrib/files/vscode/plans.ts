import * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../../../base/clock.ts';
import { groupBy } from '../../../base/collections.ts';
import { jsonEqual } from '../../../base/json.ts';
import { localizer } from '../../../workbench/platform/localize.ts';
import { type Plan, serverText } from '../common/filePlan.ts';
import { type FileSet, readFileSet } from '../common/fileSet.ts';
import { type FileProblem, fileProblemText } from '../common/fileText.ts';
import { planChanges, planFile } from '../common/makePlan.ts';
import { readObjectFile } from '../common/objectFiles.ts';
import { DriftMarks, type EditedText } from './driftMarks.ts';
import { folderFiles, folderUri, pathIn } from './folders.ts';
import { PlanSource } from './planSource.ts';
import {
  comparedFile,
  type FolderPlan,
  itemPath,
  planScheme,
  readPlannedSet,
  type ShownItem,
  serverUri,
} from './shownPlan.ts';

interface Entry {
  readonly shown: FolderPlan;
  /** By path relative to the folder. */
  readonly items: ReadonlyMap<string, ShownItem>;
  readonly source: PlanSource;
  readonly watched: vscode.Disposable;
}

const pauseMs = 500;

/** The plans of workspace folders, shown in all places of VS Code. */
export class Plans implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('device-automation-files');
  readonly #marks = new DriftMarks(
    uri => this.itemAt(uri),
    document => this.#itemNow(document),
  );
  readonly #registered: vscode.Disposable;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;

  constructor(clock: Clock, onFailure: (error: unknown) => void) {
    this.#clock = clock;
    this.#onFailure = onFailure;
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
    const file = comparedFile(uri);
    for (const [folder, { items }] of this.#entries) {
      const item = items.get(pathIn(folder, file) ?? '');
      if (item !== undefined) return item;
    }
    return undefined;
  }

  /** Without what is shown of objects on the server. */
  #fileAt(uri: vscode.Uri): ShownItem | undefined {
    return uri.scheme === planScheme ? undefined : this.itemAt(uri);
  }

  /** While the text is not JSON, the previous item stays. */
  #itemNow(document: EditedText): ShownItem | undefined {
    const planned = this.#fileAt(document.uri);
    const file = planned?.item.file;
    const text = document.getText();
    if (planned === undefined || file === undefined || text === file.text) return planned;
    const typed = readObjectFile({ ...file, text }, localizer).file;
    const { shown } = planned;
    const item = typed && planFile(readPlannedSet(shown), typed, { state: shown.state, localizer });
    return item === undefined ? planned : { shown, item };
  }

  show(shown: FolderPlan): void {
    const { folder } = shown;
    const {
      source = new PlanSource(folder, uri => this.#originalOf(uri)),
      watched = this.#watch(folder),
    }: Partial<Entry> = this.#entries.get(folder) ?? {};
    const items = new Map(shown.plan.items.map(item => [itemPath(item), { shown, item }]));
    this.#entries.set(folder, { shown, items, source, watched });
    source.show(shown);
    this.#report();
    this.#marks.changed();
    for (const { uri } of vscode.workspace.textDocuments)
      if (uri.scheme === planScheme) this.#changed.fire(uri);
  }

  /** Plans again once the files have not been written for a moment, for example after switching branches. */
  #watch(folder: string): vscode.Disposable {
    const pattern = new vscode.RelativePattern(folderUri(folder), '**/*.{json,jsonc}');
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const pause = afterPause(this.#clock, () => this.#planAgain(folder));
    const events = [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete];
    return vscode.Disposable.from(watcher, pause, ...events.map(event => event(pause.restart)));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const found = this.itemAt(uri);
    return found === undefined ? '' : serverText(found.item, found.shown.plan);
  }

  dispose(): void {
    this.#registered.dispose();
    for (const { source, watched } of this.#entries.values()) {
      source.dispose();
      watched.dispose();
    }
  }

  #saved(uri: vscode.Uri): void {
    for (const folder of this.#entries.keys()) if (pathIn(folder, uri) !== undefined) this.#planAgain(folder);
  }

  /** Compares the files again with the state of the server that the plan is based on. */
  #planAgain(folder: string): void {
    const read = async (shown: FolderPlan | undefined) => {
      const fileSet = await readFileSet(folderFiles(folder), { localizer });
      return shown === undefined || areSame(shown.fileSet, fileSet) ? undefined : { ...shown, fileSet };
    };
    this.update(folder, read).catch(this.#onFailure);
  }

  /**
   * Plans a folder with newer files or a newer state of the server, if `read` finds any; again if another plan was
   * shown in the meantime.
   */
  async update(
    folder: string,
    read: (shown: FolderPlan | undefined) => Promise<Omit<FolderPlan, 'plan'> | undefined>,
    mayShow: (plan: Plan) => boolean = () => true,
  ): Promise<void> {
    const shown = this.of(folder);
    const now = await read(shown);
    if (now === undefined) return;
    const plan = await planChanges(readPlannedSet(now), now.state, { localizer });
    if (this.of(folder) !== shown) return this.update(folder, read, mayShow);
    if (mayShow(plan)) this.show({ ...now, plan });
  }

  #originalOf(uri: vscode.Uri): vscode.Uri | undefined {
    const found = this.#fileAt(uri);
    const isCompared = found !== undefined && found.item.object !== undefined;
    return isCompared ? serverUri(found.shown, found.item) : undefined;
  }

  #report(): void {
    this.#diagnostics.clear();
    for (const { shown } of this.#entries.values()) {
      const { plan, folder } = shown;
      const problems = [...plan.problems, ...plan.items.flatMap(item => item.problems)];
      for (const [path, found] of groupBy(problems, problem => problem.path))
        this.#diagnostics.set(vscode.Uri.joinPath(folderUri(folder), path), found.map(diagnosticOf));
    }
  }
}

/** Calls back once `restart` has not been called for a moment. */
export function afterPause(clock: Clock, callback: () => void) {
  let next: ScheduledCall | undefined;
  const dispose = () => next?.dispose();
  const restart = () => {
    dispose();
    next = clock.schedule(pauseMs, callback);
  };
  return { restart, dispose };
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
