import { localizer } from '../../platform/localize.ts';
import type { Args, Uses } from '../commandContext.ts';
import { activeSession, type SessionAccess } from '../servers/serverArguments.ts';
import { type JobChoice, jobsFor } from './jobArguments.ts';

const { t } = localizer;

/** Notifies the user when these jobs end. */
export async function watchJobs(
  context: JobChoice & Uses<'servers' | 'watchList'>,
  args: Args,
): Promise<void> {
  const { watchList } = context;
  const server = context.servers.active?.id ?? '';
  const targets = await jobsFor(context, args, t('Watch Jobs'), job => !watchList.isWatched(server, job.id));
  if (targets === undefined) return;
  const ids = targets.jobs.map(({ id }) => id);
  await watchList.watch(targets.session.server.id, ids);
}

export async function unwatchJobs(
  context: JobChoice & Uses<'servers' | 'watchList'>,
  args: Args,
): Promise<void> {
  const { watchList } = context;
  const server = context.servers.active?.id ?? '';
  const targets = await jobsFor(context, args, t('Stop Watching Jobs'), job =>
    watchList.isWatched(server, job.id),
  );
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const ids = jobs.map(({ id }) => id);
  const loaded = session.jobs.jobs.map(({ id }) => id);
  await watchList.unwatch(session.server.id, ids, loaded);
}

/** Watches every loaded job of the active server, including those loaded later. */
export async function watchAllJobs(context: SessionAccess & Uses<'watchList'>): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await context.watchList.watchAll(session.server.id);
}

export async function unwatchAllJobs(context: SessionAccess & Uses<'watchList'>): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await context.watchList.unwatchAll(session.server.id);
}
