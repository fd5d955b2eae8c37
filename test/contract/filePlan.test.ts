import assert from 'node:assert/strict';
import { countActions, isPending } from '../../src/files/plan.ts';
import { withDemo } from '../support/http/clients.ts';
import { describeForManners } from '../support/http/manners.ts';
import { summary, withWorkspace } from './support/workspace.ts';

const policy = { policies: [1] };

describeForManners('the plan of files', manner => {
  it('names each changed field, with the values of the server and of the file', () =>
    withWorkspace({ manner }, async workspace => {
      const job = await workspace.client.jobs.create({ name: 'Backup', ...policy, enabled: true });
      await workspace.export();
      workspace.edit('jobs/backup.job.jsonc', { enabled: false, policies: [1, 2] });
      const [item, ...others] = await workspace.differences();
      assert.deepEqual(others, []);
      assert.equal(item?.id, job.id);
      assert.deepEqual(item?.changes, [
        { field: 'enabled', before: true, after: false },
        { field: 'policies', before: [1], after: [1, 2] },
      ]);
    }));

  it('recognizes a rename in the file, on the server, and in a file that has the previous name', () =>
    withWorkspace({ manner }, async workspace => {
      const { jobs } = workspace.client;
      await jobs.create({ name: 'First', ...policy });
      const second = await jobs.create({ name: 'Second', policies: [77], run_on_start: true });
      await jobs.create({ name: 'Third', policies: [78] });
      await workspace.export();
      workspace.edit('jobs/first.job.jsonc', { name: 'First again', enabled: false });
      await jobs.update(second.id, { name: 'Other name' });
      workspace.write(
        'jobs/moved.job.jsonc',
        JSON.stringify({ $previousName: 'Third', name: '3', ...policy }),
      );
      workspace.remove('jobs/third.job.jsonc');
      const renames = (await workspace.differences()).map(({ action, name, previousName }) => [
        action,
        previousName,
        name,
      ]);
      assert.deepEqual(renames, [
        ['rename', 'First', 'First again'],
        ['rename', 'Third', '3'],
        ['rename', 'Other name', 'Second'],
      ]);
    }));

  it('recognizes a group that was renamed by its distinguished name', () =>
    withWorkspace({ manner, groups: 0, jobs: 0 }, async workspace => {
      await workspace.client.groups.create({ name: 'Office', dn: 'CN=Office,DC=x' });
      await workspace.client.jobs.create({
        name: 'Job',
        ...policy,
        groups: [await workspace.groupId('Office')],
      });
      await workspace.export();
      workspace.edit('groups/office.group.jsonc', { name: 'Head office' });
      const [item] = await workspace.differences();
      assert.deepEqual([item?.action, item?.previousName, item?.name], ['rename', 'Office', 'Head office']);
    }));

  it('explains why a file cannot be applied', () =>
    withWorkspace({ manner, groups: 1 }, async workspace => {
      await workspace.export();
      const bad = {
        group: { ...policy, groups: ['Nowhere'] },
        device: { ...policy, peers: ['NO-SUCH-DEVICE'] },
        field: { ...policy, naem: 'x' },
        label: { policies: ['Updates'] },
        work: {},
      };
      for (const [name, fields] of Object.entries(bad))
        workspace.write(`jobs/${name}.job.jsonc`, JSON.stringify({ name, ...fields }, undefined, 2));
      assert.deepEqual(summary(await workspace.differences()), [
        'blocked device: No job or group on “Plant” contains the device “NO-SUCH-DEVICE”.',
        'blocked field: No object of this kind on “Plant” has a field “naem”.',
        'blocked group: “Plant” has no group “Nowhere”, and no file creates it.',
        'blocked label: No ID on “Plant” has the label “Updates”.',
        'blocked work: A job needs at least one policy or one report.',
      ]);
      const [device, field, , label] = await workspace.differences();
      assert.deepEqual(
        [device, label].map(item => item?.problems[0]?.advice),
        [
          'If the name is right, set "allowUnknownDevices" to true in device-automation.json.',
          'Add it to "labels" in device-automation.json, or use the ID.',
        ],
      );
      const places = [device, field].map(item => item?.problems.map(({ line, column }) => [line, column]));
      assert.deepEqual(places, [[[7, 5]], [[6, 3]]]);
    }));

  it('omits fields that only the server of the files has, and reports that', () =>
    withWorkspace({ manner, jobs: 3, groups: 1, extraFields: true }, async workspace => {
      await workspace.export();
      workspace.labelIds('Plant', 'Second');
      workspace.write('jobs/new.job.jsonc', JSON.stringify({ name: 'New', ...policy, notify: true }));
      await withDemo({ manner, jobs: 3, groups: 1, extraFields: false, groupIds: true }, async other => {
        const second = workspace.on(other, 'Second');
        const { items } = await second.plan();
        assert.deepEqual(items.map(({ action }) => action).sort(), [
          'create',
          'unchanged',
          'unchanged',
          'unchanged',
          'unchanged',
        ]);
        const created = items.find(({ action }) => action === 'create');
        assert.deepEqual(created?.draft, { name: 'New', ...policy });
        assert.deepEqual(created?.problems, [
          {
            path: 'jobs/new.job.jsonc',
            line: 1,
            column: 30,
            length: 8,
            severity: 'warning',
            text: 'No object of this kind on “Second” has a field “notify”, so it is not sent there.',
          },
        ]);
        const { results } = await second.apply();
        assert.deepEqual(
          results.map(({ outcome }) => outcome),
          ['done'],
        );
        assert.equal((await second.differences()).length, 0);
      });
    }));

  it('recognizes jobs of the same name by their content on a server that has fewer fields', () =>
    withWorkspace({ manner, jobs: 0, groups: 1, extraFields: true, groupIds: true }, async workspace => {
      for (const policy of [1, 2, 3])
        await workspace.client.jobs.create({ name: 'Twin', policies: [policy] });
      await workspace.export();
      workspace.labelIds('Plant', 'Test');
      await withDemo({ manner, jobs: 0, groups: 1 }, async other => {
        for (const policy of [3, 1]) await other.client.jobs.create({ name: 'Twin', policies: [policy] });
        const elsewhere = workspace.on(other, 'Test');
        const found = (await elsewhere.plan()).items.filter(({ kind }) => kind === 'job');
        assert.deepEqual(found.map(({ action }) => action).sort(), ['create', 'unchanged', 'unchanged']);
        await elsewhere.apply();
        assert.deepEqual((await elsewhere.apply()).results, []);
      });
    }));

  it('sends no ID to another server, and names file, line and column of it', () =>
    withWorkspace({ manner, jobs: 0, groups: 0 }, async workspace => {
      await workspace.export();
      const more = { reports: [2], dynamic_groups: [3], groups: [4] };
      workspace.write(
        'jobs/new.job.jsonc',
        JSON.stringify({ name: 'New', ...policy, ...more }, undefined, 1),
      );
      await withDemo({ manner, jobs: 0, groups: 3, groupIds: true }, async other => {
        for (const name of ['Plant', 'Second']) {
          const { items } = await workspace.on(other, name).plan();
          const found = items.flatMap(item =>
            item.problems.map(({ line, text }) => [item.action, line, text]),
          );
          const text = (id: number) => `${id} is an ID on the server of these files, not on “${name}”.`;
          assert.deepEqual(found, [
            ['blocked', 4, text(1)],
            ['blocked', 7, text(2)],
            ['blocked', 10, text(3)],
            ['blocked', 13, text(4)],
          ]);
        }
      });
    }));

  it('uses the labels of the server, and not those of another one with its name', () =>
    withWorkspace({ manner, jobs: 0, groups: 0 }, async workspace => {
      await workspace.export();
      workspace.labelIds('Plant');
      workspace.write('jobs/new.job.jsonc', JSON.stringify({ name: 'New', policies: ['Label 1'] }));
      assert.deepEqual(summary(await workspace.differences()), ['create New: name, policies']);
      await withDemo({ manner, jobs: 0, groups: 0 }, async other => {
        assert.deepEqual(summary(await workspace.on(other, 'Plant').differences()), [
          'blocked New: No ID on “Plant” has the label “Label 1”.',
        ]);
      });
    }));

  it('plans a new group before the jobs that target it', () =>
    withWorkspace({ manner, jobs: 2, groups: 1 }, async workspace => {
      await workspace.export();
      workspace.write('groups/new.group.jsonc', '{ "name": "New group", }');
      workspace.write(
        'jobs/new.job.jsonc',
        JSON.stringify({ name: 'New', ...policy, groups: ['New group'] }),
      );
      const items = await workspace.differences();
      assert.deepEqual(
        items.filter(isPending).map(({ action, kind, name }) => [action, kind, name]),
        [
          ['create', 'group', 'New group'],
          ['create', 'job', 'New'],
        ],
      );
    }));

  it('leaves objects without a file on the server unless the manifest prunes', () =>
    withWorkspace({ manner, jobs: 0, groups: 0 }, async workspace => {
      await workspace.export();
      await workspace.client.jobs.create({ name: 'Other', ...policy });
      assert.equal(countActions((await workspace.plan()).items).onlyOnServer, 1);
      workspace.edit('device-automation.json', { prune: true, allowEmpty: true });
      assert.equal(countActions((await workspace.plan()).items).delete, 1);
      workspace.edit('device-automation.json', { prune: true, jobs: { exclude: ['Oth*'] } });
      assert.deepEqual((await workspace.plan()).items, []);
    }));

  it('neither lists nor deletes objects without a file while a file or the manifest cannot be read', () =>
    withWorkspace({ manner, jobs: 2, groups: 0 }, async workspace => {
      await workspace.export();
      workspace.edit('device-automation.json', { prune: true });
      const [path = ''] = workspace.paths().filter(each => each.startsWith('jobs/'));
      workspace.write(path, 'name: Backup');
      for (const change of [() => undefined, () => workspace.write('device-automation.json', '')]) {
        change();
        const { isComplete, items } = await workspace.plan();
        assert.equal(isComplete, false);
        assert.deepEqual(
          items.filter(({ file }) => file === undefined),
          [],
        );
      }
    }));

  it('plans no second job for a second file of one job', () =>
    withWorkspace({ manner, jobs: 0, groups: 0 }, async workspace => {
      await workspace.client.jobs.create({ name: 'Backup', ...policy });
      await workspace.export();
      workspace.write('jobs/copy.job.jsonc', JSON.stringify({ name: 'Backup', ...policy }));
      const { items, problems } = await workspace.plan();
      assert.deepEqual(
        items.map(({ action }) => action),
        ['unchanged'],
      );
      assert.deepEqual(
        problems.map(({ text }) => text),
        ['jobs/backup.job.jsonc describes the same object.'],
      );
    }));

  it('identifies jobs of the same name by their key, and is ambiguous without it', () =>
    withWorkspace({ manner, jobs: 0, groups: 0 }, async workspace => {
      await workspace.client.jobs.create({ name: 'Twin', ...policy });
      await workspace.client.jobs.create({ name: 'Twin', policies: [2] });
      await workspace.export();
      const [first = '', second = ''] = workspace.paths().filter(path => path.startsWith('jobs/'));
      assert.deepEqual(await workspace.differences(), []);
      workspace.edit(second, { enabled: false });
      assert.deepEqual(summary(await workspace.differences()), ['change Twin: enabled']);
      workspace.remove(first);
      workspace.edit(second, { $key: undefined, policies: [3] });
      const [item] = await workspace.differences();
      assert.equal(item?.action, 'blocked');
      assert.match(item?.problems[0]?.text ?? '', /^“Plant” has several objects named “Twin”: #\d+, #\d+\./);
    }));
});
