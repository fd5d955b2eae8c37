import type { Frame, FrameLocator } from 'playwright-core';
import type { ShownTextsOptions } from './inPage/shownTexts.ts';
import { inPage } from './inPage.ts';

/** The untranslated, cut or overlapping texts of a page, one line each. */
export function textFindings(
  page: FrameLocator | Frame,
  options: ShownTextsOptions = {},
): Promise<readonly string[]> {
  return inPage(page, ['shownTexts', 'textFindings'], options);
}
