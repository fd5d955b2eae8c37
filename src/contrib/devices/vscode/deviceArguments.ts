import { type Device, deviceKey, deviceLabel } from '../../../api/model/device.ts';
import type { Group } from '../../../api/model/group.ts';
import { type DeviceReference, distinctReferences, referenceTo } from '../../../api/model/membership.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { joinTexts } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { activeSession, rowsOnServer, targetsFor } from '../../../workbench/commands/arguments.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import {
  type GroupChoice,
  groupChoices,
  groupsOfRows,
} from '../../../workbench/commands/groups/groupArguments.ts';
import { readWhole } from '../../../workbench/notices/wholeLists.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { groupTitle } from '../../../workbench/platform/objectNames.ts';
import type { QuickChoice } from '../../../workbench/platform/quickChoices.ts';

/** Devices of one group, or of jobs if there is no group. */
export interface Members {
  readonly group: Group | undefined;
  readonly devices: readonly Device[];
}

/** The devices that requests can name, without duplicates. */
export function nameable(members: readonly Members[]): DeviceReference[] {
  return distinctReferences(
    members.flatMap(({ devices }) => devices.flatMap(device => referenceTo(device) ?? [])),
  );
}

export interface DeviceTargets {
  readonly session: ServerSession;
  readonly members: readonly Members[];
}

/**
 * The devices that a command applies to: rows of a tree, those of the focused row, the selection, or ones that the
 * user picks: by default from a group.
 */
export function devicesFor(
  context: GroupChoice,
  args: Args,
  title: string,
  pick: typeof pickKnownDevices = pickFromGroup,
): Promise<DeviceTargets | undefined> {
  return targetsFor(
    context.groupsView,
    args,
    rows => devicesOfRows(context, rows),
    async () => {
      if (args[0] !== undefined) return undefined;
      const session = await activeSession(context);
      const picked = session && (await pick(context, session, title));
      return picked && { session, members: [picked] };
    },
  );
}

/** The devices among rows; groups among them are ignored. */
export function devicesOfRows(
  context: Uses<'sessions'>,
  rows: readonly unknown[],
): DeviceTargets | undefined {
  const found = rowsOnServer(context, rows, 'device');
  if (found === undefined) return undefined;
  const { session } = found;
  const keys = new Map<string | undefined, Set<string>>();
  for (const { groupKey, deviceKey: key } of found.rows) getOrAdd(keys, groupKey, () => new Set()).add(key);
  return { session, members: [...keys].map(([groupKey, wanted]) => membersOf(session, groupKey, wanted)) };
}

/** All devices of the groups among rows. */
export function devicesOfGroupRows(
  context: Uses<'sessions'>,
  rows: readonly unknown[],
): DeviceTargets | undefined {
  const targets = groupsOfRows(context, rows);
  if (targets === undefined) return undefined;
  const members = targets.groups.map(group => ({ group, devices: group.server_set }));
  return { session: targets.session, members };
}

function membersOf(
  session: ServerSession,
  groupKey: string | undefined,
  wanted: ReadonlySet<string>,
): Members {
  const group = groupKey === undefined ? undefined : session.groups.entry(groupKey)?.group;
  if (group !== undefined)
    return { group, devices: group.server_set.filter(device => wanted.has(deviceKey(device))) };
  const devices = [...wanted].map(key => session.devices.find(key)).filter(device => device !== undefined);
  return { group, devices };
}

/** Lets the user pick a group and then some of its devices. */
async function pickFromGroup({ dialogs }: GroupChoice, session: ServerSession, title: string) {
  if (!(await readWhole({ dialogs }, session, ['groups']))) return undefined;
  const key = await dialogs.pick(title, groupChoices(session));
  const group = key === undefined ? undefined : session.groups.entry(key)?.group;
  if (group === undefined) return undefined;
  const ofGroup = t('{title}: “{group}”', { title, group: groupTitle(group) });
  const chosen = new Set(await dialogs.pickMany(ofGroup, deviceChoices(group.server_set)));
  const devices = group.server_set.filter(device => chosen.has(deviceKey(device)));
  return devices.length === 0 ? undefined : { group, devices };
}

/** Lets the user pick devices of all groups and jobs. */
export async function pickKnownDevices(
  { dialogs }: GroupChoice,
  session: ServerSession,
  title: string,
): Promise<Members | undefined> {
  const known = await readKnownDevices({ dialogs }, session);
  const chosen = (await dialogs.pickMany(title, deviceChoices(known.values()))) ?? [];
  const devices = chosen.flatMap(key => known.get(key) ?? []);
  return devices.length === 0 ? undefined : { group: undefined, devices };
}

/** Empty if the user cancels. */
async function readKnownDevices(
  context: Uses<'dialogs'>,
  session: ServerSession,
): Promise<ReadonlyMap<string, Device>> {
  if (!(await readWhole(context, session))) return new Map();
  return new Map([...session.devices.all].map(device => [deviceKey(device), device]));
}

function deviceChoices(devices: Iterable<Device>): QuickChoice[] {
  return Array.from(devices, device => {
    const label = deviceLabel(device);
    const address = device.addr === label ? '' : device.addr;
    return { value: deviceKey(device), label, description: joinTexts(' · ', address, device.status) };
  });
}
