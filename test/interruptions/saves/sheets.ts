import type { Values } from './records.ts';
import { isByHand, type RunningSave, Sheet } from './sheet.ts';
import type { TextEditor } from './textEditor.ts';

/** What users saw and intended in all documents of all windows. */
export class Sheets {
  /** The server currently in the settings. */
  readonly #place: () => string;
  readonly #open = new Map<string, Sheet>();
  /** Documents that were closed after the user was asked whether to replace the whole object. */
  readonly #closed: Sheet[] = [];

  constructor(place: () => string) {
    this.#place = place;
  }

  get all(): readonly Sheet[] {
    return [...this.#open.values(), ...this.#closed];
  }

  of(editor: TextEditor): Sheet {
    const key = keyOf(editor);
    const known = this.#open.get(key) ?? new Sheet(editor.uri, editor.slot, this.#place());
    this.#open.set(key, known);
    return known;
  }

  closed(editor: TextEditor): void {
    const sheet = this.#open.get(keyOf(editor));
    if (sheet?.replacing !== undefined && sheet.shownForReplacing.length > 0) this.#closed.push(sheet);
    this.#open.delete(keyOf(editor));
  }

  /** Closed documents of this window, with their texts at the time of the prompt. */
  closedIn(slot: number): (readonly [Sheet, Values])[] {
    return this.#closed.flatMap(sheet =>
      sheet.slot === slot && sheet.replacing !== undefined ? [[sheet, sheet.replacing] as const] : [],
    );
  }

  killed(slot: number): void {
    for (const sheet of this.all) if (sheet.slot === slot) sheet.killed();
  }

  /** Documents of this window that the user is saving. */
  savedByHand(slot: number): Sheet[] {
    return [...this.#open.values()].filter(
      sheet => sheet.slot === slot && sheet.saves.some(({ call }) => isByHand(call)),
    );
  }

  /**
   * Whether the user is saving a document of this window, or has had its whole object replaced, which ends in a save.
   */
  isSaving(slot: number): boolean {
    const isWanted = ({ call }: RunningSave) => isByHand(call) || call.reason === 'extension';
    return [...this.#open.values()].some(sheet => sheet.slot === slot && sheet.saves.some(isWanted));
  }

  /** Documents of this window whose whole objects the user wants to match their texts. */
  replacing(slot: number): Sheet[] {
    return [...this.#open.values()].filter(sheet => sheet.slot === slot && sheet.replacing !== undefined);
  }
}

function keyOf({ slot, uri }: TextEditor): string {
  return `${slot} ${uri.toString()}`;
}
