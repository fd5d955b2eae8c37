import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findOnPath } from '../paths.ts';
import { lastLines, runCommand } from '../runCommand.ts';

const playwrightDownloads = 'https://cdn.playwright.dev';
const answerLimitMs = 5000;
const downloadLimitMs = 10 * 60_000;

/** Downloads Playwright's own Chromium, on machines with an open network. Resolves with whether that worked. */
export async function downloadWithPlaywright(): Promise<boolean> {
  const problem = await unreachable(playwrightDownloads);
  if (problem !== undefined) {
    console.log(`No browser is installed, and Playwright's download cannot be reached (${problem}).`);
    return false;
  }
  console.log("No browser is installed; downloading Playwright's Chromium…");
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  return report(
    await runCommand(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
      timeoutMs: downloadLimitMs,
    }),
  );
}

/** Debian and its descendants have one of these; the first needs fewer libraries. */
const packages = ['chromium-headless-shell', 'chromium'];

/** Installs Debian's own package, if this process may do so. Resolves with whether that worked. */
export async function installOnDebian(): Promise<boolean> {
  const apt = findOnPath('apt-get');
  if (!apt || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: downloadLimitMs };
  // Without fresh lists a new container finds no package; when this fails, the next command reports why
  await runCommand(apt, ['update'], options);
  for (const name of packages) {
    console.log(`Installing Debian's package ${name} with apt-get…`);
    if (report(await runCommand(apt, ['install', '--yes', '--no-install-recommends', name], options)))
      return true;
  }
  return false;
}

function report({ ok, output }: { ok: boolean; output: string }): boolean {
  if (!ok) console.log(`  this did not succeed:\n${lastLines(output, 5)}`);
  return ok;
}

/** Finds out why an address does not respond, without the minutes of retries that a downloader makes. */
export async function unreachable(url: string): Promise<string | undefined> {
  // Node's fetch does not use a proxy, while the downloaders do, so this is left to them
  if (process.env['HTTPS_PROXY'] || process.env['https_proxy']) return undefined;
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(answerLimitMs) });
    return undefined;
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}
