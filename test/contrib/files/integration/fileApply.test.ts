import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FilesError } from '../../../../src/contrib/files/common/filesError.ts';
import { existing, rejectionOf } from '../../../support/http/clients.ts';
import { describeForManners } from '../../../support/http/manners.ts';
import { summary, type Workspace, withWorkspace } from '../support/workspace.ts';

const policy = { policies: [1] };

describeForManners('applying files', manner => {
  const writesOf = ({ client }: Workspace) => client.exchanges.filter(({ method }) => method !== 'GET');

  it('makes the server match the files, whatever was edited, so that a second apply does nothing', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            index: fc.nat(1_000),
            fields: fc.record(
              {
                name: fc.constantFrom('New name', ' Spaces ', 'Имя', 'x'.repeat(150)),
                enabled: fc.boolean(),
                params: fc.constantFrom('', ' RRULE:FREQ=DAILY \n', 'RRULE:FREQ=WEEKLY'),
                policies: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
                retry: fc.record({ attempts: fc.nat(9) }),
              },
              { requiredKeys: [] },
            ),
          }),
          { maxLength: 6 },
        ),
        fc.boolean(),
        (edits, groupIds) =>
          withWorkspace({ manner, jobs: 8, groups: 3, groupIds, extraFields: true }, async workspace => {
            await workspace.export();
            const paths = workspace.paths().filter(path => path.startsWith('jobs/'));
            const names = new Set<string>();
            for (const { index, fields } of edits) {
              const { name, ...rest } = fields;
              const isNew = name !== undefined && !names.has(name);
              if (isNew) names.add(name);
              workspace.edit(existing(paths[index % paths.length]), isNew ? fields : rest);
            }
            const { results } = await workspace.apply();
            assert.deepEqual(
              results.filter(({ outcome }) => outcome !== 'done').map(({ text }) => text),
              [],
            );
            assert.deepEqual(summary(await workspace.differences()), []);
            const written = writesOf(workspace).length;
            assert.deepEqual((await workspace.apply()).results, []);
            assert.equal(writesOf(workspace).length, written);
          }),
      ),
      { numRuns: 15 },
    ));

  it('resumes where it was interrupted', () =>
    withWorkspace({ manner, jobs: 12, groups: 0 }, async workspace => {
      await workspace.export();
      for (const path of workspace.paths().filter(name => name.startsWith('jobs/')))
        workspace.edit(path, { policies: [42] });
      const stop = new AbortController();
      const onProgress = (done: number) => done === 3 && stop.abort();
      const first = await workspace.apply(undefined, { signal: stop.signal, onProgress });
      const left = first.results.filter(({ outcome }) => outcome !== 'done');
      assert.ok(left.length > 0 && left.length < first.results.length);
      const second = await workspace.apply();
      assert.equal(second.results.length, left.length);
      assert.ok(second.results.every(({ outcome }) => outcome === 'done'));
      assert.deepEqual(await workspace.differences(), []);
    }));

  it('applies nothing from a set that could not be read completely, nor to a read-only server', () =>
    withWorkspace({ manner }, async workspace => {
      await workspace.export();
      workspace.write('jobs/new.job.jsonc', JSON.stringify({ name: 'New', ...policy }));
      const readOnly = { ...workspace.access, server: { ...workspace.access.server, readOnly: true } };
      const guarded = await rejectionOf(FilesError, workspace.apply(undefined, { access: readOnly }));
      workspace.write('jobs/broken.job.jsonc', '{ "name": ');
      const broken = await rejectionOf(FilesError, workspace.apply());
      assert.deepEqual([guarded.failure.kind, broken.failure.kind], ['readOnly', 'incomplete']);
      assert.deepEqual(writesOf(workspace), []);
    }));
});
