import assert from 'node:assert/strict';
import { withDemo } from '../../../support/http/clients.ts';
import { describeForManners } from '../../../support/http/manners.ts';
import { summary, withWorkspace } from '../support/workspace.ts';

const policy = { policies: [1] };

describeForManners('the plan of files', manner => {
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
});
