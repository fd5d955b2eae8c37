import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { PlanNotAppliedError } from '../../src/files/applyErrors.ts';
import type { ApplyResults } from '../../src/files/applyPlan.ts';
import { existing, rejectionOf } from '../support/http/clients.ts';
import { describeForManners } from '../support/http/manners.ts';
import { summary, type Workspace, withWorkspace } from './support/workspace.ts';

const policy = { policies: [1] };

function outcomes({ results }: ApplyResults): string[] {
  return results.map(({ item, outcome }) => `${item.name}: ${outcome}`);
}

describeForManners('applying files', manner => {
  const writesOf = ({ client }: Workspace) => client.exchanges.filter(({ method }) => method !== 'GET');

  it('sends only the fields that differ, and nothing the second time', () =>
    withWorkspace({ manner }, async workspace => {
      const job = await workspace.client.jobs.create({ name: 'Backup', ...policy, enabled: true });
      await workspace.export();
      workspace.edit('jobs/backup.job.jsonc', { enabled: false });
      const plan = await workspace.plan();
      await workspace.client.jobs.update(job.id, { run_on_start: true });
      const before = writesOf(workspace).length;
      assert.deepEqual(outcomes(await workspace.apply(plan)), ['Backup: done']);
      const stored = await workspace.client.jobs.get(job.id);
      assert.deepEqual([stored.enabled, stored.run_on_start], [false, true]);
      assert.deepEqual(outcomes(await workspace.apply(plan)), ['Backup: unchanged']);
      assert.equal(writesOf(workspace).length, before + 1);
    }));

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

  it('creates groups before the jobs that target them, on a server that returns no IDs', () =>
    withWorkspace({ manner, jobs: 3, groups: 2 }, async workspace => {
      await workspace.export();
      workspace.write('groups/new.group.jsonc', '// The new office\n{ "name": "New office" }');
      workspace.write(
        'jobs/new.job.jsonc',
        JSON.stringify({ name: 'New', ...policy, groups: ['New office'] }),
      );
      assert.deepEqual(outcomes(await workspace.apply()), ['New office: done', 'New: done']);
      assert.deepEqual(summary(await workspace.differences()), []);
      const [job] = (await workspace.access.jobs.all({ isWanted: ({ name }) => name === 'New' })).jobs;
      assert.deepEqual(job?.groups, [await workspace.groupId('New office')]);
    }));

  it('leaves the DN of a new group to the server when the file has none', () =>
    withWorkspace({ manner, groupIds: true }, async workspace => {
      await workspace.export();
      workspace.write('groups/lab.group.jsonc', '{ "name": "Lab", "dn": "", "server_set": [] }');
      const { results } = await workspace.apply();
      assert.deepEqual(
        results.map(({ outcome, storedDifferently }) => [outcome, storedDifferently]),
        [['done', undefined]],
      );
      assert.deepEqual(summary(await workspace.differences()), []);
      assert.deepEqual((await workspace.apply()).results, []);
      const { groups } = workspace.access;
      await groups.refresh();
      assert.deepEqual(
        groups.entries.filter(({ group }) => group.dn === ''),
        [],
      );
    }));

  it('does not overwrite what another client changed after the plan', () =>
    withWorkspace({ manner }, async workspace => {
      const { jobs } = workspace.client;
      const changed = await jobs.create({ name: 'Changed', ...policy });
      const deleted = await jobs.create({ name: 'Deleted', policies: [2] });
      await workspace.export();
      workspace.edit('jobs/changed.job.jsonc', { policies: [3], enabled: false });
      workspace.edit('jobs/deleted.job.jsonc', { policies: [3] });
      workspace.write('jobs/created.job.jsonc', JSON.stringify({ name: 'Created', ...policy }));
      const plan = await workspace.plan();
      await jobs.update(changed.id, { policies: [9] });
      await jobs.remove(deleted.id);
      await jobs.create({ name: 'Created', policies: [8] });
      const { results } = await workspace.apply(plan);
      assert.deepEqual(
        results.map(({ outcome, text }) => [outcome, text]),
        [
          ['conflict', 'Changed on the server in the meantime, so nothing was sent: Policies. Plan again.'],
          [
            'conflict',
            '“Created” was created on the server in the meantime, so nothing was sent. Plan again.',
          ],
          ['conflict', 'It was deleted on the server after the plan was made. Plan again.'],
        ],
      );
      assert.deepEqual((await jobs.get(changed.id)).policies, [9]);
    }));

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

  it('deletes jobs before groups, and only if the manifest prunes', () =>
    withWorkspace({ manner, jobs: 0, groups: 0 }, async workspace => {
      await workspace.export();
      await workspace.client.groups.create({ name: 'Office' });
      const group = await workspace.groupId('Office');
      await workspace.client.jobs.create({ name: 'Job', ...policy, groups: [group] });
      assert.deepEqual((await workspace.apply()).results, []);
      workspace.edit('device-automation.json', { prune: true, allowEmpty: true });
      assert.deepEqual(outcomes(await workspace.apply()), ['Job: done', 'Office: done']);
      assert.deepEqual((await workspace.plan()).items, []);
    }));

  it('applies nothing from a set that could not be read completely, nor to a read-only server', () =>
    withWorkspace({ manner }, async workspace => {
      await workspace.export();
      workspace.write('jobs/new.job.jsonc', JSON.stringify({ name: 'New', ...policy }));
      const readOnly = { ...workspace.access, server: { ...workspace.access.server, readOnly: true } };
      const guarded = await rejectionOf(
        PlanNotAppliedError,
        workspace.apply(undefined, { access: readOnly }),
      );
      workspace.write('jobs/broken.job.jsonc', '{ "name": ');
      const broken = await rejectionOf(PlanNotAppliedError, workspace.apply());
      assert.deepEqual([guarded.reason, broken.reason], ['readOnly', 'incomplete']);
      assert.deepEqual(writesOf(workspace), []);
    }));
});
