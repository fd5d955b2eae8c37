import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { cacheFolder } from '../../../scripts/paths.ts';
import { ensureBrowser, shortRunArguments } from '../../../scripts/vscode/browser.ts';
import type { BrowserHost } from '../../../scripts/vscode/installHost.ts';
import { makeProfile, startFullServer } from '../../../scripts/vscode/server.ts';
import { openBrowser, windowOrigin } from './browser.ts';
import { within } from './until.ts';

/** Folders of a browser's profile: the loaded scripts and their compiled code. */
const CACHES: readonly string[] = ['Cache', 'Code Cache'];
const COMPILED = join('Code Cache', 'js');
/** The compiled workbench has 17 MB, all other scripts together have 3. */
const COMPILED_WORKBENCH_BYTES = 8_000_000;
const LIMIT_MS = 30_000;

/**
 * Copies the compiled code of this VS Code to a new browser profile, which halves the time to its first window. If
 * there is none yet, it is compiled and stored next to the installed VS Codes.
 */
export async function copyCompiled(host: BrowserHost, profile: string): Promise<void> {
  const kept = join(cacheFolder, `compiled-${await keyOf(host)}`);
  if (!existsSync(kept)) await makeCompiled(host, kept);
  for (const name of CACHES)
    await cp(join(kept, name), join(profile, 'Default', name), { recursive: true, force: false });
}

/** Everything on which the compiled code depends: if any of it differs, the browser compiles again. */
async function keyOf(host: BrowserHost): Promise<string> {
  const { name } = await ensureBrowser();
  const parts = [host.version.id, host.server, name, windowOrigin, shortRunArguments];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

async function makeCompiled(host: BrowserHost, kept: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-compiled-'));
  try {
    const browser = join(folder, 'browser');
    await loadWorkbench(host, folder, browser);
    const made = await mkdtemp(`${kept}-`);
    for (const name of CACHES)
      await cp(join(browser, 'Default', name), join(made, name), { recursive: true });
    // Another process may have been faster.
    await rename(made, kept).catch(() => rm(made, { recursive: true }));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function loadWorkbench(host: BrowserHost, folder: string, browser: string): Promise<void> {
  const profile = await makeProfile(join(folder, 'profile'));
  const server = await startFullServer({ host, profile, workspace: folder });
  try {
    await loadTwice(browser, server.port);
  } finally {
    await server.stop();
  }
}

/** A browser stores compiled code only when it loads a script for the second time. */
async function loadTwice(browser: string, port: number): Promise<void> {
  const context = await openBrowser(browser, { port });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await load(page);
    await load(page);
    await within(
      LIMIT_MS,
      () => largestFile(join(browser, 'Default', COMPILED)),
      bytes => bytes > COMPILED_WORKBENCH_BYTES,
    );
  } finally {
    await context.close();
  }
}

async function load(page: Page): Promise<void> {
  await page.goto(windowOrigin);
  await page.locator('.monaco-workbench .part.statusbar').waitFor();
}

async function largestFile(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, name))).size));
  return Math.max(0, ...sizes);
}
