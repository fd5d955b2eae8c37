// `npm run screenshots` takes the screenshots for the READMEs in a real VS Code that is connected to the demo server.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, repositoryRoot } from '../../scripts/paths.ts';
import type { Locale, Theme } from '../../scripts/vscode/userSettings.ts';
import { FormPage } from './support/formPage.ts';
import { closeAllSessions, Session } from './support/session.ts';
import { viewHeader, viewPane } from './support/tree.ts';

const folder = join(repositoryRoot, 'docs/screenshots');
const languages = {
  en: { jobs: 'Jobs', schedule: /^Every .*\.$/, timeline: 'Device Automation: Show Timeline' },
  ru: { jobs: 'Задания', schedule: /^Кажд.*\.$/, timeline: 'Device Automation: Показать график запусков' },
} as const satisfies Record<Locale, unknown>;
/** A weekly job with devices and groups that every demo server has. */
const job = /^Inventory report \(weekly\) – Call centre/;

async function takePictures(locale: Locale, theme: Theme): Promise<void> {
  const session = await Session.open({ locale, theme, demo: true, env: { TZ: 'Europe/Berlin' } });
  const { workbench, page } = session;
  const { jobs, schedule, timeline } = languages[locale];
  const take = async (name: string) => {
    await page.mouse.move(0, 0);
    // A screenshot must not contain an open widget or a fading notification.
    await page.keyboard.press('Escape');
    await page.locator('.notification-toast').first().waitFor({ state: 'hidden' });
    const path = join(folder, `${name}-${locale}-${theme}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await viewHeader(page, jobs).waitFor();
  const row = viewPane(page, jobs).getByRole('treeitem', { name: job });
  await row.dblclick();
  const form = new FormPage(workbench);
  await form.frame.getByText(schedule).first().waitFor();
  await take('job');
  await workbench.runCommand(timeline);
  await workbench.webviewFrame().locator('main[aria-busy=false]').getByRole('grid').waitFor();
  await take('timeline');
  await session.close();
}

await mkdir(folder, { recursive: true });
try {
  for (const locale of ['en', 'ru'] as const)
    for (const theme of ['light', 'dark'] as const) await takePictures(locale, theme);
  // The release checks that the screenshots are of its version.
  const { version } = readManifest();
  await writeFile(join(folder, 'taken.json'), `${JSON.stringify({ version }, undefined, 2)}\n`);
} finally {
  await closeAllSessions();
}
