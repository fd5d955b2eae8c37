import type * as vscode from 'vscode';
import { objectUri } from '../../../src/workbench/documents/documentUri.ts';
import { asTextDocument } from '../../support/vscode/asVSCode.ts';
import type { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';
import { documentEvents, Uri } from '../../support/vscode/vscodeFake.ts';
import { createWholeApp, type WholeApp } from '../../support/wholeApp.ts';
import type { Backup } from './editorEvents.ts';
import { FormPanel } from './formPanel.ts';
import type { Knowledge } from './knowledge.ts';
import { clockOfRounds } from './pauses.ts';
import { TextEditor } from './textEditor.ts';
import { configured, FileChangeType, inWindow, type Setup } from './vscode.ts';

/** What all windows share and what outlives them: memory, secrets, settings and storage. */
export interface Profile {
  readonly folder: string;
  readonly extension: string;
  readonly global: FakeMemento;
  readonly secrets: Map<string, string>;
  readonly settings: Map<string, unknown>;
}

/** What outlives a window of one folder: its workspace state, and the backups of unsaved text. */
export interface Place {
  readonly slot: number;
  readonly workspace: FakeMemento;
  backups: readonly Backup[];
}

interface Question {
  readonly message: string;
  readonly actions: readonly string[];
  readonly isConflict: boolean;
  readonly resolve: (action: string | undefined) => void;
}

export const serverId = 'fleet';

/** A VS Code window that runs the real extension. */
export class RoundWindow implements Setup {
  readonly app: WholeApp;
  readonly editors: TextEditor[] = [];
  readonly forms = new Map<TextEditor, FormPanel>();
  readonly settings: Map<string, unknown>;
  #questions: Question[] = [];
  readonly #knowledge: Knowledge;
  readonly #place: Place;
  readonly #subscriptions: vscode.Disposable[] = [];
  active: TextEditor | undefined;
  #isOver = false;

  constructor(profile: Profile, place: Place, knowledge: Knowledge) {
    this.#place = place;
    this.#knowledge = knowledge;
    this.settings = profile.settings;
    this.app = inWindow(this, () => {
      for (const backup of place.backups) this.#editor(backup.uri).restore(backup);
      return startApp(profile, place.workspace, this.#subscriptions);
    });
    this.app.fileSystem.onDidChangeFile(events => this.#filesChanged(events));
  }

  get slot(): number {
    return this.#place.slot;
  }

  editor(index: number): TextEditor | undefined {
    const open = this.editors.filter(({ isResolved }) => isResolved);
    return open[index % Math.max(1, open.length)];
  }

  async openObject(kind: 'job' | 'group', id: number): Promise<void> {
    await this.show(objectUri(serverId, kind, id, `${kind} ${id}`));
  }

  async show(uri: Uri): Promise<TextEditor> {
    const known = this.editors.find(editor => editor.uri.toString() === uri.toString());
    if (known !== undefined) return known;
    const editor = this.#editor(uri);
    try {
      await editor.load(false);
    } catch {
      // VS Code shows the reason instead of the editor.
      this.close(editor);
    }
    return editor;
  }

  close(editor: TextEditor): void {
    editor.isClosed = true;
    this.forms.get(editor)?.dispose();
    this.forms.delete(editor);
    const index = this.editors.indexOf(editor);
    if (index >= 0) this.editors.splice(index, 1);
    this.#knowledge.closed(editor);
    documentEvents.closed.fire(editor);
  }

  openForm(editor: TextEditor): void {
    if (this.forms.has(editor)) return;
    const form = new FormPanel(() => {
      if (!this.#isOver) this.#knowledge.conflictShown(editor);
    });
    this.forms.set(editor, form);
    this.app.forms.resolveCustomTextEditor(asTextDocument(editor), form.panel);
  }

  /** Opens the comparison of the server's version with the unsaved text. */
  async compare(server: Uri): Promise<void> {
    const files = this.app.fileSystem;
    const uri = server;
    await files.stat(uri);
    await files.readFile(uri);
    const editor = this.editors.find(({ uri: { path } }) => path === server.path);
    if (editor !== undefined && !this.#isOver) this.#knowledge.compared(editor);
  }

  ask(message: string, actions: readonly string[]): Promise<string | undefined> {
    const isConflict = actions.includes('Overwrite');
    if (isConflict && !this.#isOver) this.#knowledge.questioned(this.slot);
    if (actions.includes('Replace')) this.#knowledge.choices.askedToReplace(this.slot);
    // The window has found that another one's run is silent, for example because that window sleeps.
    if (actions.includes('Do the Rest…')) this.#knowledge.interrupted();
    return new Promise(resolve => this.#questions.push({ actions, isConflict, message, resolve }));
  }

  isAsking(action: string): boolean {
    return this.#questions.some(({ actions }) => actions.includes(action));
  }

  /** What the user types over the name in the next input box. */
  newName = '';

  type(before: string): string {
    this.#knowledge.renamed(before, this.newName);
    return this.newName;
  }

  /** Answers the oldest prompt; does nothing if there is none, or if the user dismisses it. */
  answer(wanted: readonly string[]): boolean {
    const question = this.#questions.shift();
    if (question === undefined) return false;
    // Nobody undoes what an interrupted run has done.
    const isOffered = (action: string) => action !== 'Undo' || !question.message.includes('was interrupted');
    const chosen = question.actions.find(action => wanted.includes(action) && isOffered(action));
    if (chosen === 'Overwrite') this.#knowledge.choices.overwrite(this.slot);
    if (chosen === 'Keep Both') this.#knowledge.choices.both(this.slot);
    const resolved = this.editors.filter(({ isResolved }) => isResolved);
    if (chosen === 'Replace') this.#knowledge.choices.replace(this.slot, resolved);
    if (chosen === 'Undo') this.#knowledge.requests.members.undone(this.slot);
    if (chosen === 'Create as New') this.#knowledge.choices.asNew(this.slot);
    question.resolve(chosen);
    return true;
  }

  /** Reports that a setting of the profile has changed. */
  configured(name: string): void {
    inWindow(this, () =>
      configured.fire({ affectsConfiguration: (section: string) => name.startsWith(section) }),
    );
  }

  /** The user switches to this window. */
  focused(): void {
    inWindow(this, () => documentEvents.windowState.fire({ focused: true }));
  }

  /** Kills the process, which then does nothing more. */
  kill(): void {
    this.#isOver = true;
    this.#place.backups = this.editors.flatMap(editor => editor.backup() ?? []);
    this.#closeForms();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#closeForms();
    for (const { resolve } of this.#questions) resolve(undefined);
    for (const subscription of this.#subscriptions) subscription.dispose();
    await this.app.close();
  }

  /** Forms left open would show what later windows do. */
  #closeForms(): void {
    for (const editor of this.editors) editor.isClosed = true;
    for (const form of this.forms.values()) form.dispose();
    this.forms.clear();
  }

  #editor(uri: Uri): TextEditor {
    const editor: TextEditor = new TextEditor({
      uri,
      slot: this.slot,
      files: {
        stat: asked => this.#whileAlive(() => this.app.fileSystem.stat(asked)),
        readFile: asked => this.#whileAlive(() => this.app.fileSystem.readFile(asked)),
        writeFile: (asked, content) => this.#whileAlive(() => this.app.fileSystem.writeFile(asked, content)),
      },
      events: {
        loaded: (...event) => this.#isOver || this.#knowledge.loaded(...event),
        saving: (...event) => this.#isOver || this.#knowledge.saving(...event),
        saved: (...event) => this.#isOver || this.#knowledge.saved(...event),
        refused: (...event) => this.#isOver || this.#knowledge.refused(...event),
      },
      now: () => this.#knowledge.records.tick(),
      overwritesOnDisk: () => this.settings.get('files.saveConflictResolution') === 'overwriteFileOnDisk',
    });
    this.editors.push(editor);
    return editor;
  }

  /** VS Code's side of a window that has ended asks nothing, and waits for nothing. */
  #whileAlive<T>(ask: () => Promise<T>): Promise<T> {
    return this.#isOver ? new Promise<T>(() => undefined) : ask();
  }

  #filesChanged(events: readonly vscode.FileChangeEvent[]): void {
    for (const { uri, type } of events)
      for (const editor of this.editors)
        if (editor.uri.toString() === uri.toString())
          setImmediate(
            () => void (type === FileChangeType.Deleted ? editor.fileDeleted() : editor.fileChanged()),
          );
  }
}

function startApp(profile: Profile, workspace: FakeMemento, subscriptions: vscode.Disposable[]): WholeApp {
  return createWholeApp({
    workspaceState: workspace,
    globalState: profile.global,
    secrets: new MapSecrets(profile.secrets),
    globalStorageUri: Uri.file(profile.folder),
    extensionUri: Uri.file(profile.extension),
    subscriptions,
    clock: clockOfRounds,
  });
}
