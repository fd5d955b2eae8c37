import type * as vscode from 'vscode';
import { type App, createApp } from '../../../src/app.ts';
import { objectUri } from '../../../src/documents/documentUri.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';
import { documentEvents, Uri } from '../../support/vscode/vscodeFake.ts';
import { FormPanel } from './formPanel.ts';
import type { Knowledge } from './knowledge.ts';
import { type Backup, TextEditor } from './textEditor.ts';
import { configured, type Desk, desk } from './vscode.ts';

/** What outlives a window: its memory, secrets, settings, storage, and the backups of unsaved text. */
export interface Profile {
  readonly folder: string;
  readonly workspace: FakeMemento;
  readonly global: FakeMemento;
  readonly secrets: Map<string, string>;
  readonly settings: Map<string, unknown>;
  backups: readonly Backup[];
}

interface Question {
  readonly message: string;
  readonly actions: readonly string[];
  readonly isConflict: boolean;
  readonly resolve: (action: string | undefined) => void;
}

export const serverId = 'fleet';

/** A window of VS Code with the real extension in it. */
export class RoundWindow implements Desk {
  readonly app: App;
  readonly editors: TextEditor[] = [];
  readonly forms = new Map<TextEditor, FormPanel>();
  readonly settings: Map<string, unknown>;
  #questions: Question[] = [];
  readonly #knowledge: Knowledge;
  readonly #profile: Profile;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #others: App[] = [];
  #isOver = false;

  constructor(profile: Profile, knowledge: Knowledge) {
    this.#profile = profile;
    this.#knowledge = knowledge;
    this.settings = profile.settings;
    desk.current = this;
    desk.active = undefined;
    for (const backup of profile.backups) this.#editor(backup.uri).restore(backup);
    this.app = startApp(profile, profile.workspace, this.#subscriptions);
    this.app.fileSystem.onDidChangeFile(events => this.#filesChanged(events));
  }

  editor(index: number): TextEditor | undefined {
    const open = this.editors.filter(({ isResolved }) => isResolved);
    return open[index % Math.max(1, open.length)];
  }

  async openJob(id: number): Promise<void> {
    await this.show(objectUri(serverId, 'job', id, `job ${id}`) as unknown as Uri);
  }

  async show(uri: Uri): Promise<TextEditor> {
    const known = this.editors.find(editor => editor.uri.toString() === uri.toString());
    if (known !== undefined) return known;
    const editor = this.#editor(uri);
    try {
      await editor.load(false);
    } catch {
      // VS Code shows in place of the editor why there is none.
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
    this.app.forms.resolveCustomTextEditor(editor as unknown as vscode.TextDocument, form.panel);
  }

  /** The comparison of what the server has with what is typed. */
  async compare(server: Uri): Promise<void> {
    const files = this.app.fileSystem;
    const uri = server as unknown as vscode.Uri;
    await files.stat(uri);
    await files.readFile(uri);
    const editor = this.editors.find(({ uri: { path } }) => path === server.path);
    if (editor !== undefined && !this.#isOver) this.#knowledge.compared(editor);
  }

  ask(message: string, actions: readonly string[]): Promise<string | undefined> {
    const isConflict = actions.includes('Overwrite');
    if (isConflict && !this.#isOver) this.#knowledge.questioned();
    // Another window has found the run of this one silent: this one sleeps, say.
    if (actions.includes('Resume…')) this.#knowledge.requests.interrupted();
    return new Promise(resolve => this.#questions.push({ actions, isConflict, message, resolve }));
  }

  /** What the person types over the name that the next input box shows. */
  newName = '';

  type(before: string): string {
    this.#knowledge.renamed(before, this.newName);
    return this.newName;
  }

  /** Answers the oldest question; nothing when there is none, and when the person dismisses it. */
  answer(wanted: readonly string[]): boolean {
    const question = this.#questions.shift();
    if (question === undefined) return false;
    const chosen = question.actions.find(action => wanted.includes(action));
    if (chosen === 'Overwrite') this.#knowledge.choseOverwrite();
    if (chosen === 'Keep Both') this.#knowledge.choseBoth();
    question.resolve(chosen);
    return true;
  }

  configure(name: string, value: unknown): void {
    this.settings.set(name, value);
    configured.fire({ affectsConfiguration: (section: string) => name.startsWith(section) });
  }

  /** A window of another folder over the same profile, in which nothing but the extension runs. */
  openAnother(): void {
    this.#others.push(startApp(this.#profile, new FakeMemento(), this.#subscriptions));
  }

  /** The process is killed: nothing of it is heard of again. */
  kill(): void {
    this.#isOver = true;
    this.#profile.backups = this.editors.flatMap(editor => editor.backup() ?? []);
    this.#closeForms();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#closeForms();
    for (const { resolve } of this.#questions) resolve(undefined);
    for (const subscription of this.#subscriptions) subscription.dispose();
    await Promise.all([this.app, ...this.#others].map(app => app.close()));
  }

  /** A form that nobody closes would show what later windows do. */
  #closeForms(): void {
    for (const editor of this.editors) editor.isClosed = true;
    for (const form of this.forms.values()) form.dispose();
    this.forms.clear();
  }

  #editor(uri: Uri): TextEditor {
    const editor: TextEditor = new TextEditor({
      uri,
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
      now: () => this.#knowledge.ledger.tick(),
      overwritesOnDisk: () => this.settings.get('files.saveConflictResolution') === 'overwriteFileOnDisk',
    });
    this.editors.push(editor);
    return editor;
  }

  /** The VS Code of a window that is no more asks nothing, and waits for nothing. */
  #whileAlive<T>(ask: () => Promise<T>): Promise<T> {
    return this.#isOver ? new Promise<T>(() => undefined) : ask();
  }

  #filesChanged(events: readonly vscode.FileChangeEvent[]): void {
    for (const { uri } of events)
      for (const editor of this.editors)
        if (editor.uri.toString() === uri.toString()) setImmediate(() => void editor.fileChanged());
  }
}

function startApp(profile: Profile, workspace: FakeMemento, subscriptions: vscode.Disposable[]): App {
  return createApp({
    workspaceState: workspace,
    globalState: profile.global,
    secrets: new MapSecrets(profile.secrets),
    globalStorageUri: Uri.file(profile.folder) as vscode.Uri,
    extensionUri: Uri.file(profile.folder) as vscode.Uri,
    subscriptions,
  });
}
