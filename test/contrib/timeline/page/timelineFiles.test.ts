import assert from 'node:assert/strict';
import { useBrowser } from '../../../pages/support/useBrowser.ts';
import { usePresent } from '../../../pages/support/usePresent.ts';
import { withParts } from '../../../support/vscode/withParts.ts';
import { daily, present, withTimeline } from './support/timelineSetup.ts';

const vscode = await import('../../../support/vscode/vscodeFake.ts');

const peers = [{ hostname: 'pc-1' }];
const jobs = {
  '<b>Backup</b>': { params: daily('0300'), peers },
  Inventory: { params: daily('0300', ';BYMINUTE=0,30'), peers },
};

/** Runs `use` with the files that are saved and the addresses that are opened meanwhile. */
async function withOutputs(
  use: (files: Map<string, string>, opened: string[]) => Promise<void>,
): Promise<void> {
  const files = new Map<string, string>();
  const opened: string[] = [];
  const writeFile = async (uri: { path: string }, bytes: Uint8Array) =>
    void files.set(uri.path.split('/').at(-1) ?? '', Buffer.from(bytes).toString());
  const showSaveDialog = async ({ defaultUri }: { defaultUri: unknown }) => defaultUri;
  const openExternal = async (uri: { toString(): string }) => opened.push(uri.toString()) > 0;
  await withParts(vscode.workspace, { fs: { writeFile }, workspaceFolders: undefined }, () =>
    withParts(vscode.window, { showSaveDialog }, () =>
      withParts(vscode.env, { openExternal }, () => use(files, opened)),
    ),
  );
}

describe('an export of the timeline', () => {
  useBrowser();
  usePresent(...present);

  it('contains the runs of the visible period and its filter, and says of how many jobs', () =>
    withTimeline({ jobs }, async ({ page, panels, picks, told }) => {
      await page.click(page.get('button', 'Next Period'));
      await page.type(page.get('searchbox', 'Name contains'), 'inv');
      await page.wait(250);
      await withOutputs(async files => {
        picks.push('ics');
        await panels.export(undefined);
        const [ics = ''] = [...files.values()];
        assert.deepEqual([...files.keys()], ['Plant January 11-17 2026.ics']);
        assert.equal(ics.match(/BEGIN:VEVENT/g)?.length, 14);
        assert.match(ics, /DESCRIPTION:On 1 device\./);
        assert.match(told[0] ?? '', /1 job · 14 runs/);
      });
    }));

  it('is a page that the browser opens, for anybody who knows its address, and prints', () =>
    withTimeline({ jobs }, async ({ panels }) =>
      withOutputs(async (_, opened) => {
        await panels.export('print');
        const [address = ''] = opened;
        const text = await (await fetch(address)).text();
        assert.match(text, /<h1>Plant · January 4/);
        assert.match(text, /&#60;b&#62;Backup&#60;\/b&#62;/);
        assert.doesNotMatch(text, /<b>/);
        assert.match(text, /print\(\)/);
        assert.match(text, /1 device also in “Inventory”/);
        assert.match(text, /<p>⚠ several jobs on the same device<\/p>/);
        // A browser repeats the head of a table on each sheet.
        assert.match(text, /<thead><tr><th colspan="5"><h2>Sunday, January 4, 2026<\/h2>/);
        assert.equal((await fetch(new URL('/', address))).status, 404);
      }),
    ));

  it('is a page without a script if it is saved', () =>
    withTimeline({ jobs }, async ({ page, panels, picks }) => {
      await page.click(page.get('radio', 'Month'));
      await withOutputs(async (files, opened) => {
        picks.push('html');
        await panels.export(undefined);
        const [html = ''] = [...files.values()];
        assert.doesNotMatch(html, /<script/);
        assert.equal(html.match(/<td class="shade-/g)?.length, 35);
        assert.equal(opened.length, 1, 'the button of its message opens it');
      });
    }));

  it('does not exist for a period without runs, or without a format', () =>
    withTimeline({ jobs: {} }, async ({ panels, picks, told }) =>
      withOutputs(async files => {
        picks.push('ics');
        await panels.export(undefined);
        assert.deepEqual(told, ['No runs in this period.']);
        await panels.export(undefined);
        assert.equal(files.size, 0);
      }),
    ));
});
