import { type Field, fields, type Records } from '../saves/records.ts';
import type { Sheet } from '../saves/sheet.ts';

interface ConflictCheckParts {
  readonly records: Records;
  readonly violated: (what: string) => void;
  /** The server currently in the settings. */
  readonly place: () => string;
}

/** Checks that the user is asked about changes by others only if there are any. */
export class ConflictChecks {
  readonly #parts: ConflictCheckParts;

  constructor(parts: ConflictCheckParts) {
    this.#parts = parts;
  }

  /** Records that the user is shown the server's state. */
  offer(sheet: Sheet): void {
    const known = this.#parts.records.known(sheet.reader(this.#parts.place()));
    if (known !== undefined) sheet.offered.push(known.values);
  }

  /** Records that others have written what the user changed; `what` is how the user learns about it. */
  expect(sheet: Sheet, what: string): void {
    const { records, violated } = this.#parts;
    const place = this.#parts.place();
    const isMoved = sheet.place !== place || sheet.saves.some(save => save.place !== place || save.isOfOther);
    if (isMoved || sheet.uncertain.size > 0) return;
    // What is being saved may have been changed back by now.
    const changed = [...sheet.differing, ...sheet.saves.flatMap(save => save.changed)];
    const asked = changed.length === 0 ? fields : changed;
    const isOthers = (field: Field) =>
      sheet.isFromBeforeReplacement(field) ||
      records.wroteSince(sheet.reader(place).job, { field, at: sheet.shownSince(field), by: sheet.by });
    // An object with another name and another schedule or other policies may be a different job by now.
    const isAnother = isOthers('name') && (isOthers('params') || isOthers('policies'));
    if (!asked.some(isOthers) && !isAnother)
      violated(`${what}, and nobody else wrote ${asked.join(', ')} of ${sheet.uri}`);
  }
}
