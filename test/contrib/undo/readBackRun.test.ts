import assert from 'node:assert/strict';
import type { ItemOutcome, RunRecord } from '../../../src/store/runs/runRecord.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { readBackRun } = await import('../../../src/contrib/undo/vscode/readBackRun.ts');

type Is = ItemOutcome['is'];

const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
const marks = { name: 'Nightly', params: 'RRULE:FREQ=DAILY', policies: [1], reports: [] };
const another = { name: 'Payroll', params: 'RRULE:FREQ=WEEKLY', policies: [9], reports: [] };
const job = { name: 'Nightly', id: 1, marks };
const office = { name: 'Office', id: 7, key: 'dn:O', marks: { dn: 'O' } };
const edit = { before: { retry: 1 }, after: { retry: 2 } };
const addition = { add: [{ name: 'PC-1' }], remove: [] };
const createGroup = { name: 'New', draft: { name: 'New', server_set: ['PC-1'] } };

/** What the server has when the item is read back: job 1 and group 7, if they exist, or an object with another ID. */
type Now = (memoryServer: Given['memoryServer']) => void;
const jobNow =
  (fields: object): Now =>
  ({ jobs }) =>
    void jobs.set(1, { ...marks, ...fields });
const groupNow =
  (dn: string, ...devices: string[]): Now =>
  ({ groups }) =>
    void groups.set(7, { name: 'Office', dn, server_set: hosts(...devices) });
const newGroup =
  (...devices: string[]): Now =>
  ({ groups }) =>
    void groups.set(5, { name: 'New', dn: 'N', server_set: hosts(...devices) });
const nothing: Now = () => undefined;

const cases: readonly (readonly [
  what: string,
  act: RunRecord['act'],
  item: Omit<ItemOutcome, 'is'>,
  now: Now,
  is: Is,
])[] = [
  ['a job that is gone', 'deleteJobs', job, nothing, 'done'],
  ['a job that is still there', 'deleteJobs', job, jobNow({}), 'failed'],
  ['another job with the ID', 'deleteJobs', job, jobNow(another), 'done'],
  ['an enabled job', 'enableJobs', job, jobNow({ enabled: true }), 'done'],
  ['a job that is still disabled', 'enableJobs', job, jobNow({ enabled: false }), 'failed'],
  ['another disabled job with the ID', 'disableJobs', job, jobNow({ ...another, enabled: false }), 'unknown'],
  ['a job that was deleted', 'disableJobs', job, nothing, 'unknown'],
  ['an edited job', 'changeJobs', { ...job, draft: edit }, jobNow({ retry: 2 }), 'done'],
  ['a job as it was before the edit', 'changeJobs', { ...job, draft: edit }, jobNow({ retry: 1 }), 'failed'],
  ['a job edited by others', 'changeJobs', { ...job, draft: edit }, jobNow({ retry: 3 }), 'unknown'],
  ['a stopped job', 'stopJobs', job, jobNow({}), 'unknown'],
  [
    'a group with its new device',
    'changeMembers',
    { ...office, draft: addition },
    groupNow('O', 'PC-1'),
    'done',
  ],
  [
    'a group without its new device',
    'changeMembers',
    { ...office, draft: addition },
    groupNow('O'),
    'failed',
  ],
  [
    'another group with the ID',
    'changePlaces',
    { ...office, draft: addition },
    groupNow('L', 'PC-1'),
    'unknown',
  ],
  ['a group that is gone', 'deleteGroups', office, nothing, 'done'],
  ['a group that is still there', 'deleteGroups', office, groupNow('O'), 'failed'],
  ['a created group', 'importGroups', createGroup, newGroup('PC-1'), 'done'],
  ['a group of the same name with other devices', 'importGroups', createGroup, newGroup(), 'unknown'],
  ['a group that was not created', 'importGroups', createGroup, nothing, 'failed'],
];

const runOf = (act: RunRecord['act'], ...items: readonly ItemOutcome[]): RunRecord => ({
  time: '2026-01-02T03:04:05.000Z',
  server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
  act,
  items,
});

describe('what the server shows of an item with an unknown outcome', () => {
  for (const [what, act, item, now, is] of cases)
    it(`is “${is}” for ${what} (${act})`, () =>
      withMemoryServer(async ({ memoryServer, session, context }) => {
        now(memoryServer);
        const { items } = await readBackRun(context, session, runOf(act, { ...item, is: 'unknown' }));
        assert.deepEqual(
          items.map(found => found.is),
          [is],
        );
        assert.deepEqual(memoryServer.writes, []);
      }));

  it('does not matter for items whose outcome is known', () =>
    withMemoryServer(async ({ session, context }) => {
      const run = runOf('deleteJobs', { ...job, is: 'failed' }, { ...job, is: 'notSent' });
      assert.deepEqual(await readBackRun(context, session, run), run);
    }));
});
