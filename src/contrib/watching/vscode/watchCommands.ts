import type { Args, CommandContext } from '../../../workbench/commands/commandContext.ts';
import type { CommandHelpers } from '../../../workbench/commands/commandHelpers.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { WatchList } from './watchList.ts';

/** Not to load more than the first rows need, the code that chooses jobs comes with the call. */
type WatchContext = CommandHelpers & Pick<CommandContext, 'servers'>;
type Watched = Pick<WatchList, 'isWatched' | 'watch' | 'unwatch' | 'watchAll' | 'unwatchAll'>;

export function watchCommands(watchList: Watched) {
  return {
    'deviceAutomation.job.watch': (context: WatchContext, args: Args) =>
      setJobsWatched(context, watchList, args, true),
    'deviceAutomation.job.unwatch': (context: WatchContext, args: Args) =>
      setJobsWatched(context, watchList, args, false),
    /** Watches every job of the active server, including later ones. */
    'deviceAutomation.jobs.watchAll': ({ withSession }: WatchContext) =>
      withSession(({ server }) => watchList.watchAll(server.id)),
    'deviceAutomation.jobs.unwatchAll': ({ withSession }: WatchContext) =>
      withSession(({ server }) => watchList.unwatchAll(server.id)),
  };
}

/** Starts or stops notifying the user when these jobs end. */
async function setJobsWatched(
  { servers, jobsFor }: WatchContext,
  watchList: Watched,
  args: Args,
  isWatched: boolean,
): Promise<void> {
  const active = servers.active?.id ?? '';
  const title = isWatched ? t('Watch Jobs') : t('Stop Watching Jobs');
  const targets = await jobsFor(args, title, job => watchList.isWatched(active, job.id) !== isWatched);
  if (targets === undefined) return;
  const { server, jobs } = targets.session;
  const ids = targets.jobs.map(({ id }) => id);
  const loaded = jobs.jobs.map(({ id }) => id);
  await (isWatched ? watchList.watch(server.id, ids) : watchList.unwatch(server.id, ids, loaded));
}
