import * as z from 'zod/mini';
import { type Device, deviceLabel, deviceState } from '../../../api/model/device.ts';
import { sameDn } from '../../../api/model/distinguishedName.ts';
import type { Group } from '../../../api/model/group.ts';
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
import { pageInput, pageOfRows, pageOutput } from './pages.ts';
import type { ServerCall } from './serverCall.ts';
import { readList, readReach } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

const terms = groupTerms.map(term => `@${term}`).join(' ');

export const findGroupsTool = readingTool({
  name: 'find_groups',
  description:
    'Lists the static device groups of a server, or those that match a filter: by words of the name or of a device, or the terms below. Each row has the number of devices, how many of them are offline, and how many jobs target the group. Members are in read_group.',
  input: z.strictObject({
    ...serverInput,
    filter: optionalInput(
      `Words of the name or of a device in it; device PC-042 for groups with exactly this device; ${terms}; a dash negates a term.`,
      z.string().check(z.maxLength(1_000)),
    ),
    sort: z.optional(z.enum(groupSorts)),
    ...pageInput,
  }),
  output: z.object({
    server: z.string(),
    groups: z.array(
      z.object({
        id: z.optional(z.int()),
        name: z.string(),
        dn: z.optional(z.string()),
        devices: z.int(),
        offline: z.optional(z.int()),
        jobs: z.int(),
      }),
    ),
    ...pageOutput,
    ...partOutput,
  }),
  rows: 'groups',
  run: async (input, call) => {
    const { server, session } = call;
    await readReach(call);
    const part = await readList(call, 'groups');
    const { targets, groups } = session;
    const filter = parseFilter(input.filter ?? '', {
      terms: new Map(groupTerms.map(term => [term, term])),
      kinds: new Map([['device', 'device'] as const]),
    });
    checkFilter(input.filter, filter, groupTerms, terms);
    const arrangement = { sort: input.sort ?? 'server', language: 'en', targets, yieldToHost } as const;
    const found = await arrangeGroups(groups.entries, filter, arrangement);
    const { rows, ...page } = pageOfRows(found, input, ({ group }) => ({
      ...groupName(session, group),
      dn: dnOf(group),
      devices: group.server_set.length,
      offline: offlineCount(group) || undefined,
      jobs: targets.usesOfGroup(group).jobs.length,
    }));
    return { server: agentText(server.name), groups: rows, ...page, ...part };
  },
});

export function groupName({ groups }: ServerSession, group: Group) {
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
      `No listed group has ${id === undefined ? 'the name or DN ' : ''}${what}. Find it with find_groups.`,
    );
  if (others.length > 0)
    throw new ToolError(`Several groups have the name ${what}. Pass the DN or the id of one.`);
  return only;
}

export const deviceOutput = z.object({
  host: z.string(),
  addr: z.optional(z.string()),
  status: z.optional(z.string()),
});

export function describeDevice(device: Device): z.infer<typeof deviceOutput> {
  const { addr, status } = device;
  const host = agentText(deviceLabel(device), 80);
  const state = deviceState(status);
  return {
    host,
    addr: addr === '' || agentText(addr, 60) === host ? undefined : agentText(addr, 60),
    status: status === '' ? undefined : (state ?? JSON.stringify(agentText(status, 40))),
  };
}

export const readGroupTool = readingTool({
  name: 'read_group',
  description:
    'Reads one static group by ID, DN or full name: its devices with their status, in pages, and the jobs that target it with their next runs.',
  input: z.strictObject({
    ...serverInput,
    id: z.optional(z.int().check(z.minimum(0))),
    name: optionalInput('Its DN or its full name.', z.string()),
    ...pageInput,
  }),
  output: z.object({
    server: z.string(),
    zone: z.string(),
    id: z.optional(z.int()),
    name: z.string(),
    dn: z.optional(z.string()),
    offline: z.int(),
    devices: z.array(deviceOutput),
    ...pageOutput,
    jobs: z.array(z.object(jobOutput)),
    jobs_count: z.int(),
    unknown: z.optional(z.array(z.string())),
  }),
  rows: 'devices',
  run: async (input, call) => {
    const { server, session, zone } = call;
    const group = await oneGroup(input, call);
    const { jobs, unknown } = session.targets.usesOfGroup(group);
    const { rows, ...page } = pageOfRows(group.server_set, input, describeDevice);
    return {
      server: agentText(server.name),
      zone: zone.id,
      ...groupName(session, group),
      dn: dnOf(group),
      offline: offlineCount(group),
      devices: rows,
      ...page,
      jobs: jobs.map(job => describeJob(job, call)),
      jobs_count: jobs.length,
      unknown: agentTexts(unknownSentences(unknown, call), 400),
    };
  },
});
