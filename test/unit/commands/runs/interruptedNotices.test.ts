import assert from 'node:assert/strict';
import type { ItemOutcome, RunRecord } from '../../../../src/journal/runRecord.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { withPlant } from '../support/plant.ts';

const { InterruptedRuns } = await import('../../../../src/commands/runs/interruptedRuns.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];
type Left = Partial<RunRecord> & Pick<RunRecord, 'act' | 'items'>;

const url = 'https://plant.example';
const item = (is: ItemOutcome['is'], id: number, more: Partial<ItemOutcome> = {}): ItemOutcome => ({
  is,
  id,
  name: `Job ${id}`,
  ...more,
});
const idleJournal = { begin: () => assert.fail('nothing is sent'), onceBegun: () => () => true };

/** Reports one run of a journal in memory; resolves with what was done after all prompts. */
async function reported(
  { context }: Given,
  left: Left,
  now: (record: RunRecord) => RunRecord | undefined = record => record,
): Promise<readonly string[]> {
  const done: string[] = [];
  const record: RunRecord = {
    time: '2026-01-02T03:04:05.000Z',
    server: { id: 'plant', name: 'Plant', url },
    ...left,
  };
  const run = {
    ...record,
    runId: 'run',
    current: async () => now(record),
    discard: async () => void done.push('discarded'),
  };
  const journal = {
    ...context.journal,
    begin: context.journal.begin.bind(context.journal),
    interrupted: async () => ({ runs: [run], others: false }),
    onceBegun: ({ act, server }: Pick<RunRecord, 'act' | 'server'>) => {
      done.push(`replaced by ${act} on ${server.id}`);
      return () => done.push('kept') > 0;
    },
  };
  const runCommand = async (id: string, ...args: readonly unknown[]) =>
    void done.push(`${id} ${JSON.stringify(args)}`);
  await new InterruptedRuns({ ...context, journal, runCommand }, createManualClock(0)).check();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  return done;
}

const press = ({ person }: Given, ...labels: readonly string[]) => {
  person.press = actions => actions.find(action => labels.includes(action));
};

describe('the notice of an interrupted run', () => {
  it('offers only the report when the server was removed', () =>
    withPlant(async given => {
      const server = { id: 'gone', name: 'Old', url };
      assert.deepEqual(await reported(given, { act: 'stopJobs', items: [item('notSent', 1)], server }), [
        'discarded',
      ]);
      assert.deepEqual(given.person.messages, [
        {
          kind: 'warn',
          text: '“Stop Jobs” on “Old” was interrupted: 0 done. 1 not sent.',
          actions: ['Show Report'],
        },
      ]);
    }));

  it('offers to resume only on the same server, however its URL is written', () =>
    withPlant(async given => {
      for (const same of ['https://plant.example/', 'HTTPS://PLANT.example', ' https://plant.example'])
        await reported(given, {
          act: 'stopJobs',
          items: [item('notSent', 1)],
          server: { id: 'plant', name: 'Plant', url: same },
        });
      await reported(given, {
        act: 'stopJobs',
        items: [item('notSent', 1)],
        server: { id: 'plant', name: 'Plant', url: 'no URL' },
      });
      const offered = ['Show Report', 'Resume…'];
      assert.deepEqual(
        given.person.messages.map(({ actions }) => actions),
        [offered, offered, offered, ['Show Report']],
      );
    }));

  it('offers to resume only what is not done, and to restore only deleted objects whose contents are recorded', () =>
    withPlant(async given => {
      const kept = { name: 'Nightly' };
      for (const left of [
        { act: 'deleteJobs', items: [item('done', 1)] },
        { act: 'deleteJobs', items: [item('unknown', 1, { kept })] },
        { act: 'deleteJobs', items: [item('done', 1, { kept })] },
        { act: 'deleteGroups', items: [item('done', 1, { kept }), item('failed', 2)] },
        { act: 'enableJobs', items: [item('done', 1, { kept })] },
        { act: 'applyFiles', items: [item('notSent', 1)] },
        { act: 'applyFiles', items: [item('notSent', 1)], folder: '/files' },
      ] as const)
        await reported(given, left);
      assert.deepEqual(
        given.person.messages.map(({ actions }) => actions.slice(1).join()),
        ['', 'Resume…', 'Restore Deleted', 'Resume…,Restore Deleted', '', '', 'Resume…'],
      );
    }));

  it('is not shown again after its report when nothing can be done', () =>
    withPlant(async given => {
      press(given, 'Show Report');
      assert.deepEqual(await reported(given, { act: 'stopJobs', items: [item('done', 1)] }), ['discarded']);
      assert.deepEqual([given.person.messages.length, given.person.shown.length], [1, 1]);
    }));

  it('reports that another window continues, and leaves the run to that window', () =>
    withPlant(async given => {
      press(given, 'Resume…');
      const left = { act: 'stopJobs', items: [item('notSent', 1)] } as const;
      assert.deepEqual(await reported(given, left, () => undefined), []);
      assert.deepEqual(given.person.of('info'), ['Another window continues this operation.']);
    }));

  it('shows an error and keeps the run when resuming fails', () =>
    withPlant(async given => {
      press(given, 'Resume…');
      given.plant.failures.set('GET /automation/api/job/1/', 403);
      const left = { act: 'stopJobs', items: [item('notSent', 1)] } as const;
      assert.deepEqual(await reported(given, left), ['replaced by stopJobs on plant', 'kept']);
      assert.match(given.person.of('error').join(), /403/);
    }));
});

describe('the rest of an interrupted run', () => {
  const one = { name: 'One', enabled: true };

  it('is handled by the usual command, for the jobs that exist and are not in that state yet', () =>
    withPlant(async given => {
      given.plant.jobs.set(1, one);
      given.plant.jobs.set(2, { ...one, enabled: false });
      given.plant.jobs.set(3, { name: 'One' });
      press(given, 'Resume…', 'Include Changed');
      const items = [1, 2, 3, 4, 5].map(id => item(id === 4 ? 'done' : 'unknown', id));
      const commands = [];
      for (const act of ['stopJobs', 'deleteJobs', 'enableJobs', 'disableJobs'] as const)
        commands.push((await reported(given, { act, items }))[1]);
      assert.deepEqual(commands, [
        'deviceAutomation.job.stop [{"ids":[1,2,3],"server":"plant"}]',
        'deviceAutomation.job.delete [{"ids":[1,2,3],"server":"plant"}]',
        'deviceAutomation.job.enable [{"ids":[2,3],"server":"plant"}]',
        'deviceAutomation.job.disable [{"ids":[1,3],"server":"plant"}]',
      ]);
    }));

  it('is read again when the run was continued in the meantime', () =>
    withPlant(async given => {
      given.plant.jobs.set(1, one);
      press(given, 'Resume…', 'Include Changed');
      const left = { act: 'stopJobs', items: [item('notSent', 1), item('notSent', 2)] } as const;
      const done = (record: RunRecord) => ({ ...record, items: [item('done', 1), item('notSent', 2)] });
      assert.deepEqual(await reported(given, left, done), [
        'replaced by stopJobs on plant',
        'discarded',
        'kept',
      ]);
      assert.match(given.person.of('info').join(), /^Nothing left to do/);
    }));

  it('stays in the journal when the prompt about changed objects is canceled', () =>
    withPlant(async given => {
      given.plant.jobs.set(1, one);
      given.plant.groups.set(7, { name: 'Office', dn: 'O', server_set: [] });
      press(given, 'Resume…');
      const group = item('notSent', 7, { name: 'Lab', key: 'dn:O' });
      for (const left of [
        { act: 'stopJobs', items: [item('notSent', 1)] },
        { act: 'deleteGroups', items: [group] },
      ] as const)
        assert.deepEqual(await reported(given, left), [`replaced by ${left.act} on plant`, 'kept']);
    }));

  it('is empty when the groups were deleted', () =>
    withPlant(async given => {
      given.plant.groups.set(7, { name: 'Office', dn: 'O', server_set: [] });
      press(given, 'Resume…');
      const items = [item('notSent', 7, { name: 'Lab', key: 'dn:L' })];
      assert.deepEqual(await reported(given, { act: 'deleteGroups', items }), [
        'replaced by deleteGroups on plant',
        'discarded',
        'kept',
      ]);
    }));

  it('is applied from its folder, or copied from its source server', () =>
    withPlant(async given => {
      press(given, 'Resume…');
      const items = [item('done', 1), item('notSent', 2, { kind: 'job' })];
      const copied = { from: { id: 'office', name: 'Office', url }, jobs: [2], groups: [] };
      const rest = '{"server":"plant","items":[{"name":"Job 2","kind":"job"}]';
      assert.deepEqual(
        [
          await reported(given, { act: 'applyFiles', items, folder: '/files' }),
          await reported(given, { act: 'applyFiles', items, copied }),
        ].map(done => done[1]),
        [
          `deviceAutomation.files.apply [${rest},"folder":"/files"}]`,
          `deviceAutomation.files.copyToServer [${rest},"copied":${JSON.stringify(copied)}}]`,
        ],
      );
    }));

  it('is replaced by the run that restores the deleted objects', () =>
    withPlant(async given => {
      press(given, 'Restore Deleted');
      const items = [item('done', 1, { kept: { name: 'Nightly' } }), item('notSent', 2)];
      const restored = [];
      for (const act of ['deleteJobs', 'deleteGroups'] as const)
        restored.push((await reported(given, { act, items })).slice(0, 1));
      assert.deepEqual(restored, [
        ['replaced by createJobs on plant'],
        ['replaced by createGroups on plant'],
      ]);
      while (given.person.of('info').length < 2) await new Promise(setImmediate);
      // Either run may send first.
      assert.deepEqual([...given.plant.writes].sort(), [
        'POST /account/api/group/ {"name":"Nightly"}',
        'POST /automation/api/job/ {"name":"Nightly"}',
      ]);
    }));
});

describe('checks for interrupted runs', () => {
  /** A journal without interrupted runs, in which other windows may have active ones. */
  const checking = (given: Given, others: () => boolean | Promise<boolean>) => {
    const clock = createManualClock(0);
    let checks = 0;
    const interrupted = async () => {
      checks += 1;
      return { runs: [], others: await others() };
    };
    const journal = { ...idleJournal, interrupted };
    const runs = new InterruptedRuns({ ...given.context, journal, runCommand: async () => undefined }, clock);
    const advance = async (ms: number) => {
      clock.advance(ms);
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    };
    return { clock, runs, advance, checks: () => checks };
  };

  it('repeat every 10 s while other windows have runs', () =>
    withPlant(async given => {
      let others = true;
      const { runs, advance, checks, clock } = checking(given, () => others);
      await runs.check();
      await advance(9_999);
      assert.equal(checks(), 1);
      await advance(1);
      assert.equal(checks(), 2);
      others = false;
      await advance(10_000);
      assert.deepEqual([checks(), clock.pending], [3, 0]);
    }));

  it('stop after half an hour, and start again when the window gets focus', () =>
    withPlant(async given => {
      const { runs, advance, checks, clock } = checking(given, () => true);
      await runs.check();
      for (let count = 1; count < 200; count++) await advance(10_000);
      assert.deepEqual([checks(), clock.pending], [200, 0]);
      clock.advance(10_000);
      runs.focused();
      await advance(0);
      assert.deepEqual([checks(), clock.pending], [201, 1]);
    }));

  it('run on focus, but not before the first check, during another, or more often than every 10 s', () =>
    withPlant(async given => {
      let end: () => void = () => undefined;
      let others = new Promise<boolean>(resolve => {
        end = () => resolve(false);
      });
      const { runs, advance, checks, clock } = checking(given, () => others);
      runs.focused();
      await advance(0);
      assert.deepEqual([checks(), clock.pending], [0, 0]);
      const check = runs.check();
      await advance(20_000);
      runs.focused();
      assert.deepEqual([checks(), clock.pending], [1, 0]);
      end();
      await check;
      others = Promise.resolve(false);
      runs.focused();
      await advance(0);
      assert.equal(checks(), 2);
      await advance(4_000);
      runs.focused();
      runs.focused();
      assert.equal(clock.pending, 1);
      await advance(5_999);
      assert.equal(checks(), 2);
      await advance(1);
      assert.deepEqual([checks(), clock.pending], [3, 0]);
    }));

  it('stop on disposal', () =>
    withPlant(async given => {
      const { runs, clock } = checking(given, () => true);
      runs.dispose();
      await runs.check();
      assert.equal(clock.pending, 1);
      runs.dispose();
      assert.equal(clock.pending, 0);
    }));
});
