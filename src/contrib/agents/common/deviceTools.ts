import * as z from 'zod/mini';
import { byWriteName, deviceNameKey } from '../../../api/model/device.ts';
import { countBy } from '../../../base/collections.ts';
import { searchable, searchNames } from '../../../base/nameSearch.ts';
import { yieldToHost } from '../../../base/slices.ts';
import { agentText, agentTexts } from './agentText.ts';
import { ToolError } from './fleet.ts';
import { describeDevice, deviceOutput, groupName } from './groupTools.ts';
import { filterInput, findJobs, readStaleStatuses, serverInput, unknownSentences } from './jobSearch.ts';
import { describeJob, describeStatus, jobOutput, nameOf, partOutput } from './jobTools.ts';
import { pageInput, pageOfRows, pageOutput } from './pages.ts';
import { readReach } from './serverCall.ts';
import { readingTool } from './tool.ts';

export const findDeviceTool = readingTool({
  name: 'find_device',
  description:
    'Says where a device is: the static groups that contain it, the jobs that run on it and through which group, and its connection state. If no device has exactly this host name or address, it returns similar host names.',
  input: z.strictObject({
    ...serverInput,
    device: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(255), z.describe('Host name or address, in any case.')),
  }),
  output: z.object({
    server: z.string(),
    zone: z.string(),
    found: z.array(deviceOutput),
    similar: z.optional(z.array(z.string())),
    groups: z.array(z.object({ id: z.optional(z.int()), name: z.string() })),
    jobs: z.array(
      z.object({
        ...jobOutput,
        /** The groups through which the job reaches the device; absent if the job names it. */
        through: z.optional(z.array(z.string())),
      }),
    ),
    groups_count: z.int(),
    jobs_count: z.int(),
    unknown: z.optional(z.array(z.string())),
    ...partOutput,
  }),
  run: async (input, call) => {
    const { server, session, zone } = call;
    const part = await readReach(call);
    const { groups, jobs, unknown } = session.targets.usesOfNamed(input.device);
    const key = deviceNameKey(input.device);
    const isIt = ({ hostname, addr }: { readonly hostname: string; readonly addr: string }) =>
      deviceNameKey(hostname) === key || deviceNameKey(addr) === key;
    const devices = session.devices.all;
    const found = [...byWriteName(devices.filter(isIt)).values()];
    const similar = found.length > 0 ? [] : await similarNames(input.device, devices);
    const searched = found.length + similar.length > 0 ? [] : await session.devices.search(input.device);
    return {
      server: agentText(server.name),
      zone: zone.id,
      found: found.slice(0, 10).map(describeDevice),
      similar: agentTexts([...similar, ...searched.slice(0, 10)], 80),
      groups: groups.map(({ group }) => groupName(session, group)),
      jobs: jobs.map(({ job, isDirect, groups: through }) => ({
        ...describeJob(job, call),
        through: isDirect ? undefined : through.slice(0, 5).map(({ name }) => agentText(name)),
      })),
      groups_count: groups.length,
      jobs_count: jobs.length,
      unknown: agentTexts(unknownSentences(unknown, call), 400),
      ...part,
    };
  },
});

function similarNames(
  typed: string,
  devices: readonly { readonly hostname: string; readonly addr: string }[],
): Promise<string[]> {
  const names = [...new Set(devices.map(({ hostname, addr }) => hostname || addr))];
  const entries = names.map(name => searchable(name, name));
  return searchNames(entries, typed, { atMost: 10, yieldToHost });
}

export const readStatusesTool = readingTool({
  name: 'read_statuses',
  description:
    'Reads the status of jobs from the server now: whether they are queued, running, succeeded, failed or stopped. Pass ids, or a filter; each job costs one request. The API tells the latest status of a job only, not its history.',
  input: z.strictObject({
    ...serverInput,
    ids: z.optional(z.array(z.int().check(z.minimum(0))).check(z.minLength(1), z.maxLength(200))),
    filter: filterInput,
    ...pageInput,
  }),
  output: z.object({
    server: z.string(),
    /** How many jobs have each status. */
    counts: z.record(z.string(), z.int()),
    jobs: z.array(z.object({ id: z.int(), name: z.string(), status: z.string() })),
    ...pageOutput,
  }),
  rows: 'jobs',
  run: async (input, call) => {
    const { server, session } = call;
    const { ids, filter } = input;
    if ((ids === undefined) === (filter === undefined)) throw new ToolError('Pass either ids or a filter.');
    const found = await findJobs(filter, call);
    const byId = new Map(found.jobs.map(job => [job.id, job]));
    const wanted = ids ?? [...byId.keys()];
    const missing = wanted.filter(id => !byId.has(id));
    if (missing.length > 0)
      throw new ToolError(`The server lists no job with the ID ${missing.slice(0, 10).join(', ')}.`);
    const jobs = wanted.flatMap(id => byId.get(id) ?? []);
    await readStaleStatuses(jobs, call, 0);
    const counts = countBy(jobs, ({ id }) => session.statuses.get(id)?.kind ?? 'not read');
    const { rows, ...page } = pageOfRows(jobs, input, job => {
      const status = session.statuses.get(job.id);
      return { ...nameOf(job), status: status === undefined ? 'not read' : describeStatus(status) };
    });
    return { server: agentText(server.name), counts: Object.fromEntries(counts), jobs: rows, ...page };
  },
});
