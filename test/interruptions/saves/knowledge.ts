import { ConflictChecks } from '../checks/conflictChecks.ts';
import { noteMerged } from '../checks/mergedLists.ts';
import { type RequestCheckParts, RequestChecks } from '../checks/requestChecks.ts';
import { Choices } from './choices.ts';
import type { EditorEvents, Load, Refusal, SaveCall } from './editorEvents.ts';
import {
  type Delivered,
  type Field,
  fields,
  normal,
  parse,
  Records,
  type Values,
  valuesOf,
} from './records.ts';
import { isByHand, type RunningSave, type Sheet } from './sheet.ts';
import { Sheets } from './sheets.ts';
import type { TextEditor } from './textEditor.ts';

/** Reads within this time count as the same read. */
const sameReadingMs = 250;

export interface KnowledgeParts extends Pick<RequestCheckParts, 'groupId' | 'groupsHaveIds'> {
  readonly places: readonly string[];
  /** The server currently in the settings. */
  readonly place: () => string;
}

/**
 * Tracks what every user saw and intended, independently of the extension, and compares it with what is written, asked
 * and shown.
 */
export class Knowledge implements EditorEvents {
  readonly records = new Records();
  readonly requests: RequestChecks;
  readonly violations: string[] = [];
  /** What the user chooses about saves and replacements. */
  readonly choices: Choices;
  readonly #parts: KnowledgeParts;
  readonly #sheets: Sheets;
  readonly #conflicts: ConflictChecks;

  constructor(parts: KnowledgeParts) {
    this.#parts = parts;
    this.#sheets = new Sheets(parts.place);
    const { place } = parts;
    const shared = { records: this.records, violated: (what: string) => void this.violations.push(what) };
    this.requests = new RequestChecks({ ...parts, ...shared, sheets: () => this.#sheets.all });
    this.#conflicts = new ConflictChecks({ ...shared, place });
    this.choices = new Choices({ records: this.records, sheets: this.#sheets, place });
  }

  sheet(editor: TextEditor): Sheet {
    return this.#sheets.of(editor);
  }

  typed(editor: TextEditor, field: Field, value: unknown): void {
    this.sheet(editor).typed.set(field, normal(field, value));
  }

  /** Typing text that equals the server's state counts as having seen it, just like reading it. */
  typedAll(editor: TextEditor): void {
    const sheet = this.sheet(editor);
    const known = this.records.known(sheet.reader(this.#parts.place()));
    const values = valuesOf(parse(editor.text));
    if (known !== undefined && fields.every(field => known.values[field] === values[field]))
      sheet.typedAs(known, this.#parts.place());
  }

  closed(editor: TextEditor): void {
    this.#sheets.closed(editor);
  }

  /** Records that the settings now name another server. */
  moved(): void {
    for (const save of this.#sheets.all.flatMap(({ saves }) => saves)) save.isOfOther = true;
  }

  commanded(slot: number, ids: readonly number[], enabled: boolean): void {
    this.requests.switches.commanded({ slot, place: this.#parts.place(), ids, enabled });
  }

  renamed(before: string, name: string): void {
    this.requests.renamed({ place: this.#parts.place(), before, name });
  }

  /** Records that the user compares the two: they see everything that the server has. */
  compared(editor: TextEditor): void {
    this.#conflicts.offer(this.sheet(editor));
  }

  /** Records that a form names fields that others changed in the meantime. */
  conflictShown(editor: TextEditor): void {
    const sheet = this.sheet(editor);
    this.#conflicts.expect(sheet, 'the form shows a conflict');
    this.#conflicts.offer(sheet);
  }

  /** Records that the extension asks how to save, because others changed the same fields. */
  questioned(slot: number): void {
    const asked = this.#sheets.savedByHand(slot);
    if (!this.#sheets.isSaving(slot)) this.violations.push('a conflict is asked about, and nobody saves');
    // The user reads which of several saves the prompt is about; here it is enough to check if there is only one.
    const [only] = asked;
    if (only !== undefined && asked.length === 1) this.#conflicts.expect(only, 'the save asks');
    for (const sheet of asked) this.#conflicts.offer(sheet);
  }

  killed(slot: number): void {
    this.records.forgetDelivered(slot);
    this.interrupted(slot);
    this.#sheets.killed(slot);
  }

  /** Treats runs of this window, or of all windows, as those of a window that has ended. */
  interrupted(slot?: number): void {
    this.requests.switches.interrupted(slot);
    this.requests.members.interrupted(slot);
  }

  loaded(editor: TextEditor, { isRevert, startedAt, startedMs }: Load): void {
    const sheet = this.sheet(editor);
    const object = parse(editor.text);
    const values = valuesOf(object);
    const [place, shown] = this.#read(sheet, values) ?? [];
    if (sheet.isNew && shown === undefined) {
      sheet.showsClean({ at: this.records.now, values }, sheet.place);
      for (const field of fields) if (!(field in object)) sheet.shown.delete(field);
      return;
    }
    if (shown === undefined || place === undefined) {
      this.violations.push(`${sheet.uri} shows what the server did not send`);
      return;
    }
    if (isRevert && shown.at <= startedAt && startedMs - shown.receivedMs > sameReadingMs)
      this.violations.push(`${sheet.uri} was reverted to an old reading`);
    sheet.showsClean(shown, place);
  }

  saving(editor: TextEditor, call: SaveCall): void {
    const sheet = this.sheet(editor);
    const isChosen = call.reason === 'overwrite' || sheet.pressedOverwrite !== undefined;
    const chosenOver = isChosen ? (sheet.pressedOverwrite ?? [...sheet.offered]) : undefined;
    const { pressedKeepBoth } = sheet;
    sheet.pressedOverwrite = undefined;
    sheet.pressedKeepBoth = false;
    const { changed, place, formerly } = sheet;
    sheet.saves.push({
      call,
      formerly,
      place,
      isOfOther: place !== this.#parts.place(),
      typed: new Map(sheet.typed),
      changed,
      chosenOver,
      keepsBoth: pressedKeepBoth,
      merged: new Map(),
    });
  }

  saved(editor: TextEditor, call: SaveCall): void {
    const sheet = this.sheet(editor);
    const save = sheet.ended(call);
    if (save === undefined) return;
    noteMerged(sheet, save, this.records.known(sheet.reader(this.#parts.place()))?.values);
    sheet.saved(save, field => this.#storedAt(sheet, save, field));
  }

  refused(editor: TextEditor, call: SaveCall, { isNewer, message }: Refusal): void {
    const sheet = this.sheet(editor);
    const isConflict = isNewer || /Changed on the server since you started editing/.test(message);
    if (isConflict && isByHand(call)) this.#conflicts.expect(sheet, `the save was rejected: ${message}`);
    if (isConflict) this.#conflicts.offer(sheet);
    sheet.ended(call);
  }

  /** The read that these values are from; while the server moves, possibly one from the former URL. */
  #read(sheet: Sheet, values: Values): readonly [string, Delivered] | undefined {
    for (const place of [this.#parts.place(), ...this.#parts.places]) {
      const found = this.records
        .readings(sheet.reader(place))
        .findLast(snapshot => fields.every(field => snapshot.values[field] === values[field]));
      if (found !== undefined) return [place, found];
    }
    return undefined;
  }

  /** When the server stored the saved value. */
  #storedAt(sheet: Sheet, { call: { startedAt: at }, typed, merged }: RunningSave, field: Field): number {
    const value = merged.get(field) ?? typed.get(field) ?? '';
    const [found] = this.#parts.places
      .map(place => this.records.reachedAt(sheet.reader(place), { field, at, value }))
      .filter(moment => moment !== undefined);
    if (found === undefined)
      this.violations.push(`${field} of ${sheet.uri} counts as saved, and is not on the server`);
    return found ?? at;
  }
}
