import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { withFiles } from './support/filesSetup.ts';

const { planFiles, planFolder } = await import('../../../src/contrib/files/vscode/planFiles.ts');

describe('a plan of files', () => {
  it('reports how many files differ, and is shown on request', () =>
    withFiles(async ({ all, called, edit, exported, files, paths, user, plans }) => {
      await exported();
      user.press = actions => actions[0];
      await planFiles(all, [{ folder: files }]);
      assert.deepEqual(user.messages, [{ kind: 'info', text: 'The files match “Plant”.', actions: [] }]);
      assert.deepEqual(called, []);
      for (const path of paths().filter(name => name.startsWith('jobs/'))) edit(path, { policies: [9] });
      await planFiles(all, [{ folder: files }]);
      assert.equal(user.of('info')[1], '2 files differ from “Plant”.');
      assert.deepEqual([called, plans.get(files)?.hasSearched], [['show plans'], true]);
      const [first = ''] = paths().filter(name => name.startsWith('jobs/'));
      edit(first, { groups: ['Nowhere'] });
      await planFiles(all, [{ folder: files }]);
      assert.equal(user.of('info')[2], '1 file differs from “Plant”. 1 file cannot be applied to “Plant”.');
    }));

  it('reports what cannot be read', () =>
    withFiles(async ({ all, exported, files, path, paths, user }) => {
      await exported();
      const [first = ''] = paths().filter(name => name.startsWith('jobs/'));
      writeFileSync(path(first), '{\n  "name": 12\n}\n');
      await planFiles(all, [{ folder: files }]);
      assert.deepEqual(user.of('error'), [
        `1 error in the files, so nothing can be applied. ${first}:2: Expected text.`,
      ]);
    }));
});

describe('the server that files are planned for', () => {
  it('is the one that the manifest names, or that of the visible plan', () =>
    withFiles(async ({ all, exported, files, user, plans }) => {
      await exported();
      await planFolder(all, files, { server: 'office' });
      assert.equal(plans.get(files)?.plan.server.id, 'office');
      await planFolder(all, files);
      assert.equal(plans.get(files)?.plan.server.id, 'office');
      plans.clear();
      await planFolder(all, files, { server: 'gone' });
      assert.equal(plans.get(files)?.plan.server.id, 'plant');
      assert.deepEqual(user.messages, []);
      assert.equal(user.progress.at(-1), 'Planning files for “Plant”');
    }));

  it('is chosen by the user when several have its address', () =>
    withFiles(async ({ all, configured, exported, files, user, plans }) => {
      await exported();
      const [first] = configured;
      if (first !== undefined) configured.push({ ...first, id: 'twin', name: ' Plant ' });
      user.pick = () => 'plant';
      await planFiles(all, [{ folder: files }]);
      assert.equal(user.of('pick')[0], 'Several servers may be “Plant”: choose one');
      assert.deepEqual([user.lists[0]?.length, plans.get(files)?.plan.server.id], [2, 'plant']);
    }));

  it('can be another one that the user chooses', () =>
    withFiles(async ({ all, exported, files, user, plans }) => {
      await exported();
      await planFolder(all, files);
      user.pick = () => 'office';
      const folders = { ...all.folders, withManifest: async () => [files] };
      await planFiles({ ...all, folders }, []);
      assert.deepEqual(user.of('pick'), ['Plan the Files of “Plant” for']);
      assert.deepEqual(user.lists, [['Plant | https://plant.example', 'Office | https://office.example']]);
      assert.equal(plans.get(files)?.plan.server.id, 'office');
    }));
});
