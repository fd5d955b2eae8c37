import { t } from '../platform/localize.ts';

interface ObjectState {
  readonly isDirty: boolean;
  readonly isDeleted: boolean;
  /** `undefined` before the object is created. */
  readonly id: number | undefined;
}

/** Describes how the text of a form differs from the server's object. */
export function statusText(kind: 'idle' | 'saving', { isDirty, isDeleted, id }: ObjectState): string {
  if (kind === 'saving') return t('Saving…');
  if (isDeleted) return t('Deleted on the server: saving offers to create it again.');
  if (isDirty) return t('Not saved yet.');
  return id === undefined ? t('Not created yet: the first save creates it.') : t('Saved.');
}
