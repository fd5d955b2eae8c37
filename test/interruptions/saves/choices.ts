import { parse, type Records, type Values, valuesOf } from './records.ts';
import { type Sheet, sameValues } from './sheet.ts';
import type { Sheets } from './sheets.ts';
import type { TextEditor } from './textEditor.ts';

interface ChoiceParts {
  readonly records: Records;
  readonly sheets: Sheets;
  /** The server currently in the settings. */
  readonly place: () => string;
}

/** What the user chooses in forms and prompts about saves and replacements, and what they had seen by then. */
export class Choices {
  readonly #parts: ChoiceParts;

  constructor(parts: ChoiceParts) {
    this.#parts = parts;
  }

  pressedOverwrite(editor: TextEditor): void {
    const sheet = this.#parts.sheets.of(editor);
    sheet.pressedOverwrite = [...sheet.offered];
    // VS Code does not start another save of a text that is being saved.
    for (const save of sheet.saves) save.chosenOver = [...(save.chosenOver ?? []), ...sheet.offered];
  }

  pressedKeepBoth(editor: TextEditor): void {
    const sheet = this.#parts.sheets.of(editor);
    sheet.pressedKeepBoth = true;
    for (const save of sheet.saves) save.keepsBoth = true;
  }

  overwrite(slot: number): void {
    for (const sheet of this.#parts.sheets.savedByHand(slot))
      for (const save of sheet.saves) save.chosenOver = [...sheet.offered];
  }

  both(slot: number): void {
    for (const { saves } of this.#parts.sheets.savedByHand(slot))
      for (const save of saves) save.keepsBoth = true;
  }

  asNew(slot: number): void {
    for (const sheet of this.#parts.sheets.savedByHand(slot)) sheet.isToBeCreated = true;
  }

  /**
   * Records that the user wants the whole object to match the text. What an open prompt about this shows stays seen.
   */
  replacing(editor: TextEditor, isAsking: boolean): void {
    const sheet = this.#parts.sheets.of(editor);
    sheet.replacing = valuesOf(parse(editor.text));
    if (sheet.agreed.length === 0 && !isAsking) sheet.shownForReplacing = [];
  }

  /** When prompted to replace the object, the user sees the server's version next to their own. */
  askedToReplace(slot: number): void {
    const { records, sheets, place } = this.#parts;
    for (const sheet of sheets.replacing(slot)) {
      const known = records.known(sheet.reader(place()));
      if (known !== undefined) sheet.shownForReplacing.push(known.values);
    }
  }

  /** Records that the user agreed to what they saw: the text as it was when the prompt opened. */
  replace(slot: number, editors: readonly TextEditor[]): void {
    const { sheets } = this.#parts;
    const open = editors.map((editor): readonly [Sheet, Values] => [
      sheets.of(editor),
      valuesOf(parse(editor.text)),
    ]);
    for (const [sheet, values] of [...open, ...sheets.closedIn(slot)])
      if (sheet.replacing !== undefined && sameValues(sheet.replacing, values)) sheet.agreed.push(values);
  }
}
