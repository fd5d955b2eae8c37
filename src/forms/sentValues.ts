import type { FormValues } from '../protocol/hostMessages.ts';
import { jsonEqual } from '../util/json.ts';

/** Remembers what was sent to a page, so that long lists are not sent again with each keystroke. */
export class SentValues {
  #sent: FormValues = nothing;

  /** The fields of `values` that the page does not have yet. */
  news(values: FormValues): FormValues {
    const before = this.#sent;
    this.#sent = values;
    return {
      text: findChangedPart(before.text, values.text),
      flags: findChangedPart(before.flags, values.flags),
      ids: findChangedPart(before.ids, values.ids),
      names: findChangedPart(before.names, values.names),
    };
  }

  /** Call when the page was replaced by a new one. */
  forget(): void {
    this.#sent = nothing;
  }
}

const nothing: FormValues = { text: {}, flags: {}, ids: {}, names: {} };

function findChangedPart<Part extends object>(before: Part, after: Part): Partial<Part> {
  const changed: Partial<Part> = {};
  for (const key in after) {
    if (!Object.hasOwn(before, key) || !jsonEqual(before[key], after[key])) changed[key] = after[key];
  }
  return changed;
}
