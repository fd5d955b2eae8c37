import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { uiWorkerVariable } from '../../../scripts/mochaCounts.ts';
import { outFolder } from '../../../scripts/paths.ts';
import { endOnSignals, stopAllGroups } from '../../../scripts/processGroup.ts';
import { closeAllSessions, Session, type VSCodeOptions } from './session.ts';
import type { Workbench } from './workbench.ts';

/** The VS Code of a `describe`; available only while its tests run. */
export interface VSCodeUnderTest {
  readonly session: Session;
  readonly workbench: Workbench;
  readonly page: Page;
}

// The first test installs VS Code and a browser.
const START_LIMIT_MS = 5 * 60_000;
// Generous, for a busy machine; the shorter timeouts inside tests say what was awaited.
const TEST_LIMIT_MS = 180_000;

endOnSignals(async () => {
  await closeAllSessions();
  await stopAllGroups();
});

// A worker runs several files in sequence, and ends their shared VS Codes itself.
if (process.env[uiWorkerVariable] === undefined) after('end all VS Codes', closeAllSessions);

/**
 * Call once in a `describe`: provides its tests with a clean VS Code. For a failed test, stores a screenshot, the
 * page's console and VS Code's logs in out/failures.
 */
export function useVSCode(options: VSCodeOptions = {}): VSCodeUnderTest {
  let session: Session | undefined;
  let isSpoiled = false;
  const current = (): Session => {
    if (!session)
      throw new Error('VS Code is there only while tests run: use it inside it(), not in describe()');
    return session;
  };

  before('start VS Code', async function () {
    this.timeout(START_LIMIT_MS);
    session = await Session.open({ keepsSecrets: true, ...options });
  });

  beforeEach(function () {
    this.timeout(TEST_LIMIT_MS);
    this.currentTest?.timeout(TEST_LIMIT_MS);
  });

  afterEach('keep what a failure left', async function () {
    this.timeout(TEST_LIMIT_MS);
    if (!session || this.currentTest?.state !== 'failed') return;
    isSpoiled = true;
    await keepFailure(session, this.currentTest.fullTitle());
  });

  after('end VS Code', async function () {
    this.timeout(TEST_LIMIT_MS);
    await session?.close({ isSpoiled });
  });

  return {
    get session() {
      return current();
    },
    get workbench() {
      return current().workbench;
    },
    get page() {
      return current().page;
    },
  };
}

async function keepFailure(session: Session, title: string): Promise<void> {
  const folder = join(outFolder, 'failures', title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'console.txt'), session.transcript());
  await cp(session.logFolder, join(folder, 'logs'), { recursive: true, force: true });
  await session.page.screenshot({ path: join(folder, 'page.png') });
  console.log(`    screenshot and logs: ${folder}`);
  // A dialog, menu or input left open would make the next tests fail too.
  for (let layer = 0; layer < 3; layer += 1) await session.page.keyboard.press('Escape');
}
