import { type BrowserContext, chromium } from 'playwright-core';
import {
  ensureBrowser,
  onlyThisMachine,
  shortRunArguments,
  testBrowserLaunch,
} from '../../../scripts/vscode/browser.ts';
import type { ProcessOptions } from './processOptions.ts';
import { viewport } from './workbench.ts';

/** Shorter than the timeout of a test, so that a failure says what was awaited. */
const ACTION_LIMIT_MS = 60_000;
/** An hour ahead of UTC all year round; tests must not depend on the time zone of the machine. */
export const timeZone = 'Africa/Lagos';

/** Spinning icons redraw the window 20 times a second, which takes more CPU than many tests do. */
const standStill = `
  const still = new CSSStyleSheet();
  still.replaceSync('.codicon, .codicon::before, .progress-bit { animation: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
`;

/** The same in every test browser, so that a browser can use the scripts that another one has compiled. */
export const windowOrigin = 'http://vscode.localhost';

export interface BrowserOptions extends Pick<ProcessOptions, 'locale' | 'isMeasured' | 'env'> {
  /** The port of the VS Code server. */
  readonly port: number;
}

/** Opens a browser for VS Code's pages, with its profile in this folder. */
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
      `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}, ${onlyThisMachine}`,
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
