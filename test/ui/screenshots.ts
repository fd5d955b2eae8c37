// `npm run screenshots` takes the pictures for the READMEs in a real VS Code that is connected to the demo server.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readManifest, repositoryRoot } from '../../scripts/paths.ts';
import type { Locale, Theme } from '../../scripts/vscode/userSettings.ts';
import { FormPage } from './support/formPage.ts';
import { closeAllSessions, Session } from './support/session.ts';
import { viewHeader, viewPane } from './support/tree.ts';

const folder = join(repositoryRoot, 'media/screenshots');
const languages = {
  en: {
    jobs: 'Jobs',
    schedule: /^Every .*\.$/,
    json: 'Device Automation: Open as JSON',
    timeline: 'Device Automation: Show Timeline',
  },
  ru: {
    jobs: 'Задания',
    schedule: /^Кажд.*\.$/,
    json: 'Device Automation: Открыть как JSON',
    timeline: 'Device Automation: Показать график запусков',
  },
} as const satisfies Record<Locale, unknown>;
/** A weekly job with devices and groups that every demo server has. */
const job = /^Inventory report \(weekly\) – Call centre/;

async function takePictures(locale: Locale, theme: Theme): Promise<void> {
  const session = await Session.open({ locale, theme, demo: true, env: { TZ: 'Europe/Berlin' } });
  const { workbench, page } = session;
  const { jobs, schedule, json, timeline } = languages[locale];
  const take = async (name: string) => {
    await page.mouse.move(0, 0);
    // A picture must not contain an open widget or a fading notification.
    await page.keyboard.press('Escape');
    await page.locator('.notification-toast').first().waitFor({ state: 'hidden' });
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    await writeFile(join(folder, `${name}-${locale}.webp`), await toWebP(page, picture));
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await viewHeader(page, jobs).waitFor();
  const row = viewPane(page, jobs).getByRole('treeitem', { name: job });
  await row.dblclick();
  const form = new FormPage(workbench);
  await form.frame.getByText(schedule).first().waitFor();
  if (theme === 'light') {
    await take('job');
    await workbench.runCommand(json);
    await page.locator('.codelens-decoration', { hasText: schedule }).first().waitFor();
    await take('json');
  } else {
    await workbench.runCommand(timeline);
    await workbench.webviewFrame().locator('main[aria-busy=false]').getByRole('grid').waitFor();
    await take('timeline');
  }
  await session.close();
}

/** Lossless, and a third of the size of PNG, so that the pictures can be in the package. */
async function toWebP(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate(
    async source => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const bytes = await (await canvas.convertToBlob({ type: 'image/webp', quality: 1 })).bytes();
      return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await blank.close();
  return Buffer.from(encoded, 'base64');
}

await mkdir(folder, { recursive: true });
try {
  for (const locale of ['en', 'ru'] as const)
    for (const theme of ['light', 'dark'] as const) await takePictures(locale, theme);
  // The release checks that the pictures are of its version.
  const { version } = readManifest();
  await writeFile(
    join(repositoryRoot, 'test/ui/screenshots.json'),
    `${JSON.stringify({ version }, undefined, 2)}\n`,
  );
} finally {
  await closeAllSessions();
}
