import { localizer } from '../host/localize.ts';
import { displayText } from '../util/displayText.ts';

/** A schedule for a row: words for "none", else the text itself in one line (decision 17). */
export function scheduleWords(params: string): string {
  return params.trim() === '' ? localizer.t('No schedule') : displayText(params.replaceAll('\n', ' '), 120);
}
