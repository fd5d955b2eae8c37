import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describeForManners } from '../support/http/manners.ts';
import { summary, withWorkspace } from './support/workspace.ts';

describeForManners('jobs and groups as files', manner => {
  it('changes no byte when they are exported again', () =>
    withWorkspace({ manner, awkward: true }, async workspace => {
      await workspace.export();
      const before = workspace.texts();
      const again = await workspace.export();
      assert.ok(before.size > 20);
      assert.deepEqual(again.writes, []);
      assert.deepEqual(workspace.texts(), before);
    }));

  it('match the server that they were exported from, whatever its objects', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.nat(1_000),
          jobs: fc.integer({ min: 0, max: 60 }),
          groups: fc.integer({ min: 0, max: 10 }),
          devices: fc.integer({ min: 0, max: 40 }),
          awkward: fc.boolean(),
          groupIds: fc.boolean(),
          extraFields: fc.boolean(),
          legacy: fc.boolean(),
        }),
        world =>
          withWorkspace({ manner, ...world }, async workspace => {
            const { skipped } = await workspace.export();
            const left = await workspace.differences();
            assert.deepEqual(
              summary(left.filter(({ object }) => !skipped.some(({ name }) => name === object?.name))),
              [],
            );
          }),
      ),
      { numRuns: 25 },
    ));

  it('contain neither the address of the server nor its token', () =>
    withWorkspace({ manner }, async workspace => {
      await workspace.export();
      const all = [...workspace.texts().values()].join('\n');
      assert.ok(!all.includes(new URL(workspace.server.url).host));
      assert.ok(!all.includes(workspace.server.token));
    }));
});
