import { localizer } from '../platform/localize.ts';

/** An object's state on the server; `id` is missing before it is created. */
export function statusText(kind: 'idle' | 'saving', isDirty: boolean, id: number | undefined): string {
  const { t } = localizer;
  if (kind === 'saving') return t('Saving…');
  if (isDirty) return t('Not saved yet.');
  return id === undefined ? t('Not created yet: the first save creates it.') : t('Saved.');
}
