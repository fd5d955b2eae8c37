import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { commandHelpers } = await import('../../../src/workbench/commands/commandHelpers.ts');
const { watchCommands } = await import('../../../src/contrib/watching/vscode/watchCommands.ts');

/** Three jobs, of which the first is watched. */
type Run = (id: keyof ReturnType<typeof watchCommands>) => Promise<void>;

const withWatched = (use: (given: Given, run: Run, all: { areWatched: boolean }) => unknown) =>
  withMemoryServer(async given => {
    for (const id of [1, 2, 3]) given.memoryServer.jobs.set(id, { name: `Job ${id}` });
    const note =
      (what: string) =>
      async (...args: readonly unknown[]) =>
        void given.done.push(`${what} ${JSON.stringify(args)}`);
    const all = { areWatched: false };
    const watchList = {
      isWatched: (server: string, id: number) => server === 'plant' && id === 1,
      isWatchingAll: () => all.areWatched,
      watch: note('watch'),
      unwatch: note('unwatch'),
      watchAll: note('watchAll'),
      unwatchAll: note('unwatchAll'),
    };
    const context = { ...given.context, ...commandHelpers(given.context) };
    await use(given, async id => watchCommands(watchList)[id](context, []), all);
  });

describe('watching jobs', () => {
  it('watches all chosen jobs if one of them is not watched', () =>
    withWatched(async ({ user, done }, run) => {
      user.pickMany = () => ['1', '2'];
      await run('deviceAutomation.job.watch');
      assert.deepEqual(user.messages, [
        { kind: 'pickMany', text: 'Watch or Unwatch Jobs', actions: ['1', '2', '3'] },
      ]);
      assert.deepEqual(done, ['watch ["plant",[1,2]]']);
    }));

  it('stops for jobs that are all watched, and passes all loaded IDs to the watch list', () =>
    withWatched(async ({ user, done }, run) => {
      user.pickMany = () => ['1'];
      await run('deviceAutomation.job.watch');
      assert.deepEqual(done, ['unwatch ["plant",[1],[1,2,3]]']);
    }));

  it('covers all jobs of the active server, or none', () =>
    withWatched(async ({ done, user }, run, all) => {
      await run('deviceAutomation.jobs.watchAll');
      all.areWatched = true;
      await run('deviceAutomation.jobs.watchAll');
      assert.deepEqual(done, ['watchAll ["plant"]', 'unwatchAll ["plant"]']);
      assert.deepEqual(user.of('info'), [
        'All jobs on “Plant” are watched.',
        'No job on “Plant” is watched.',
      ]);
    }));
});
