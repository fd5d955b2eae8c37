import { type Field, fields, type Ledger } from '../saves/ledger.ts';
import type { Sheet } from '../saves/sheet.ts';

interface ConflictCheckParts {
  readonly ledger: Ledger;
  readonly violated: (what: string) => void;
  /** The server that the settings name at the moment. */
  readonly place: () => string;
}

/** Whether the person is asked about what others wrote only where others did. */
export class ConflictChecks {
  readonly #parts: ConflictCheckParts;

  constructor(parts: ConflictCheckParts) {
    this.#parts = parts;
  }

  /** The person is shown what the server has. */
  offer(sheet: Sheet): void {
    const known = this.#parts.ledger.known(sheet.reader(this.#parts.place()));
    if (known !== undefined) sheet.offered.push(known.values);
  }

  /** Others have written what the person changed; `what` is how the person learns it. */
  expect(sheet: Sheet, what: string): void {
    const { ledger, violated } = this.#parts;
    const place = this.#parts.place();
    const isMoved = sheet.place !== place || sheet.saves.some(save => save.place !== place || save.isOfOther);
    if (isMoved || sheet.uncertain.size > 0) return;
    // What is saved may have been typed back by now.
    const changed = [...sheet.differing, ...sheet.saves.flatMap(save => save.changed)];
    const asked = changed.length === 0 ? fields : changed;
    const isOthers = (field: Field) =>
      ledger.wroteSince(sheet.reader(place).job, { field, at: sheet.shownSince(field), by: sheet.by });
    // An object with another name and another schedule or other work may be another job by now.
    const isAnother = isOthers('name') && (isOthers('params') || isOthers('policies'));
    if (!asked.some(isOthers) && !isAnother)
      violated(`${what}, and nobody else wrote ${asked.join(', ')} of ${sheet.uri}`);
  }
}
