import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { itWith } from '../../support/withContributions.ts';
import { withFiles } from './support/filesSetup.ts';

const { applyFiles, compareFile } = await import('../../../src/contrib/files/vscode/applyFiles.ts');
const { user: vscodeUser } = await import('../../support/vscode/vscodeFake.ts');
const { planFolder } = await import('../../../src/contrib/files/vscode/planFiles.ts');

const jobPaths = (paths: readonly string[]) => paths.filter(path => path.startsWith('jobs/'));

describe('an apply of files', () => {
  itWith('undo', 'sends what was reviewed, without a second confirmation, and shows the new plan', () =>
    withFiles(async ({ all, edit, exported, files, paths, user, plans, memoryServer, reviewed }) => {
      await exported();
      for (const path of jobPaths(paths())) edit(path, { policies: [9] });
      await applyFiles(all, [{ folder: files }]);
      const [{ open } = assert.fail('it is reviewed')] = reviewed;
      await open.run();
      assert.deepEqual(user.shown, [
        '~ job Scan (jobs/scan.job.jsonc)\n    Policies: + 9, - 1\n~ job Update (jobs/update.job.jsonc)\n    Policies: + 9, - 2\n',
      ]);
      assert.deepEqual(user.messages, [{ kind: 'info', text: '2 done.', actions: ['Undo', 'Show Report'] }]);
      assert.deepEqual(memoryServer.writes.map(write => write.replace(/ {.*/, '')).toSorted(), [
        'PATCH /automation/api/job/1/',
        'PATCH /automation/api/job/2/',
      ]);
      assert.ok(plans.get(files)?.plan.items.every(({ action }) => action === 'unchanged'));
    }),
  );

  it('sends nothing from a workspace in Restricted Mode', () =>
    withFiles(async ({ all, edit, exported, files, paths, user, memoryServer }) => {
      await exported();
      for (const path of jobPaths(paths())) edit(path, { policies: [9] });
      vscodeUser.isTrusted = false;
      try {
        await applyFiles(all, [{ folder: files }]);
      } finally {
        vscodeUser.isTrusted = true;
      }
      assert.match(user.of('error')[0] ?? '', /Restricted Mode/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('shows what cannot be applied, but does not send it', () =>
    withFiles(async ({ all, edit, exported, files, path, paths, memoryServer, reviewed }) => {
      await exported();
      const [first = '', second = ''] = jobPaths(paths());
      edit(first, { policies: [9] });
      edit(second, { groups: ['Nowhere'] });
      writeFileSync(path('jobs/new.job.jsonc'), JSON.stringify({ name: 'New', policies: [4] }));
      await applyFiles(all, [{ folder: files }]);
      const [{ placeholder, choices } = assert.fail('it is reviewed')] = reviewed;
      assert.equal(placeholder, '2 to apply, 1 cannot be applied · https://plant.example');
      const fixed = choices.filter(({ isFixed }) => isFixed);
      assert.deepEqual(
        fixed.map(({ description }) => description),
        ['cannot be applied'],
      );
      assert.match(fixed[0]?.detail ?? '', /Nowhere/);
      assert.equal(memoryServer.writes.length, 2);
    }));

  it('is recorded before it starts, reports its progress, and names three failures', () =>
    withFiles(async ({ all, begun, edit, exported, files, paths, user, memoryServer, session }) => {
      for (const id of [3, 4]) memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [1] });
      await session.jobs.refresh();
      await exported();
      for (const path of jobPaths(paths())) edit(path, { policies: [9] });
      for (const id of [1, 2, 3, 4]) memoryServer.failures.set(`PATCH /automation/api/job/${id}/`, 403);
      user.reported.length = 0;
      await applyFiles(all, [{ folder: files }]);
      assert.deepEqual(
        user.reported.filter(text => text.includes(' of ')),
        ['1 of 4', '2 of 4', '3 of 4', '4 of 4'],
      );
      const [run] = begun;
      assert.ok(typeof run === 'object' && run !== null && 'folder' in run && run.folder === files);
      const [text = ''] = user.of('warn');
      assert.deepEqual(
        ['Scan', 'Update', 'Job 3', 'Job 4'].filter(name => text.includes(`${name}: `)).length,
        3,
      );
    }));

  it('does not count changes that the server already has as failures', () =>
    withFiles(async ({ all, edit, exported, files, paths, user, memoryServer }) => {
      await exported();
      for (const path of jobPaths(paths())) edit(path, { policies: [9] });
      const { review } = user;
      user.review = question => {
        memoryServer.jobs.set(1, { name: 'Scan', policies: [9] });
        return review(question);
      };
      await applyFiles(all, [{ folder: files }]);
      assert.deepEqual([user.of('warn'), memoryServer.writes.length], [[], 1]);
    }));

  itWith(
    'undo',
    'counts and lists first what it deletes, if the manifest prunes, and is undone as a whole',
    () =>
      withFiles(async ({ all, edit, exported, files, path, paths, reviewed, user, memoryServer }) => {
        await exported();
        edit('device-automation.json', { prune: true });
        const [scan = '', update = ''] = jobPaths(paths());
        rmSync(path(scan));
        edit(update, { policies: [9] });
        writeFileSync(path('jobs/new.job.jsonc'), JSON.stringify({ name: 'New', policies: [4] }));
        const namesNow = () => [...memoryServer.jobs.values()].map(({ name }) => name).toSorted();
        user.press = actions => {
          if (!actions.includes('Undo')) return undefined;
          assert.deepEqual(namesNow(), ['New', 'Update']);
          return 'Undo';
        };
        await applyFiles(all, [{ folder: files }]);
        assert.equal(reviewed[0]?.placeholder, '3 to apply, 1 of them to delete · https://plant.example');
        assert.equal(reviewed[0]?.choices[0]?.label, 'Scan');
        assert.deepEqual(user.of('confirm'), [
          'Delete 1 object that was created on “Plant”?\n“New”\n\nAlso put back: “Scan” and “Update”.',
        ]);
        assert.deepEqual(namesNow(), ['Scan', 'Update']);
        assert.deepEqual(memoryServer.jobs.get(2)?.['policies'], [2]);
      }),
  );

  it('deletes many objects only if the user types their number', () =>
    withFiles(async ({ all, edit, exported, files, user, memoryServer }) => {
      await exported();
      for (let id = 201; id <= 211; id++) memoryServer.jobs.set(id, { name: `New ${id}`, policies: [1] });
      edit('device-automation.json', { prune: true });
      for (const typed of [undefined, '1', '11']) {
        user.type = () => typed;
        await applyFiles(all, [{ folder: files }]);
        assert.equal(memoryServer.writes.length, typed === '11' ? 11 : 0);
      }
    }));

  it('reports what the server stored differently from what was sent', () =>
    withFiles(async ({ all, edit, exported, files, paths, user, memoryServer }) => {
      await exported();
      const [lab = ''] = paths().filter(path => path.startsWith('groups/'));
      edit(lab, { server_set: ['pc-1', 'pc-2'] });
      edit('device-automation.json', { allowUnknownDevices: true });
      memoryServer.dropped.add('pc-2');
      await applyFiles(all, [{ folder: files }]);
      assert.match(user.messages.at(-1)?.text ?? '', /Stored differently from what was sent: “Lab”\./);
    }));

  it('covers only the selected rows', () =>
    withFiles(async ({ all, edit, exported, files, paths, memoryServer, rows, called }) => {
      await exported();
      for (const path of jobPaths(paths())) edit(path, { policies: [9] });
      const shown = (await planFolder(all, files)) ?? assert.fail('it is planned');
      const [item] = shown.plan.items.filter(({ name }) => name === 'Update');
      const resourceUri = { fsPath: '/x', with: () => undefined };
      rows.set(resourceUri, { shown, item: item ?? assert.fail('it is planned') });
      await compareFile(all, [{ resourceUri }]);
      assert.deepEqual(called, ['compare Update']);
      await applyFiles(all, [{ resourceUri }, 7]);
      assert.deepEqual(
        memoryServer.writes.map(write => write.replace(/ {.*/, '')),
        ['PATCH /automation/api/job/2/'],
      );
    }));
});
