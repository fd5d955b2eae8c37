import { localizer } from '../../platform/localize.ts';
import type { Uses } from '../commandContext.ts';

/** The result of a run, in sentences of which some may be empty. */
interface Done {
  readonly texts: readonly string[];
  readonly isWarning?: boolean;
  /** `undefined` if there is nothing to undo. */
  readonly undo: (() => Promise<void>) | undefined;
}

/** Reports what was done, if anything, and takes it back on “Undo”. */
export async function offerUndo(
  { dialogs }: Uses<'dialogs'>,
  { texts, isWarning = false, undo }: Done,
): Promise<void> {
  const text = texts.filter(part => part !== '').join(' ');
  if (text === '') return;
  const label = localizer.t('Undo');
  const actions = undo === undefined ? [] : [label];
  const chosen = await (isWarning ? dialogs.warn(text, ...actions) : dialogs.info(text, ...actions));
  if (chosen === label) await undo?.();
}
