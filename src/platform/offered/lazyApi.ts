import type { Event } from 'vscode';
import type { DeviceAutomation, DeviceAutomationApi } from './extensionApi.ts';

/** The functions of the API, which are loaded with the first call. */
export type ApiFunctions = Omit<DeviceAutomationApi, 'version' | 'onDidChange'>;

/** What `activate` returns: the API, without its code. */
export function lazyApi(
  load: () => Promise<ApiFunctions>,
  onDidChange: Event<Parameters<Parameters<DeviceAutomationApi['onDidChange']>[0]>[0]>,
): DeviceAutomation {
  const api: DeviceAutomationApi = Object.freeze<DeviceAutomationApi>({
    version: 1,
    getServers: async () => (await load()).getServers(),
    getJobs: async serverId => (await load()).getJobs(serverId),
    getGroups: async serverId => (await load()).getGroups(serverId),
    getJob: async (serverId, id) => (await load()).getJob(serverId, id),
    getStatus: async (serverId, jobId) => (await load()).getStatus(serverId, jobId),
    getNextRuns: async (serverId, jobId, count) => (await load()).getNextRuns(serverId, jobId, count),
    open: async (serverId, object) => (await load()).open(serverId, object),
    reveal: async (serverId, object) => (await load()).reveal(serverId, object),
    onDidChange,
  });
  return Object.freeze({
    getAPI: (version: unknown) => {
      if (version === 1) return api;
      throw new RangeError(`Device Automation has version 1 of its API, not ${String(version)}.`);
    },
  });
}
