import { localizer } from '../platform/localize.ts';

/** How an object stands with the server; `id` is missing for one that was not created yet. */
export function statusText(kind: 'idle' | 'saving', isDirty: boolean, id: number | undefined): string {
  const { t } = localizer;
  if (kind === 'saving') return t('Saving…');
  if (isDirty) return t('Not saved yet.');
  return id === undefined ? t('Not created yet: the first save creates it.') : t('Saved.');
}
