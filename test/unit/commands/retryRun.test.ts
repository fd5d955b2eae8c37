import assert from 'node:assert/strict';
import type { RunRecord } from '../../../src/journal/runRecord.ts';
import { withPlant } from './support/plant.ts';

const { retryRun } = await import('../../../src/commands/retryRun.ts');

const record = (fields: Pick<RunRecord, 'act' | 'items'>, url = 'https://plant.example'): RunRecord => ({
  time: '2026-01-02T03:04:05.000Z',
  server: { id: 'plant', name: 'Plant', url },
  ...fields,
});
const item = (is: 'done' | 'failed' | 'unknown' | 'notSent', name: string, more: object = {}) => ({
  is,
  name,
  ...more,
});
const office = { name: 'Office', dn: 'O', server_set: [{ hostname: 'PC-1' }] };

describe('retrying what a run has not done', () => {
  it('creates what failed or was not sent, not what may have been created', () =>
    withPlant(async ({ plant, person, context }) => {
      const draft = (name: string) => ({ draft: { name, server_set: [] } });
      const names = ['failed', 'notSent', 'unknown', 'done'] as const;
      const items = names.map(is => item(is, is, draft(is)));
      await retryRun(context, [record({ act: 'createGroups', items })]);
      assert.equal(person.of('confirm')[0], 'Create 2 objects on “Plant”?\n“failed” and “notSent”');
      assert.deepEqual(plant.writes.toSorted(), [
        'POST /account/api/group/ {"name":"failed","server_set":[]}',
        'POST /account/api/group/ {"name":"notSent","server_set":[]}',
      ]);
    }));

  it('changes groups and jobs based on their current version on the server', () =>
    withPlant(async ({ plant, context }) => {
      plant.groups.set(7, office);
      plant.jobs.set(1, { name: 'Nightly', policies: [3, 9] });
      const members = item('failed', 'Office', {
        id: 7,
        key: 'dn:O',
        draft: { add: [{ name: 'PC-2' }], remove: [] },
      });
      await retryRun(context, [record({ act: 'changeMembers', items: [members] })]);
      const edit = { before: { policies: [3] }, after: { policies: [4] } };
      const job = item('notSent', 'Nightly', { id: 1, draft: edit });
      await retryRun(context, [record({ act: 'changeJobs', items: [job] })]);
      assert.deepEqual(plant.writes, [
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-2"]}',
        'PATCH /automation/api/job/1/ {"policies":[9,4]}',
      ]);
    }));

  it('does nothing for a removed server, or for a run that its record cannot repeat', () =>
    withPlant(async ({ plant, person, context }) => {
      const items = [item('failed', 'A', { id: 1, draft: { name: 'A', server_set: [] } })];
      const none = { ...context, sessions: { active: undefined, get: () => undefined } };
      await retryRun(none, [record({ act: 'createGroups', items })]);
      await retryRun(context, [record({ act: 'deleteJobs', items })]);
      assert.deepEqual([person.messages, plant.writes], [[], []]);
    }));

  it('sends nothing when nothing is left, or when the server has moved since', () =>
    withPlant(async ({ plant, person, context }) => {
      const gone = item('failed', 'Nightly', { id: 1, draft: { before: {}, after: { enabled: true } } });
      await retryRun(context, [record({ act: 'changeJobs', items: [gone] })]);
      const moved = record({ act: 'createJobs', items: [item('failed', 'A', { draft: {} })] }, 'https://old');
      await retryRun(context, [moved]);
      assert.deepEqual(person.of('info'), [
        'Nothing left to do.',
        'The URL of the server has changed since (it was https://old), so this cannot be resumed.',
      ]);
      assert.deepEqual(plant.writes, []);
    }));
});
