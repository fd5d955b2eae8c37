import type { FileStat } from 'vscode';
import { documentEvents, FileSystemError } from '../../support/vscode/vscodeFake.ts';
import {
  type Backup,
  type EditorParts,
  type Notification,
  reasonCodes,
  type SaveReason,
} from './editorEvents.ts';
import { FileCalls, NewerError } from './fileCalls.ts';
import { TextBuffer } from './textBuffer.ts';
import { virtualTime } from './virtualTime.ts';
import { opened, type Range, TabInputText, willSave } from './vscode.ts';

/**
 * VS Code's model of one open text file: its calls to the file system and their timing, as in `TextFileEditorModel`,
 * `FileService` and `TextFileSaveErrorHandler` of VS Code 1.139.
 */
export class TextEditor extends TextBuffer {
  readonly #parts: EditorParts;
  readonly #calls: FileCalls;
  readonly tab: { readonly input: TabInputText; readonly group: object; isDirty: boolean };
  isClosed = false;
  isReverting = false;
  /** Whether the extension host considers the document unsaved. */
  isDirty = false;
  notification: Notification;
  #isUnsaved = false;
  #isInConflict = false;
  #isInError = false;
  #isResolved = false;
  #isOrphaned = false;
  #stat: FileStat | undefined;
  #saving: Promise<boolean> | undefined;
  #savingVersion = 0;
  #next: { run: () => Promise<boolean>; done: Promise<boolean> } | undefined;
  #reload: Promise<void> | undefined;
  #reloadsAgain = false;

  constructor(parts: EditorParts) {
    super(parts.uri);
    this.#parts = parts;
    this.#calls = new FileCalls(parts.files, parts.uri);
    this.tab = { input: new TabInputText(parts.uri), group: {}, isDirty: false };
  }

  get slot(): number {
    return this.#parts.slot;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  get isResolved(): boolean {
    return this.#isResolved;
  }

  backup(): Backup | undefined {
    return this.#isUnsaved ? { uri: this.uri, text: this.text, stat: this.#stat } : undefined;
  }

  /** Hot exit: restores the text as unsaved, without a call to the file system. */
  restore({ text, stat }: Backup): void {
    this.text = text;
    this.#stat = stat;
    this.#isResolved = true;
    this.#isUnsaved = true;
    this.isDirty = true;
    this.tab.isDirty = true;
    opened.fire(this);
  }

  type(text: string): void {
    this.#write(text);
    // The first character typed into clean text is reported before the text counts as unsaved.
    this.#textChanged();
    this.#setDirty(true);
  }

  replace(range: Range, text: string): void {
    const [start, end] = [this.offsetAt(range.start), this.offsetAt(range.end)];
    this.type(this.text.slice(0, start) + text + this.text.slice(end));
  }

  /** Notifies VS Code that the file changed. */
  async fileChanged(): Promise<void> {
    if (this.#isUnsaved || this.isClosed || !this.#isResolved) return;
    if (this.#reload !== undefined) {
      this.#reloadsAgain = true;
      return;
    }
    this.#reload = this.load(false).catch(() => undefined);
    await this.#reload;
    this.#reload = undefined;
    if (!this.#reloadsAgain) return;
    this.#reloadsAgain = false;
    await this.fileChanged();
  }

  /** Notifies VS Code that the file was deleted: it checks that once, and strikes through the editor's name. */
  async fileDeleted(): Promise<void> {
    if (this.#isOrphaned || this.isClosed) return;
    this.#isOrphaned = !(await this.#calls.exists());
  }

  async load(isRevert: boolean): Promise<void> {
    if (this.#isUnsaved || this.isSaving) return;
    const load = { isRevert, startedAt: this.#parts.now(), startedMs: virtualTime.steadyMs };
    const before = this.version;
    const read = await this.#calls.read(isRevert ? undefined : this.#stat);
    this.#isOrphaned = false;
    if (read.text === undefined) this.#updateStat(read.stat);
    if (read.text === undefined || before !== this.version || this.isClosed) return;
    this.#updateStat(read.stat);
    const isFirst = !this.#isResolved;
    this.#isResolved = true;
    const isOther = this.text !== read.text;
    if (isOther) this.#write(read.text);
    if (isFirst) opened.fire(this);
    else if (isOther) this.#textChanged();
    // Clean even if a save of the clean text was rejected in the meantime.
    this.#setDirty(false);
    this.#parts.events.loaded(this, load);
  }

  async revert(): Promise<void> {
    if (!this.#isResolved) return;
    this.isReverting = true;
    const before = { unsaved: this.#isUnsaved, conflict: this.#isInConflict, error: this.#isInError };
    this.#isUnsaved = false;
    this.#isInConflict = false;
    this.#isInError = false;
    try {
      await this.load(true);
    } catch (error) {
      this.#isUnsaved = before.unsaved;
      this.#isInConflict = before.conflict;
      this.#isInError = before.error;
      this.isReverting = false;
      if (!(error instanceof FileSystemError && error.code === 'FileNotFound')) return;
      this.#isUnsaved = false;
    }
    this.isReverting = false;
    this.notification = undefined;
    const isUnsaved = this.#isUnsaved;
    this.#isUnsaved = before.unsaved;
    this.#setDirty(isUnsaved);
  }

  /** Resolves with whether the text was saved; `refused` receives the reason if not. */
  async save(reason: SaveReason = 'extension'): Promise<boolean> {
    if (!this.#isResolved || this.isClosed) return false;
    const isAutomatic = reason === 'afterDelay' || reason === 'focusOut';
    if ((this.#isInConflict || this.#isInError) && isAutomatic) return false;
    return this.#save(reason);
  }

  #save(reason: SaveReason): Promise<boolean> {
    if (this.#saving !== undefined && this.#savingVersion === this.version) return this.#saving;
    const isForced = reason === 'hand' || reason === 'overwrite' || reason === 'extension';
    if (!this.#isUnsaved && !isForced) return Promise.resolve(true);
    if (this.#saving !== undefined) {
      const run = () => this.#save(reason);
      if (this.#next === undefined) {
        const done = this.#saving.then(() => this.#takeNext());
        this.#next = { run, done };
      } else this.#next.run = run;
      return this.#next.done;
    }
    this.#savingVersion = this.version;
    const saving = this.#saveNow(reason).finally(() => {
      this.#saving = undefined;
    });
    this.#saving = saving;
    return saving;
  }

  #takeNext(): Promise<boolean> {
    const next = this.#next;
    this.#next = undefined;
    return next?.run() ?? Promise.resolve(false);
  }

  async #saveNow(reason: SaveReason): Promise<boolean> {
    const call = { reason, text: this.text, startedAt: this.#parts.now() };
    this.#parts.events.saving(this, call);
    willSave.fire({ document: this, reason: reasonCodes[reason], waitUntil: () => undefined });
    this.#isInError = false;
    const saved = this.version;
    try {
      const ignores = reason === 'overwrite' || this.#parts.overwritesOnDisk();
      const stat = await this.#calls.write({ text: call.text, known: this.#stat, ignores });
      this.#updateStat(stat);
      this.#isOrphaned = false;
      if (saved === this.version) this.#setDirty(false);
      this.notification = undefined;
      this.#parts.events.saved(this, call);
      // The extension host marks a saved document as clean, even if the user has typed in the meantime.
      this.#dirtyChanged(false);
      if (!this.isClosed) documentEvents.saved.fire(this);
      return true;
    } catch (error) {
      const isNewer = error instanceof NewerError;
      this.#isInError = true;
      this.#isInConflict ||= isNewer;
      // A failed forced save of clean text marks it as unsaved, so that nothing is lost.
      if (!this.#isUnsaved) this.#setDirty(true);
      this.notification = isNewer ? 'conflict' : 'error';
      this.#parts.events.refused(this, call, { isNewer, message: String(error) });
      return false;
    }
  }

  #updateStat(stat: FileStat): void {
    if (this.#stat === undefined || this.#stat.mtime <= stat.mtime) this.#stat = stat;
  }

  #write(text: string): void {
    this.text = text;
    this.version += 1;
  }

  #setDirty(isUnsaved: boolean): void {
    this.#isInConflict &&= isUnsaved;
    this.#isInError &&= isUnsaved;
    if (this.#isUnsaved === isUnsaved) return;
    this.#isUnsaved = isUnsaved;
    this.tab.isDirty = isUnsaved;
    this.#dirtyChanged(isUnsaved);
  }

  #textChanged(): void {
    this.isDirty = this.#isUnsaved;
    this.#changed([{}]);
  }

  #dirtyChanged(isDirty: boolean): void {
    this.isDirty = isDirty;
    this.#changed([]);
  }

  /** Changes of a closed document are not reported. */
  #changed(contentChanges: readonly object[]): void {
    if (!this.isClosed) documentEvents.changed.fire({ document: this, contentChanges });
  }
}
