import * as z from 'zod/mini';
import {
  byWriteName,
  type Device,
  deviceLabel,
  deviceNameKey,
  deviceState,
} from '../../../api/model/device.ts';
import { sameDn } from '../../../api/model/distinguishedName.ts';
import type { Group } from '../../../api/model/group.ts';
import { searchable, searchNames } from '../../../base/nameSearch.ts';
import { yieldToHost } from '../../../base/slices.ts';
import { parseFilter } from '../../../store/filter/filterText.ts';
import {
  arrangeGroups,
  groupSorts,
  groupTerms,
  offlineCount,
} from '../../../store/filter/groupArrangement.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { agentText, agentTexts } from './agentText.ts';
import { ToolError } from './fleet.ts';
import { checkFilter, serverInput, unknownSentences } from './jobSearch.ts';
import { describeJob, jobOutput, partOutput } from './jobTools.ts';
import { pageInput, pageOfRows } from './pages.ts';
import type { ServerCall } from './serverCall.ts';
import { readList, readReach } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

const terms = groupTerms.map(term => `@${term}`).join(' ');

const deviceOutput = z.object({
  host: z.string(),
  addr: z.optional(z.string()),
  status: z.optional(z.string()),
  groups: z.optional(z.array(z.string())),
});

const groupOutput = z.object({
  id: z.optional(z.int()),
  name: z.string(),
  dn: z.optional(z.string()),
  devices: z.optional(z.int()),
  offline: z.optional(z.int()),
  jobs: z.optional(z.int()),
});

const Input = z.strictObject({
  ...serverInput,
  filter: optionalInput(
    `For groups: words of the name or of a device in it; device PC-042; ${terms}; a dash negates.`,
    z.string().check(z.maxLength(1_000)),
  ),
  sort: z.optional(z.enum(groupSorts)),
  id: optionalInput('ID of one group.', z.int().check(z.minimum(0))),
  name: optionalInput('Or its full name or DN.', z.string()),
  device: optionalInput(
    'Host name or address.',
    z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  ),
  offline: z.optional(z.boolean()),
  ...pageInput,
});
type Input = z.infer<typeof Input>;

export const findGroupsAndDevicesTool = readingTool({
  name: 'find_groups_and_devices',
  description:
    'Finds static device groups and devices. Without id, name, device or offline, it lists groups, with numbers of devices, offline devices and jobs. With id or name, it reads one group: its devices with status and the jobs that target it. With device, it says where the device is: its groups, the jobs that run on it, and its status; or similar names. With offline, it lists all devices that are offline.',
  input: Input,
  output: z.object({
    server: z.string(),
    zone: z.optional(z.string()),
    id: z.optional(z.int()),
    name: z.optional(z.string()),
    dn: z.optional(z.string()),
    groups: z.optional(z.array(groupOutput)),
    /** The number of all groups with a device. */
    groups_count: z.optional(z.int()),
    devices: z.optional(z.array(deviceOutput)),
    similar: z.optional(z.array(z.string())),
    offline: z.optional(z.int()),
    count: z.optional(z.int()),
    next_offset: z.optional(z.int()),
    jobs: z.optional(
      z.array(
        z.object({
          ...jobOutput,
          /** The groups through which the job reaches the device; absent if the job names it. */
          through: z.optional(z.array(z.string())),
        }),
      ),
    ),
    jobs_count: z.optional(z.int()),
    unknown: z.optional(z.array(z.string())),
    ...partOutput,
  }),
  rows: ({ id, name, device, offline }) => {
    if (device !== undefined) return undefined;
    return id === undefined && name === undefined && offline !== true ? 'groups' : 'devices';
  },
  run: async (input, call) => {
    const { device, id, name, offline, filter } = input;
    const isOfOne = id !== undefined || name !== undefined;
    const asked = [device !== undefined, isOfOne, offline === true, filter !== undefined];
    if (asked.filter(Boolean).length > 1)
      throw new ToolError('Pass only one of filter, id or name, device, and offline.');
    const jobs = await readReach(call);
    const part = device === undefined ? await readList(call, 'groups') : jobs;
    const found = await findAsked(input, call);
    return { server: agentText(call.server.name), ...found, ...part };
  },
});

function findAsked(input: Input, call: ServerCall) {
  const { device, id, name, offline } = input;
  if (device !== undefined) return usesOfDevice(device, call);
  if (id !== undefined || name !== undefined) return membersOf(input, call);
  return offline === true ? offlineDevices(input, call) : listGroups(input, call);
}

async function listGroups({ filter: text, sort = 'server', ...page }: Input, { session }: ServerCall) {
  const { targets, groups } = session;
  const words = {
    terms: new Map(groupTerms.map(term => [term, term])),
    kinds: new Map([['device', 'device'] as const]),
  };
  const filter = parseFilter(text ?? '', words);
  checkFilter(text, filter, words, terms);
  const found = await arrangeGroups(groups.entries, filter, { sort, language: 'en', targets, yieldToHost });
  const { rows, ...rest } = pageOfRows(found, page, ({ group }) => ({
    ...groupName(session, group),
    dn: dnOf(group),
    devices: group.server_set.length,
    offline: offlineCount(group) || undefined,
    jobs: targets.usesOfGroup(group).jobs.length,
  }));
  return { groups: rows, ...rest };
}

async function membersOf({ id, name, ...page }: Input, call: ServerCall) {
  const { session, zone } = call;
  const group = await oneGroup({ id, name }, call);
  const { jobs, unknown } = session.targets.usesOfGroup(group);
  const { rows, ...rest } = pageOfRows(group.server_set, page, describeDevice);
  return {
    zone: zone.id,
    ...groupName(session, group),
    dn: dnOf(group),
    offline: offlineCount(group),
    devices: rows,
    ...rest,
    jobs: jobs.map(job => describeJob(job, call)),
    jobs_count: jobs.length,
    unknown: agentTexts(unknownSentences(unknown, call), 400),
  };
}

/** The devices that the server reports as offline, with their first groups. */
async function offlineDevices(page: Input, { session }: ServerCall) {
  const all = [...byWriteName(session.devices.all).values()];
  const found = all.filter(({ status }) => deviceState(status) === 'offline');
  const { rows, ...rest } = pageOfRows(found, page, device => ({
    ...describeDevice(device),
    groups: agentTexts(
      session.targets.usesOfNamed(deviceLabel(device)).groups.map(({ group }) => group.name),
      80,
      5,
    ),
  }));
  return { devices: rows, ...rest };
}

async function usesOfDevice(name: string, call: ServerCall) {
  const { session, zone } = call;
  const { groups, jobs, unknown } = session.targets.usesOfNamed(name);
  const key = deviceNameKey(name);
  const all = session.devices.all;
  const isIt = ({ hostname, addr }: Device) => deviceNameKey(hostname) === key || deviceNameKey(addr) === key;
  const found = [...byWriteName(all.filter(isIt)).values()];
  const similar = found.length > 0 ? [] : await similarNames(name, all);
  const searched = found.length + similar.length > 0 ? [] : await session.devices.search(name);
  return {
    zone: zone.id,
    devices: found.slice(0, 10).map(describeDevice),
    similar: agentTexts([...similar, ...searched.slice(0, 10)], 80),
    groups: groups.map(({ group }) => groupName(session, group)),
    groups_count: groups.length,
    jobs: jobs.map(({ job, isDirect, groups: through }) => ({
      ...describeJob(job, call),
      through: isDirect ? undefined : through.slice(0, 5).map(group => agentText(group.name)),
    })),
    jobs_count: jobs.length,
    unknown: agentTexts(unknownSentences(unknown, call), 400),
  };
}

function similarNames(typed: string, devices: readonly Device[]): Promise<string[]> {
  const names = [...new Set(devices.map(({ hostname, addr }) => hostname || addr))];
  const entries = names.map(name => searchable(name, name));
  return searchNames(entries, typed, { atMost: 10, yieldToHost });
}

function groupName({ groups }: ServerSession, group: Group) {
  return { id: groups.identity.known(group), name: agentText(group.name) };
}

function dnOf({ dn }: Group): string | undefined {
  return dn === '' ? undefined : agentText(dn, 200);
}

/** The listed group of this ID, DN or full name. */
export async function oneGroup(
  { id, name }: { readonly id?: number | undefined; readonly name?: string | undefined },
  call: ServerCall,
): Promise<Group> {
  await readReach(call);
  const { session } = call;
  if (id === undefined && name === undefined)
    throw new ToolError('Pass the id, the DN or the full name of the group.');
  const all = session.groups.entries.map(({ group }) => group);
  const found =
    id === undefined
      ? [all.filter(({ dn }) => sameDn(dn, name ?? '')), session.targets.groupsNamed(name ?? '')].find(
          groups => groups.length > 0,
        )
      : [session.targets.group(id)].filter(group => group !== undefined);
  const [only, ...others] = found ?? [];
  const what = id === undefined ? JSON.stringify(agentText(name ?? '')) : `the ID ${id}`;
  if (only === undefined)
    throw new ToolError(
      `No listed group has ${id === undefined ? 'the name or DN ' : ''}${what}. Find it with find_groups_and_devices.`,
    );
  if (others.length > 0)
    throw new ToolError(`Several groups have the name ${what}. Pass the DN or the id of one.`);
  return only;
}

function describeDevice(device: Device) {
  const { addr, status } = device;
  const host = agentText(deviceLabel(device), 80);
  const state = deviceState(status);
  return {
    host,
    addr: addr === '' || agentText(addr, 60) === host ? undefined : agentText(addr, 60),
    status: status === '' ? undefined : (state ?? JSON.stringify(agentText(status, 40))),
  };
}
