import { type BrowserContext, chromium } from 'playwright-core';
import {
  ensureBrowser,
  ONLY_THIS_MACHINE,
  shortRunArguments,
  testBrowserLaunch,
} from '../../../scripts/vscode/browser.ts';
import type { ProcessOptions } from './processOptions.ts';
import { viewport } from './workbench.ts';

/** Less than a test's own timeout, so that a failure names what was awaited. */
const ACTION_LIMIT_MS = 60_000;
/** An hour ahead of UTC all year round; tests must not depend on the time zone of the machine. */
export const timeZone = 'Africa/Lagos';

/** Spinning icons redraw the window 20 times a second, which costs more than many a test. */
const standStill = `
  const still = new CSSStyleSheet();
  still.replaceSync('.codicon, .codicon::before, .progress-bit { animation: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
`;

/** The address of VS Code in every test browser, so that one can use what another has compiled. */
export const windowOrigin = 'http://vscode.localhost';

export interface BrowserOptions extends Pick<ProcessOptions, 'locale' | 'isMeasured' | 'env'> {
  /** The port of the VS Code that it shows. */
  readonly port: number;
}

/** A browser with a profile in this folder, for the pages of VS Code. */
export async function openBrowser(
  folder: string,
  { port, locale = 'en', isMeasured = false, env = {} }: BrowserOptions,
): Promise<BrowserContext> {
  const { executable } = await ensureBrowser();
  const { host } = new URL(windowOrigin);
  const context = await chromium.launchPersistentContext(folder, {
    ...testBrowserLaunch,
    args: [
      ...testBrowserLaunch.args,
      `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}, ${ONLY_THIS_MACHINE}`,
      ...(isMeasured ? [] : shortRunArguments),
    ],
    executablePath: executable,
    viewport,
    locale: locale === 'ru' ? 'ru-RU' : 'en-US',
    timezoneId: env['TZ'] ?? timeZone,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(locale)}`);
  if (!isMeasured) await context.addInitScript(standStill);
  context.setDefaultTimeout(ACTION_LIMIT_MS);
  return context;
}
