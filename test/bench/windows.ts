import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extensionId } from '../../scripts/paths.ts';
import { closeAllSessions, Session, type VSCodeOptions } from '../ui/support/session.ts';
import { attemptMs, until, untilDone } from '../ui/support/until.ts';
import {
  barePageCommand,
  barePageMark,
  bareReady,
  writeBareExtension,
  writeBarePage,
} from './bareExtension.ts';

/** Opens a VS Code, and closes all of them afterwards, because idle ones would distort the next measurement. */
export async function withVSCode<T>(
  options: VSCodeOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  try {
    return await use(await Session.open({ ...options, isMeasured: true }));
  } finally {
    await closeAllSessions();
  }
}

/** Opens a VS Code with the package, and with an extension whose page is as large as one of ours. */
export async function withBarePage<T>(
  page: 'form' | 'timeline',
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'da-bare-'));
  try {
    await writeBareExtension(folder, { url: 'http://127.0.0.1:9', token: '' });
    // A page restored by VS Code would be the first page of its window.
    const settings = { 'workbench.editor.restoreEditors': false };
    const options = { extension: 'package', keepsSecrets: true, beside: [folder], settings } as const;
    return await withVSCode(options, async session => {
      // By now the package is built; the page is read only when it is shown.
      await writeBarePage(folder, page);
      return await use(session);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the bundles that the first rows need are stored as compiled, as in all windows but a user's first. */
export async function untilCompiled(session: Session): Promise<void> {
  const storage = join(session.folder, 'profile/data/User/globalStorage', extensionId(), 'compiled');
  await until(
    () => readdir(storage).catch((): string[] => []),
    names => ['app.cjs', 'shared.cjs', 'undici.cjs'].every(name => names.includes(name)),
  );
}

/** Opens a new window with the job list loaded and no page open. */
export async function newWindow(session: Session): Promise<void> {
  await session.reload();
  await session.page.locator('.statusbar-item').filter({ hasText: bareReady }).waitFor();
  await jobRows(session);
}

export function jobRows({ workbench }: Session): Promise<void> {
  return workbench
    .treeRow(/, (finished|running|queued|failed|stopped|never run), /, 'Jobs')
    .first()
    .waitFor();
}

/** Runs a command from the palette; resolves with the time when Enter was pressed, in ms since 1970. */
export async function enterCommand({ workbench, page }: Session, command: string): Promise<number> {
  const { input } = workbench.quickInput;
  // A closing page may still have the focus.
  await untilDone(async () => {
    await page.keyboard.press('F1');
    await input.fill(`>${command}`, { timeout: attemptMs });
    await workbench.quickInput.option(command).waitFor({ timeout: attemptMs });
    return true;
  });
  const startMs = await page.evaluate(() => performance.timeOrigin + performance.now());
  await page.keyboard.press('Enter');
  return startMs;
}

/** The time between two moments, which must come from the same page. */
export function msBetween(startMs: number, endMs: number): number {
  if (!(endMs > startMs)) throw new Error('the page is from before, or has no such mark');
  return endMs - startMs;
}

/** Opens and closes the page of the bare extension; resolves with the time until its field was usable. */
export async function openBarePage(session: Session, command = barePageCommand): Promise<number> {
  const startMs = await enterCommand(session, command);
  const frame = session.workbench.webviewFrame();
  await frame.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  const usableMs = await frame.locator('body').evaluate((_, mark) => {
    const [found] = performance.getEntriesByName(mark);
    return performance.timeOrigin + (found?.startTime ?? Number.NaN);
  }, barePageMark);
  await closePage(session);
  return msBetween(startMs, usableMs);
}

/** Closes the page repeatedly until it has disappeared, because a page that VS Code is still laying out stays open. */
export async function closePage({ workbench, page }: Session): Promise<void> {
  const close = workbench.editors.activeTab().getByRole('button', { name: /^Close/ });
  await untilDone(async () => {
    if (await close.isVisible()) await close.click({ timeout: attemptMs });
    await page.locator('iframe.webview.ready:visible').waitFor({ state: 'detached', timeout: attemptMs });
    return true;
  });
}
