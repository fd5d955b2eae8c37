import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findOnPath, isExecutable } from '../paths.ts';
import { runCommand } from '../runCommand.ts';
import { downloadWithPlaywright, installOnDebian } from './browserDownload.ts';

export interface Browser {
  readonly executable: string;
  /** The name and version that the program reports, such as "Chromium 150.0". */
  readonly name: string;
}

/** Makes every host but this machine unresolvable, so that no request can leave. */
export const onlyThisMachine = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/**
 * The options of a browser that shows VS Code to a test; webviews get their resources from a service worker.
 */
export const testBrowserLaunch = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    `--host-resolver-rules=${onlyThisMachine}`,
  ],
  // With its own handlers, Playwright would end the process before VS Code's server has ended
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/**
 * For windows that a test drives for seconds: compiling hot code, collecting garbage in several threads or with memory
 * to spare, and drawing in a separate process cost more than they save there. Measurements run without these options,
 * as a user's browser does.
 */
export const shortRunArguments = [
  '--js-flags=--no-opt,--no-maglev,--single-threaded-gc,--min-semi-space-size=64,--max-semi-space-size=64',
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  `--disable-features=${[
    // With it, a large script is parsed again although the browser has stored the compiled code
    'BackgroundResourceFetch',
    // The list of suggestions below an address bar that nobody sees is a page in a process of its own
    ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
    // Includes those that Playwright disables and that matter here, since only the last list counts
    ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
    ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
    ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ]}`,
];

/** The headless shell first: without a browser's own windows, the same test takes about 5 % less time. */
const programs = [
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];

const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const windowsPrograms = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

let found: Promise<Browser> | undefined;

/** Finds a browser or installs one: an installed one, Playwright's own download, Debian's package. */
export function ensureBrowser(): Promise<Browser> {
  found ??= search();
  return found;
}

async function search(): Promise<Browser> {
  const installed = await firstThatRuns(installedBrowsers());
  if (installed) return installed;
  const steps: ReadonlyArray<() => Promise<boolean>> = [downloadWithPlaywright, installOnDebian];
  for (const step of steps) {
    if (!(await step())) continue;
    const browser = await firstThatRuns(installedBrowsers());
    if (browser) return browser;
  }
  throw new Error(
    'The tests in VS Code need a browser: install Google Chrome, Chromium or Microsoft Edge (or name one in CHROME_PATH).',
  );
}

function installedBrowsers(): string[] {
  const named = process.env['CHROME_PATH'];
  if (named) return [named];
  return [...systemBrowsers(), chromium.executablePath()].filter(path => existsSync(path));
}

function systemBrowsers(): string[] {
  if (process.platform === 'darwin') {
    return macApplications.map(name => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map(name => process.env[name] ?? '');
    return roots.flatMap(root => windowsPrograms.map(parts => join(root, ...parts)));
  }
  return programs.map(name => findOnPath(name) ?? '');
}

async function firstThatRuns(paths: readonly string[]): Promise<Browser | undefined> {
  for (const executable of paths) {
    const name = await nameOf(executable);
    if (name !== undefined) return { executable, name };
  }
  return undefined;
}

/** Reads the version; a package that only points to an app store, or lacks libraries, fails here. */
async function nameOf(executable: string): Promise<string | undefined> {
  if (!isExecutable(executable)) return undefined;
  // chrome.exe opens a window instead of printing its version
  if (process.platform === 'win32') return executable;
  const { ok, output } = await runCommand(executable, ['--version', '--no-sandbox'], { timeoutMs: 20_000 });
  return ok ? (/^.*\d+\.\d+.*$/m.exec(output)?.[0].trim() ?? executable) : undefined;
}
