import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';

const { setJobsWatched, unwatchAllJobs, watchAllJobs } = await import(
  '../../../../src/commands/jobs/jobCommands.ts'
);

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
    await use(given, { ...given.context, watchList });
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

  it('covers all jobs of the active server', () =>
    withWatched(async ({ done }, context) => {
      await watchAllJobs(context);
      await unwatchAllJobs(context);
      assert.deepEqual(done, ['watchAll ["plant"]', 'unwatchAll ["plant"]']);
    }));
});
