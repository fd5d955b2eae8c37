import { ifFound } from '../api/errors/apiError.ts';
import type { Device } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { t } from '../platform/localize.ts';
import { groupTitle, jobName } from '../platform/objectNames.ts';
import type * as published from '../platform/offered/extensionApi.ts';
import type { ApiFunctions } from '../platform/offered/lazyApi.ts';
import { throwIfLacking } from '../store/reading/incompleteList.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { Uses } from './commandContext.ts';

type ApiContext = Uses<
  'servers' | 'sessions' | 'schedules' | 'documents' | 'jobsView' | 'groupsView' | 'notices'
>;

const mostRuns = 1_000;

/** What other extensions can do: read, open and reveal. Errors are sentences without secrets. */
export function apiFunctions(context: ApiContext): ApiFunctions {
  const { servers, sessions, schedules, documents, jobsView, groupsView, notices } = context;
  const use = async <T>(serverId: string, run: (session: ServerSession) => Promise<T>): Promise<T> => {
    const session = sessions.get(String(serverId));
    if (session === undefined)
      throw new Error(t('There is no server with the ID {id}.', { id: String(serverId) }));
    try {
      return await run(session);
    } catch (error) {
      throw new Error(notices.text(error, session.server));
    }
  };
  return {
    getServers: async () =>
      servers.servers.map(({ id, name, url, production, readOnly }) => ({
        id,
        name,
        url,
        isActive: servers.active?.id === id,
        isProduction: production === true,
        isReadOnly: readOnly === true,
      })),
    getJobs: serverId =>
      use(serverId, async ({ jobs }) => {
        await jobs.firstRows();
        throwIfLacking('jobs', await jobs.whole());
        return jobs.jobs.map(publishedJob);
      }),
    getGroups: serverId =>
      use(serverId, async ({ groups }) => {
        await groups.firstRows();
        throwIfLacking('groups', await groups.whole());
        return groups.entries.map(({ group }) => ({
          id: groups.identity.known(group),
          name: group.name,
          dn: group.dn,
          devices: group.server_set.map(publishedDevice),
        }));
      }),
    getJob: (serverId, id) =>
      use(serverId, async ({ jobs }) => {
        const job = await ifFound(jobs.read(id));
        return job === undefined ? undefined : publishedJob(job);
      }),
    getStatus: (serverId, jobId) =>
      use(serverId, async ({ statuses }) => {
        const { word, kind, asOfMs } = await statuses.read(jobId);
        return { word, kind, readAt: new Date(asOfMs) };
      }),
    getNextRuns: (serverId, jobId, count) =>
      use(serverId, async ({ jobs, server }) => {
        const { enabled, params } = jobs.get(jobId) ?? (await jobs.read(jobId));
        if (enabled === false) return [];
        const limit = Math.min(mostRuns, Math.max(1, Math.floor(count)));
        const { occurrences } = schedules.of(server).predictor.predict(params, { fromMs: Date.now(), limit });
        return occurrences.map(({ instantMs }) => new Date(instantMs));
      }),
    open: (serverId, { kind, id }) =>
      use(serverId, async session => {
        const name =
          kind === 'job' ? jobName(await session.jobs.read(id)) : groupTitle(await session.groups.read(id));
        await documents.open(session, kind, id, name);
      }),
    reveal: (serverId, { kind, id }) =>
      use(serverId, async session => {
        const group = kind === 'group' ? await session.groups.read(id) : undefined;
        if (servers.active?.id !== session.server.id) await servers.setActive(session.server.id);
        if (group !== undefined) return groupsView.reveal(session, group);
        jobsView.setFilter(`#${id}`);
        await jobsView.frame.focus();
      }),
  };
}

function publishedJob(job: Job): published.Job {
  return {
    id: job.id,
    name: job.name,
    schedule: job.params,
    enabled: job.enabled,
    runOnStart: job.run_on_start,
    groups: [...job.groups],
    dynamicGroups: [...job.dynamic_groups],
    devices: job.peers.map(publishedDevice),
    policies: [...job.policies],
    reports: [...job.reports],
    reportFormats: [...job.report_formats],
  };
}

function publishedDevice({ hostname, addr, status }: Device): published.Device {
  return { hostName: hostname, address: addr, status };
}
