import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type RunningApp, withApp } from '../../../app/support/appInNode.ts';
import { scriptToken, startMs } from '../../../support/http/clients.ts';
import { describeForManners } from '../../../support/http/manners.ts';
import { createManualClock, type ManualClock } from '../../../support/manualClock.ts';
import { documentEvents, type FakeDocument, Uri, user } from '../../../support/vscode/vscodeFake.ts';
import { type Workspace, withWorkspace } from '../support/workspace.ts';

const LensesSchema = z.array(
  z.looseObject({ command: z.looseObject({ title: z.string(), command: z.string() }) }),
);

interface Opened extends Omit<RunningApp, 'workspace'> {
  readonly workspace: Workspace;
  readonly clock: ManualClock;
  readonly document: FakeDocument;
  /** Titles of the code lenses above the text, with every time replaced by 00:00. */
  readonly lenses: () => readonly string[];
  /** Waits until this is the first title. */
  readonly shows: (title: string) => Promise<void>;
  /** Reads the lists and lets the debounce timers expire. */
  readonly readLists: () => Promise<void>;
}

const turn = () => new Promise(resolve => setImmediate(resolve));

/** A managed file in an editor, whose server's lists have not been read in this window. */
function withOpenFile(manner: 'plain' | 'django', use: (opened: Opened) => Promise<void>): Promise<void> {
  const options = { manner, token: scriptToken, pace: 'still', jobs: 0, groups: 0, groupIds: true } as const;
  return withWorkspace(options, async workspace => {
    await workspace.client.jobs.create({ name: 'Backup', policies: [1], enabled: true });
    await workspace.export();
    const path = join(workspace.folder, 'jobs/backup.job.jsonc');
    const document: FakeDocument = {
      uri: Uri.file(path),
      isDirty: false,
      isClosed: false,
      text: workspace.text('jobs/backup.job.jsonc'),
      getText: () => document.text,
    };
    user.lenses.length = 0;
    user.editors = [{ document }];
    const clock = createManualClock(startMs);
    const servers = [{ id: 'plant', name: 'Plant', url: workspace.server.url }];
    try {
      await withApp({ servers, clock }, async running => {
        const lenses = () => {
          const found = user.lenses.map(provider =>
            LensesSchema.safeParse(provider.provideCodeLenses(document)),
          );
          const titles = found.flatMap(({ data = [] }) => data.map(({ command }) => command.title));
          return titles.map(title => title.replace(/\d\d:\d\d/, '00:00'));
        };
        const { jobs, groups } = running.app.trees;
        const readLists = async () => {
          clock.advance(1_000);
          await Promise.all([jobs.getChildren(), groups.getChildren()]);
          await running.app.runCommand('deviceAutomation.groups.refresh', []);
          await running.app.runCommand('deviceAutomation.jobs.refresh', []);
          clock.advance(1_000);
          for (let turns = 0; turns < 20; turns++) await turn();
        };
        const shows = async (title: string) => {
          // Files are read by other threads, whose time is not counted in turns.
          const endMs = performance.now() + 20_000;
          while (lenses()[0] !== title && performance.now() < endMs) await turn();
          assert.equal(lenses()[0], title);
        };
        await use({ ...running, workspace, clock, document, lenses, readLists, shows });
      });
    } finally {
      user.editors = [];
    }
  });
}

const refresh = '$(refresh) Refresh';

describeForManners('the differences of an open file', manner => {
  it('are not read in Restricted Mode, and appear once the workspace is trusted', async () => {
    user.isTrusted = false;
    try {
      await withOpenFile(manner, async ({ clock, lenses, readLists, shows }) => {
        await readLists();
        assert.deepEqual(lenses(), []);
        user.isTrusted = true;
        documentEvents.trusted.fire();
        clock.advance(1_000);
        await shows('Same as on Plant, as of 00:00');
      });
    } finally {
      user.isTrusted = true;
    }
  });

  it('follow unsaved edits, and stay those of the saved file while the text is not valid JSON', () =>
    withOpenFile(manner, async ({ document, lenses, readLists, shows }) => {
      await readLists();
      await shows('Same as on Plant, as of 00:00');
      document.isDirty = true;
      document.text = document.text.replace('"enabled": true', '"enabled": false');
      assert.deepEqual(lenses(), ['1 field differs from Plant, as of 00:00', refresh]);
      document.text = document.text.replace('"policies": [', '"policies": [42,');
      assert.equal(lenses()[0], '2 fields differ from Plant, as of 00:00');
      document.text += '{';
      assert.equal(lenses()[0], 'Same as on Plant, as of 00:00');
    }));

  it('do not report a device as unknown before the server was searched for it', () =>
    withOpenFile(manner, async ({ clock, document, lenses, readLists, shows, workspace }) => {
      await readLists();
      await shows('Same as on Plant, as of 00:00');
      workspace.edit('jobs/backup.job.jsonc', { peers: ['NEW-PC'] });
      document.text = workspace.text('jobs/backup.job.jsonc');
      assert.equal(lenses()[0], '1 field differs from Plant, as of 00:00');
      documentEvents.written.fire();
      clock.advance(500);
      for (let turns = 0; turns < 50; turns++) await turn();
      assert.equal(lenses()[0], '1 field differs from Plant, as of 00:00');
    }));

  it('follow changes that other programs make to the files', () =>
    withOpenFile(manner, async ({ clock, document, readLists, shows, workspace }) => {
      await readLists();
      await shows('Same as on Plant, as of 00:00');
      workspace.edit('jobs/backup.job.jsonc', { groups: ['New'] });
      document.text = workspace.text('jobs/backup.job.jsonc');
      const missing = '“Plant” has no group “New”, and no file creates it';
      await shows(`Cannot be applied to Plant: ${missing}, as of 00:00`);
      mkdirSync(join(workspace.folder, 'groups'));
      workspace.write('groups/new.group.jsonc', '{ "name": "New" }');
      documentEvents.written.fire();
      clock.advance(500);
      await shows('1 field differs from Plant, as of 00:00');
    }));

  it('are those of a plan while it is shown, even after the lists are read', () =>
    withOpenFile(manner, async ({ app, lenses, readLists, workspace, document }) => {
      await app.runCommand('deviceAutomation.files.plan', [{ folder: workspace.folder }]);
      assert.equal(lenses()[0], 'Same as on Plant, as of 00:00');
      document.isDirty = true;
      document.text = document.text.replace('"Backup"', '"Archive"');
      assert.equal(lenses()[0], 'Named “Backup” on Plant, as of 00:00');
      documentEvents.visible.fire();
      await readLists();
      assert.equal(lenses()[0], 'Named “Backup” on Plant, as of 00:00');
    }));
});
