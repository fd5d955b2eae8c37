import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { commandHelpers } = await import('../../../src/workbench/commands/commandHelpers.ts');
const { watchCommands } = await import('../../../src/contrib/watching/vscode/watchCommands.ts');

/** Three jobs, of which the first is watched. */
type Run = (id: keyof ReturnType<typeof watchCommands>) => Promise<void>;

const withWatched = (use: (given: Given, run: Run) => unknown) =>
  withMemoryServer(async given => {
    for (const id of [1, 2, 3]) given.memoryServer.jobs.set(id, { name: `Job ${id}` });
    const note =
      (what: string) =>
      async (...args: readonly unknown[]) =>
        void given.done.push(`${what} ${JSON.stringify(args)}`);
    const watchList = {
      isWatched: (server: string, id: number) => server === 'plant' && id === 1,
      watch: note('watch'),
      unwatch: note('unwatch'),
      watchAll: note('watchAll'),
      unwatchAll: note('unwatchAll'),
    };
    const context = { ...given.context, ...commandHelpers(given.context) };
    await use(given, async id => watchCommands(watchList)[id](context, []));
  });

describe('watching jobs', () => {
  it('offers the jobs that are not watched yet', () =>
    withWatched(async ({ user, done }, run) => {
      user.pickMany = (_, values) => values;
      await run('deviceAutomation.job.watch');
      assert.deepEqual(user.messages, [{ kind: 'pickMany', text: 'Watch Jobs', actions: ['2', '3'] }]);
      assert.deepEqual(done, ['watch ["plant",[2,3]]']);
    }));

  it('stops for the chosen watched jobs, and passes all loaded IDs to the watch list', () =>
    withWatched(async ({ user, done }, run) => {
      user.pickMany = (_, values) => values;
      await run('deviceAutomation.job.unwatch');
      assert.deepEqual(user.messages, [{ kind: 'pickMany', text: 'Stop Watching Jobs', actions: ['1'] }]);
      assert.deepEqual(done, ['unwatch ["plant",[1],[1,2,3]]']);
    }));

  it('covers all jobs of the active server', () =>
    withWatched(async ({ done }, run) => {
      await run('deviceAutomation.jobs.watchAll');
      await run('deviceAutomation.jobs.unwatchAll');
      assert.deepEqual(done, ['watchAll ["plant"]', 'unwatchAll ["plant"]']);
    }));
});
