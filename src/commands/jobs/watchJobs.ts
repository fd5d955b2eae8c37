import { t } from '../../platform/localize.ts';
import { type SessionAccess, withSession } from '../arguments.ts';
import type { Args, Uses } from '../commandContext.ts';
import { type JobChoice, jobsFor } from './jobArguments.ts';

/** Starts or stops notifying the user when these jobs end. */
export async function setJobsWatched(
  context: JobChoice & Uses<'servers' | 'watchList'>,
  args: Args,
  isWatched: boolean,
): Promise<void> {
  const { servers, watchList } = context;
  const active = servers.active?.id ?? '';
  const title = isWatched ? t('Watch Jobs') : t('Stop Watching Jobs');
  const targets = await jobsFor(
    context,
    args,
    title,
    job => watchList.isWatched(active, job.id) !== isWatched,
  );
  if (targets === undefined) return;
  const { server, jobs } = targets.session;
  const ids = targets.jobs.map(({ id }) => id);
  const loaded = jobs.jobs.map(({ id }) => id);
  await (isWatched ? watchList.watch(server.id, ids) : watchList.unwatch(server.id, ids, loaded));
}

/** Watches every loaded job of the active server, including those loaded later. */
export function watchAllJobs(context: SessionAccess & Uses<'watchList'>): Promise<void> {
  return withSession(context, ({ server }) => context.watchList.watchAll(server.id));
}

export function unwatchAllJobs(context: SessionAccess & Uses<'watchList'>): Promise<void> {
  return withSession(context, ({ server }) => context.watchList.unwatchAll(server.id));
}
