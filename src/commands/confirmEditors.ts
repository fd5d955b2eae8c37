import { localizer } from '../platform/localize.ts';
import type { Uses } from './commandContext.ts';

/** More editors than this at once are rarely intended. */
const mostUnconfirmed = 10;

/** Asks before a command opens many editors. */
export async function confirmEditors(
  { dialogs }: Uses<'dialogs'>,
  count: number,
  message: string,
): Promise<boolean> {
  if (count <= mostUnconfirmed) return true;
  const detail = localizer.t('Each opens in its own editor.');
  return dialogs.confirm({ message, detail, action: localizer.t('Open') });
}
