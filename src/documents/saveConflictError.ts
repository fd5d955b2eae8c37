import { localizer } from '../host/localize.ts';
import type { Draft } from './objectKinds.ts';

/** Somebody else changed what the person changed (decision 15); nothing was written. */
export class SaveConflictError extends Error {
  override readonly name = 'SaveConflictError';
  readonly fields: readonly string[];
  /** What the server holds. */
  readonly server: Draft;

  constructor(fields: readonly string[], server: Draft) {
    super(
      localizer.t(
        'Changed on the server meanwhile: {fields}. Nothing was saved. Save again to compare or to overwrite.',
        { fields: fields.join(', ') },
      ),
    );
    this.fields = fields;
    this.server = server;
  }
}
