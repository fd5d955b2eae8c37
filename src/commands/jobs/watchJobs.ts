import { localizer } from '../../platform/localize.ts';
import type { CommandParts } from '../parts.ts';
import { activeSession } from '../servers/serverArguments.ts';
import { jobsFor } from './jobArguments.ts';

const { t } = localizer;

/** From now on the person is told when these jobs end. */
export async function watchJobs(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const { watchList } = parts;
  const server = parts.servers.active?.id ?? '';
  const targets = await jobsFor(parts, args, t('Watch Jobs'), job => !watchList.isWatched(server, job.id));
  if (targets === undefined) return;
  await watchList.watch(
    targets.session.server.id,
    targets.jobs.map(job => job.id),
  );
}

export async function unwatchJobs(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const { watchList } = parts;
  const server = parts.servers.active?.id ?? '';
  const targets = await jobsFor(parts, args, t('Stop Watching Jobs'), job =>
    watchList.isWatched(server, job.id),
  );
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const loaded = session.jobs.jobs.map(job => job.id);
  await watchList.unwatch(
    session.server.id,
    jobs.map(job => job.id),
    loaded,
  );
}

/** Every loaded job of the active server is watched, also those that are loaded later. */
export async function watchAllJobs(parts: CommandParts): Promise<void> {
  const session = await activeSession(parts);
  if (session !== undefined) await parts.watchList.watchAll(session.server.id);
}

export async function unwatchAllJobs(parts: CommandParts): Promise<void> {
  const session = await activeSession(parts);
  if (session !== undefined) await parts.watchList.unwatchAll(session.server.id);
}
