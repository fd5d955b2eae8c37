import type { Args, CommandContext } from '../../../workbench/commands/commandContext.ts';
import type { CommandHelpers } from '../../../workbench/commands/commandHelpers.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { WatchList } from './watchList.ts';

/** Not to load more than the first rows need, the code that chooses jobs comes with the call. */
type WatchContext = CommandHelpers & Pick<CommandContext, 'dialogs'>;
type Watched = Pick<
  WatchList,
  'isWatched' | 'isWatchingAll' | 'watch' | 'unwatch' | 'watchAll' | 'unwatchAll'
>;

export function watchCommands(watchList: Watched) {
  return {
    'deviceAutomation.job.watch': (context: WatchContext, args: Args) => watchJobs(context, watchList, args),
    'deviceAutomation.jobs.watchAll': (context: WatchContext) => watchAll(context, watchList),
  };
}

/** Notifies the user when these jobs end, or not any more if all of them are watched. */
async function watchJobs({ jobsFor }: WatchContext, watchList: Watched, args: Args): Promise<void> {
  const targets = await jobsFor(args, t('Watch or Unwatch Jobs'));
  if (targets === undefined) return;
  const { server, jobs } = targets.session;
  const ids = targets.jobs.map(({ id }) => id);
  const loaded = jobs.jobs.map(({ id }) => id);
  const areWatched = ids.every(id => watchList.isWatched(server.id, id));
  await (areWatched ? watchList.unwatch(server.id, ids, loaded) : watchList.watch(server.id, ids));
}

/** The same for every job of the active server, including later ones; says which, because no row may show it. */
function watchAll({ dialogs, withSession }: WatchContext, watchList: Watched): Promise<void> {
  return withSession(async ({ server: { id, name } }) => {
    const areWatched = watchList.isWatchingAll(id);
    await (areWatched ? watchList.unwatchAll(id) : watchList.watchAll(id));
    const text = areWatched
      ? t('No job on “{server}” is watched.', { server: name })
      : t('All jobs on “{server}” are watched.', { server: name });
    await dialogs.info(text);
  });
}
