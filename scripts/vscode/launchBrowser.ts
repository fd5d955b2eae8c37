import { type Browser as BrowserProcess, chromium } from 'playwright-core';
import { ensureBrowser, shortRunArguments, testBrowserLaunch } from './browser.ts';
import { ensureBrowserHost } from './installHost.ts';
import type { Launched, VSCodeArguments } from './launchOptions.ts';
import { type Server, startBareServer } from './server.ts';
import { type VersionId, versionById } from './versions.ts';

/**
 * Runs extension tests in the VS Code that runs in a browser. A payload in the address names what the page loads; the
 * page calls back with console lines and the exit code.
 */
export async function runInBrowser(
  id: VersionId,
  args: VSCodeArguments,
  log: (text: string) => void,
): Promise<Launched> {
  const host = await ensureBrowserHost(versionById(id));
  const { executable } = await ensureBrowser();
  const server = await startBareServer({
    host,
    profile: { folder: args.userData, userData: args.userData, extensions: args.extensions },
    forExtensionTests: true,
  });
  server.group.child.stdout?.on('data', log);
  server.group.child.stderr?.on('data', log);
  try {
    const browser = await chromium.launch({
      ...testBrowserLaunch,
      args: [...testBrowserLaunch.args, ...shortRunArguments],
      executablePath: executable,
    });
    return await openTests({ browser, server, log }, args);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Run {
  readonly browser: BrowserProcess;
  readonly server: Server;
  readonly log: (text: string) => void;
}

async function openTests({ browser, server, log }: Run, args: VSCodeArguments): Promise<Launched> {
  const page = await browser.newPage();
  page.on('console', message => log(`[page] ${message.text()}\n`));
  let finish: (code: number) => void = () => {};
  const exitCode = new Promise<number>((resolve, reject) => {
    finish = resolve;
    page.once('crash', () => reject(new Error('The browser page of VS Code crashed')));
    browser.once('disconnected', () => reject(new Error('The browser of VS Code ended')));
    void server.group.ended.then(how => reject(new Error(`VS Code's server ${how}`)));
  });
  exitCode.catch(() => {
    // After the run, these programs may exit; during the run, the caller is notified
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => finish(code));
  await page.exposeFunction('codeAutomationLog', (type: string, values: readonly unknown[]) =>
    log(`[${type}] ${values.map(String).join(' ')}\n`),
  );
  await page.goto(address(server, args));
  return {
    exitCode,
    stop: async () => {
      await Promise.all([browser.close(), server.stop()]);
    },
  };
}

/** The page's address: the workspace to open, and which files on the server's disk to load and run. */
function address(server: Server, { workspace, developmentPaths, testsPath }: VSCodeArguments): string {
  const remote = (path: string) => `vscode-remote://127.0.0.1:${server.port}${encodeURI(path)}`;
  const payload = [
    ['skipWelcome', 'true'],
    ...developmentPaths.map(path => ['extensionDevelopmentPath', remote(path)]),
    ['extensionTestsPath', remote(testsPath)],
  ];
  return `${server.url}/?workspace=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}
