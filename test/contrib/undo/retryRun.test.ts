import assert from 'node:assert/strict';
import type { ItemOutcome, RunRecord } from '../../../src/store/runs/runRecord.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { recordedRetries } = await import('../../../src/workbench/commands/retries.ts');
const { retryRun } = await import('../../../src/contrib/undo/vscode/retryRun.ts');
const { jobItem, groupItem } = await import('../../../src/workbench/commands/runs/recordedObjects.ts');

type Is = ItemOutcome['is'];

const record = (fields: Omit<RunRecord, 'time' | 'server'>, url = 'https://plant.example'): RunRecord => ({
  time: '2026-01-02T03:04:05.000Z',
  server: { id: 'plant', name: 'Plant', url },
  ...fields,
});
const item = (is: Is, name: string, more: Partial<ItemOutcome> = {}): ItemOutcome => ({ is, name, ...more });
const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
const office = { name: 'Office', dn: 'O', server_set: hosts('PC-1') };
const addition = (is: Is, name: string, id: number, ...devices: string[]) =>
  item(is, name, {
    id,
    key: `dn:${name[0]}`,
    draft: { add: devices.map(device => ({ name: device })), remove: [] },
  });
const nightly = (number: number) => ({
  name: `Job ${number}`,
  params: 'RRULE:FREQ=DAILY',
  policies: [number],
  peers: hosts('PC-1'),
  enabled: true,
});

/** Retries the run on jobs that were recorded when they were like this; `now` are those on the server. */
async function retryJobs(
  { memoryServer, session, context }: Given,
  act: RunRecord['act'],
  now: ReadonlyMap<number, ReturnType<typeof nightly>>,
  draft: Partial<ItemOutcome> = {},
): Promise<void> {
  const items: ItemOutcome[] = [];
  for (const id of [1, 2, 3]) {
    memoryServer.jobs.set(id, nightly(id));
    items.push({ ...jobItem(await session.jobs.read(id)), ...draft, is: 'notSent' });
    memoryServer.jobs.delete(id);
  }
  for (const [id, job] of now) memoryServer.jobs.set(id, { ...job });
  await retryRun(context, [record({ act, items })]);
}

describe('retrying what a run has not done', () => {
  it('creates what failed or was not sent, and reads back what may have been created', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      const draft = (name: string) => ({ draft: { name, server_set: [] } });
      memoryServer.groups.set(9, { name: 'unknown', dn: 'U', server_set: [] });
      const names = ['failed', 'notSent', 'unknown', 'done'] as const;
      const items = names.map(is => item(is, is, draft(is)));
      await retryRun(context, [record({ act: 'importGroups', items })]);
      assert.equal(
        user.of('confirm')[0],
        'Do the rest of “Create and Change Groups” on “Plant” for 2 objects?\n“failed” and “notSent”',
      );
      assert.deepEqual(memoryServer.writes.toSorted(), [
        'POST /account/api/group/ {"name":"failed","server_set":[]}',
        'POST /account/api/group/ {"name":"notSent","server_set":[]}',
      ]);
    }));

  it('asks before it creates a group whose name exists by now', () =>
    withMemoryServer(async ({ memoryServer, context }) => {
      memoryServer.groups.set(1, { name: 'Nightly ', dn: '', server_set: [] });
      const asked: (string | undefined)[] = [];
      const creates = {
        create: async <T>({
          send,
          doubtfulName,
        }: {
          send: () => Promise<T>;
          doubtfulName?: string | undefined;
        }) => {
          asked.push(doubtfulName);
          return send();
        },
      };
      const items = ['Nightly', 'Weekly'].map(name => item('notSent', name, { draft: { name } }));
      const runActions = [recordedRetries({ ...context, creates })];
      await retryRun({ ...context, runActions }, [record({ act: 'importGroups', items })]);
      assert.deepEqual(asked, ['Nightly']);
    }));

  it('changes groups and jobs based on their current version on the server', () =>
    withMemoryServer(async ({ memoryServer, context }) => {
      memoryServer.groups.set(7, office);
      memoryServer.jobs.set(1, { name: 'Nightly', policies: [3, 9] });
      await retryRun(context, [
        record({ act: 'changeMembers', items: [addition('failed', 'Office', 7, 'PC-2')] }),
      ]);
      const edit = { before: { policies: [3] }, after: { policies: [4] } };
      const job = item('notSent', 'Nightly', { id: 1, draft: edit });
      await retryRun(context, [record({ act: 'changeJobs', items: [job] })]);
      assert.deepEqual(memoryServer.writes, [
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-2"]}',
        'PATCH /automation/api/job/1/ {"policies":[9,4]}',
      ]);
    }));

  it('changes the intended group, not another one that has its ID now', () =>
    withMemoryServer(async ({ memoryServer, context }) => {
      memoryServer.groups.set(7, { name: 'Stock', dn: 'S', server_set: [] });
      memoryServer.groups.set(9, office);
      const items = [addition('notSent', 'Office', 7, 'PC-2'), addition('notSent', 'Lab', 8, 'PC-2')];
      await retryRun(context, [record({ act: 'changeMembers', items })]);
      assert.deepEqual(memoryServer.writes, ['PATCH /account/api/group/9/ {"server_set":["PC-1","PC-2"]}']);
    }));

  it('creates and changes groups of an import as one run', () =>
    withMemoryServer(async ({ memoryServer, context, user }) => {
      memoryServer.groups.set(7, office);
      const items = [
        item('done', 'Made', { draft: { name: 'Made' } }),
        item('notSent', 'New', { draft: { name: 'New', server_set: ['PC-1'] } }),
        addition('notSent', 'Office', 7, 'PC-2'),
      ];
      await retryRun(context, [record({ act: 'importGroups', items })]);
      assert.match(user.of('confirm')[0] ?? '', /for 2 objects\?\n“New” and “Office”$/);
      assert.deepEqual(memoryServer.writes.toSorted(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-2"]}',
        'POST /account/api/group/ {"name":"New","server_set":["PC-1"]}',
      ]);
      assert.equal(user.of('info').length, 1);
    }));

  for (const [act, edited, write] of [
    ['enableJobs', { enabled: false }, 'PATCH /automation/api/job/1/ {"enabled":true}'],
    ['disableJobs', { enabled: true }, 'PATCH /automation/api/job/1/ {"enabled":false}'],
    ['deleteJobs', {}, 'DELETE /automation/api/job/1/'],
  ] as const)
    it(`of ${act} leaves out jobs that are gone, and refuses another one with the same ID`, () =>
      withMemoryServer(async given => {
        const payroll = { ...nightly(9), name: 'Payroll' };
        const now = new Map([
          [1, { ...nightly(1), ...edited }],
          [2, { ...payroll, ...edited }],
        ]);
        await retryJobs(given, act, now);
        assert.deepEqual(given.memoryServer.writes, [write]);
        assert.match(given.user.of('confirm')[0] ?? '', /2 jobs on “Plant”/);
        assert.match([...given.user.of('warn'), ...given.user.of('error')].join(), /WriteError/);
      }));

  it('of a deletion of groups refuses one with other devices by now', () =>
    withMemoryServer(async given => {
      const { memoryServer, session, context, user } = given;
      memoryServer.groups.set(7, office);
      memoryServer.groups.set(8, { name: 'Lab', dn: 'L', server_set: [] });
      await session.groups.refresh();
      const items = session.groups.entries.map(({ group }) => ({
        ...groupItem(group, group.id ?? 0),
        is: 'notSent' as const,
      }));
      memoryServer.groups.set(8, { name: 'Lab', dn: 'L', server_set: hosts('PC-3') });
      await retryRun(context, [record({ act: 'deleteGroups', items })]);
      assert.deepEqual(memoryServer.writes, ['DELETE /account/api/group/7/']);
      assert.match(user.of('warn').join(), /WriteError/);
    }));

  it('sends nothing when nothing is left, or when the server has moved since', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      const gone = item('failed', 'Nightly', { id: 1, draft: { before: {}, after: { enabled: true } } });
      await retryRun(context, [record({ act: 'changeJobs', items: [gone] })]);
      const moved = record(
        { act: 'importGroups', items: [item('failed', 'A', { draft: {} })] },
        'https://old',
      );
      await retryRun(context, [moved]);
      assert.deepEqual(user.of('info'), [
        'Nothing left to do.',
        'The URL of the server has changed since (it was https://old), so this cannot be resumed.',
      ]);
      assert.deepEqual(memoryServer.writes, []);
    }));
});
