import assert from 'node:assert/strict';
import { withMemoryServer } from './support/memoryServer.ts';

const { groupJobs, readAllStatuses, sortJobs } = await import('../../../src/commands/arrange.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** What is chosen for the view, and the labels that were offered, with their title. */
const withView = (use: (given: Given, offered: string[], chosen: unknown[]) => unknown) =>
  withMemoryServer(async given => {
    const [offered, chosen]: [string[], unknown[]] = [[], []];
    const { pick } = given.user.dialogs;
    given.user.dialogs.pick = (title, choices) => {
      offered.push(title, ...choices.map(({ label, description = '' }) => `${label} ${description}`.trim()));
      return pick(title, choices);
    };
    Object.assign(given.context.jobsView, {
      arrangementOf: () => ({ sort: 'name', grouping: 'status' }),
      arrange: (_: unknown, choice: unknown) => void chosen.push(choice),
    });
    await use(given, offered, chosen);
  });

const none = ({ context, done }: Given) => ({
  ...context,
  sessions: { active: undefined, get: () => undefined },
  offerServer: async () => void done.push('offer'),
});

describe('sorting jobs', () => {
  it('uses the order of an argument, or the one that is picked', () =>
    withView(async ({ context, user }, offered, chosen) => {
      await sortJobs(context, ['status']);
      user.pick = () => 'nextRun';
      await sortJobs(context, []);
      assert.deepEqual(chosen, [{ sort: 'status' }, { sort: 'nextRun' }]);
      assert.deepEqual(offered, [
        'Sort Jobs by',
        'Server order',
        'Name current',
        'Status',
        'Next run',
        'Enabled first',
      ]);
    }));

  it('changes nothing when nothing is picked, or no server is shown', () =>
    withView(async (given, _, chosen) => {
      await sortJobs(given.context, []);
      await sortJobs(none(given), ['status']);
      assert.deepEqual([chosen, given.done], [[], ['offer']]);
    }));
});

describe('grouping jobs', () => {
  it('uses the kind of an argument, or the one that is picked', () =>
    withView(async ({ context, user }, offered, chosen) => {
      await groupJobs(context, ['schedule']);
      user.pick = () => 'none';
      await groupJobs(context, []);
      assert.deepEqual(chosen, [{ grouping: 'schedule' }, { grouping: 'none' }]);
      assert.deepEqual(offered, ['Group Jobs by', 'No groups', 'Status current', 'Schedule', 'Target group']);
    }));

  it('reads the groups when grouping by target, and uses their names as headings', () =>
    withView(async ({ context, session, memoryServer }, _, chosen) => {
      memoryServer.groups.set(7, { name: 'Office', server_set: [] });
      await groupJobs(context, ['schedule']);
      assert.equal(session.groups.state.kind, 'unread');
      await groupJobs(context, ['targetGroup']);
      assert.equal(session.groups.state.kind, 'ready');
      assert.deepEqual(chosen.at(-1), { grouping: 'targetGroup' });
    }));

  it('changes nothing when nothing is picked, or no server is shown', () =>
    withView(async (given, _, chosen) => {
      await groupJobs(given.context, []);
      await groupJobs(none(given), ['status']);
      assert.deepEqual([chosen, given.done], [[], ['offer']]);
    }));
});

describe('reading the statuses of all jobs', () => {
  it('shows its progress', () =>
    withView(async ({ context, user, memoryServer }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      const reported: string[] = [];
      const dialogs: typeof user.dialogs = {
        ...user.dialogs,
        progress: (title, task) => task(text => reported.push(`${title}: ${text}`), AbortSignal.abort()),
      };
      const readAll = async (
        _: unknown,
        signal: AbortSignal,
        onProgress: (done: number, all: number) => void,
      ) => {
        assert.ok(signal.aborted);
        onProgress(3, 8);
      };
      Object.assign(context.jobsView, { readStatuses: readAll });
      await readAllStatuses({ ...context, dialogs });
      assert.deepEqual(reported, ['Reading statuses: 3 of 8']);
    }));

  it('does nothing without jobs or without a server', () =>
    withView(async given => {
      await readAllStatuses(given.context);
      assert.deepEqual(given.user.of('info'), ['No jobs are loaded.']);
      await readAllStatuses(none(given));
      assert.deepEqual([given.done, given.user.progress], [['offer'], []]);
    }));
});
