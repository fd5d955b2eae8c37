import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { repositoryRoot } from '../../scripts/paths.ts';
import { ensureBrowser, shortRunArguments, testBrowserLaunch } from '../../scripts/vscode/browser.ts';
import { viewHeader } from './support/tree.ts';

/** All child processes inherit this variable, so that leftover ones can be found. */
const MARK = 'DEVICE_AUTOMATION_TEST_MARK';

interface Demo {
  readonly process: ChildProcess;
  readonly url: string;
  readonly mark: string;
  readonly exitCode: Promise<number | null>;
}

/** The script that `npm start` runs, without the install and build steps. */
const npmStart = ['scripts/start.mjs'];
const builtStart = [
  ...['--import', 'tsx', '--input-type=module', '--eval'],
  "import { startDemo } from './scripts/vscode/demo.ts'; await startDemo(process.argv.slice(1));",
  '--',
];

async function start(folder: string, program: readonly string[], ...args: readonly string[]): Promise<Demo> {
  const mark = randomUUID();
  const child = spawn(
    process.execPath,
    [...program, '--port', '0', '--data-dir', join(folder, mark), ...args],
    { cwd: repositoryRoot, env: { ...process.env, DEVICE_AUTOMATION_VSCODE: 'browser', [MARK]: mark } },
  );
  const exitCode = new Promise<number | null>(resolve => child.once('exit', resolve));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exitCode.then(code => reject(new Error(`npm start ended with code ${code}:\n${output}`)));
  });
  return { process: child, url, mark, exitCode };
}

async function inBrowser(url: string, look: (page: Page) => Promise<void>): Promise<void> {
  const { executable } = await ensureBrowser();
  const args = [...testBrowserLaunch.args, ...shortRunArguments];
  const browser = await chromium.launch({ ...testBrowserLaunch, args, executablePath: executable });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    await look(page);
  } finally {
    await browser.close();
  }
}

function marked(mark: string): string[] {
  return readdirSync('/proc').filter(entry => /^\d+$/.test(entry) && environmentOf(entry).includes(mark));
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
}

describe('npm start', () => {
  let folder: string;
  let demo: Demo | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-start-'));
  });

  afterEach('stop what a failed test left running', async () => {
    demo?.process.kill('SIGTERM');
    await demo?.exitCode;
    demo = undefined;
  });

  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('shows the demo jobs in the requested language, and Ctrl+C ends everything it started', async () => {
    demo = await start(folder, npmStart, '--locale', 'ru');
    await inBrowser(demo.url, async page => {
      await viewHeader(page, 'Задания').waitFor();
      await page.getByRole('treeitem').first().waitFor();
    });
    assert.ok(marked(demo.mark).length > 3, 'VS Code and its extension host run');
    await endsBy(demo, 'SIGINT');
  });

  it('serves a page in English by default, and SIGTERM ends everything it started', async () => {
    demo = await start(folder, builtStart);
    const page = await (await fetch(demo.url)).text();
    assert.match(page, /workbench\.js/);
    assert.doesNotMatch(page, /\bru\b/);
    await endsBy(demo, 'SIGTERM');
  });

  async function endsBy({ process, exitCode, mark }: Demo, signal: NodeJS.Signals): Promise<void> {
    process.kill(signal);
    assert.equal(await exitCode, 0);
    assert.deepEqual(marked(mark), []);
  }
});
