import assert from 'node:assert/strict';
import { withMemoryServer } from '../support/memoryServer.ts';

const { setJobsWatched, unwatchAllJobs, watchAllJobs } = await import(
  '../../../../src/commands/jobs/jobCommands.ts'
);

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** Three jobs, of which the first is watched. */
const withWatched = (
  use: (
    given: Given,
    context: Parameters<typeof setJobsWatched>[0] & Parameters<typeof watchAllJobs>[0],
  ) => unknown,
) =>
  withMemoryServer(async given => {
    for (const id of [1, 2, 3]) given.memoryServer.jobs.set(id, { name: `Job ${id}` });
    const note =
      (what: string) =>
      async (...args: readonly unknown[]) =>
        void given.done.push(`${what} ${JSON.stringify(args)}`);
    const watchList = {
      ...given.context.watchList,
      isWatched: (server: string, id: number) => server === 'plant' && id === 1,
      watch: note('watch'),
      unwatch: note('unwatch'),
      watchAll: note('watchAll'),
      unwatchAll: note('unwatchAll'),
    };
    const { server } = given.session;
    const servers = {
      active: server,
      servers: [server],
      get: () => server,
      isTemporary: () => false,
      setActive: note('active'),
      add: note('add'),
      edit: note('edit'),
      remove: note('remove'),
    };
    await use(given, { ...given.context, servers, watchList });
  });

describe('watching jobs', () => {
  it('offers the jobs that are not watched yet', () =>
    withWatched(async ({ user, done }, context) => {
      user.pickMany = (_, values) => values;
      await setJobsWatched(context, [], true);
      assert.deepEqual(user.messages, [{ kind: 'pickMany', text: 'Watch Jobs', actions: ['2', '3'] }]);
      assert.deepEqual(done, ['watch ["plant",[2,3]]']);
    }));

  it('stops for the chosen watched jobs, and passes all loaded IDs to the watch list', () =>
    withWatched(async ({ user, done }, context) => {
      user.pickMany = (_, values) => values;
      await setJobsWatched(context, [], false);
      assert.deepEqual(user.messages, [{ kind: 'pickMany', text: 'Stop Watching Jobs', actions: ['1'] }]);
      assert.deepEqual(done, ['unwatch ["plant",[1],[1,2,3]]']);
    }));

  it('changes nothing when nothing is chosen', () =>
    withWatched(async ({ done }, context) => {
      await setJobsWatched(context, [], true);
      await setJobsWatched(context, [], false);
      assert.deepEqual(done, []);
    }));

  it('covers all jobs of the active server, and offers to add a server when there is none', () =>
    withWatched(async ({ done }, context) => {
      await watchAllJobs(context);
      await unwatchAllJobs(context);
      assert.deepEqual(done, ['watchAll ["plant"]', 'unwatchAll ["plant"]']);
      const none = {
        ...context,
        sessions: { active: undefined, get: () => undefined },
        offerServer: async () => void done.push('offer'),
      };
      await watchAllJobs(none);
      await unwatchAllJobs(none);
      assert.deepEqual(done.slice(2), ['offer', 'offer']);
    }));
});
