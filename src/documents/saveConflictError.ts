import type { Draft } from '../model/draft.ts';
import type { ListMerge } from '../model/listMerge.ts';
import { changedMeanwhile } from '../platform/fieldLabels.ts';
import { localizer } from '../platform/localize.ts';

/** Somebody else changed what the user changed (decision 15); nothing was written. */
export class SaveConflictError extends Error {
  override readonly name = 'SaveConflictError';
  readonly fields: readonly string[];
  /** What the server holds. */
  readonly server: Draft;

  /** What comes of keeping both changes, where both changed lists only. */
  readonly merge: ListMerge | undefined;

  constructor(fields: readonly string[], server: Draft, merge?: ListMerge) {
    super(
      `${changedMeanwhile(fields)} ${localizer.t('Nothing was saved. Save again to compare or overwrite.')}`,
    );
    this.fields = fields;
    this.server = server;
    this.merge = merge;
  }
}
