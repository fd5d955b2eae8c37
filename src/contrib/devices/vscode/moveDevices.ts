import { type Device, deviceWriteName } from '../../../api/model/device.ts';
import type { Group } from '../../../api/model/group.ts';
import { type DeviceReference, distinctReferences, referenceTo } from '../../../api/model/membership.ts';
import { isFromKey } from '../../../workbench/commands/arguments.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import { deleteGroups } from '../../../workbench/commands/groups/deleteGroups.ts';
import { pickGroups } from '../../../workbench/commands/groups/groupArguments.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { type GroupChange, membersStep } from '../../../workbench/commands/runs/steps.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import {
  additions,
  addQuestion,
  addToGroups,
  alreadyInGroupTexts,
  type MembersContext,
} from './addDevices.ts';
import { type DeviceTargets, devicesFor, devicesOfRows, type Members, nameable } from './deviceArguments.ts';
import { askMembership, groupNames } from './deviceQuestions.ts';

/** Removes devices from the groups of their rows. */
export async function removeDevices(context: MembersContext, args: Args): Promise<void> {
  const targets = await devicesFor(context, args, t('Remove from Group'));
  if (targets === undefined) return;
  const { session, members } = targets;
  const ids = await groupIdsOf(context, session, sourcesOf(members));
  const changes = removals(members, ids);
  if (changes.length === 0) return;
  const devices = distinctReferences(changes.flatMap(({ change }) => change.remove));
  const action = await askMembership(context, session, {
    message: plural(
      'Remove {count} device from {groups} on “{server}”?|Remove {count} devices from {groups} on “{server}”?',
      devices.length,
      { groups: groupNames([...ids.keys()]), server: session.server.name },
    ),
    actions: [t('Remove')],
    devices,
    remarks: [t('The devices themselves stay on the server.')],
  });
  if (action !== undefined)
    await takeSteps(context, session, { act: 'changeMembers', steps: changes.map(membersStep) });
}

/** Deletes groups like the command of that name, but removes a device from its group if a key was pressed on it. */
export async function deleteGroupRows(context: MembersContext, args: Args): Promise<void> {
  if (!isFromKey(args)) return deleteGroups(context, args);
  const rows = await context.groupsView.frame.focusedRows();
  const [focused] = rows;
  if (focused === undefined) return;
  const run = devicesOfRows(context, [focused]) === undefined ? deleteGroups : removeDevices;
  await run(context, [focused, rows]);
}

/** Adds devices to other groups. */
export async function copyDevices(context: MembersContext, args: Args): Promise<void> {
  const targets = await devicesFor(context, args, t('Copy to Group'));
  if (targets === undefined) return;
  const { session, members } = targets;
  const groups = await pickGroups(context, session, t('Copy to Group'));
  if (groups.length > 0)
    await addToGroups(context, { session, groups }, { devices: nameable(members), notes: [] });
}

/** Adds devices to other groups and removes them from their current ones. */
export async function moveDevices(context: MembersContext, args: Args): Promise<void> {
  const from = await devicesFor(context, args, t('Move to Group'));
  if (from === undefined) return;
  const { session, members } = from;
  const groups = await pickGroups(context, session, t('Move to Group'));
  const devices = nameable(members);
  const sources = sourcesOf(members).filter(group => !groups.includes(group));
  if (groups.length === 0 || devices.length === 0) return;
  const targets = await groupIdsOf(context, session, groups);
  if (targets.size === 0) return;
  const words = {
    from: groupNames(sources),
    groups: groupNames([...targets.keys()]),
    server: session.server.name,
  };
  const action = await askMembership(context, session, {
    message: plural(
      'Move {count} device from {from} to {groups} on “{server}”?|Move {count} devices from {from} to {groups} on “{server}”?',
      devices.length,
      words,
    ),
    actions: [t('Move')],
    devices,
    remarks: alreadyInGroupTexts([...targets.keys()], devices),
  });
  if (action !== undefined) await moveTo(context, from, targets);
}

/** Asks whether to add devices to groups or to move them there, and does it. */
export async function addOrMoveDevices(
  context: MembersContext,
  { session, members }: DeviceTargets,
  groups: readonly Group[],
): Promise<void> {
  const others = members.filter(({ group }) => group === undefined || !groups.includes(group));
  const devices = nameable(others);
  if (devices.length === 0) return;
  const targets = await groupIdsOf(context, session, groups);
  if (targets.size === 0) return;
  const known = [...targets.keys()];
  const sources = sourcesOf(others);
  const move = t('Move Here');
  const action = await askMembership(context, session, {
    message: addQuestion(session, known, devices),
    actions: sources.length === 0 ? [t('Add')] : [t('Add'), move],
    devices,
    remarks: [
      ...alreadyInGroupTexts(known, devices),
      sources.length === 0
        ? ''
        : t('“Move Here” also removes them from {groups}.', { groups: groupNames(sources) }),
    ],
  });
  if (action === move) return moveTo(context, { session, members: others }, targets);
  if (action !== undefined)
    await takeSteps(context, session, { act: 'changeMembers', steps: additions(targets, devices) });
}

async function moveTo(
  context: MembersContext,
  { session, members }: DeviceTargets,
  targets: ReadonlyMap<Group, number>,
): Promise<void> {
  const sources = members.filter(({ group }) => group !== undefined && !targets.has(group));
  const ids = await groupIdsOf(context, session, sourcesOf(sources));
  // Devices cannot be removed from a group whose ID is unknown, so moving would copy them.
  const movable = members.filter(({ group }) => group === undefined || targets.has(group) || ids.has(group));
  if (movable.length === 0) return;
  const leaving = sources.map(({ group, devices }) => ({ group, devices: devices.filter(isNameable) }));
  await takeSteps(context, session, {
    act: 'changeMembers',
    steps: [...additions(targets, nameable(movable)), ...removals(leaving, ids).map(membersStep)],
  });
}

function sourcesOf(members: readonly Members[]): Group[] {
  return members.map(({ group }) => group).filter(group => group !== undefined);
}

function removals(members: readonly Members[], ids: ReadonlyMap<Group, number>): GroupChange[] {
  return members.flatMap(({ group, devices }) => {
    const id = group === undefined ? undefined : ids.get(group);
    if (group === undefined || id === undefined || devices.length === 0) return [];
    return [{ group, id, change: { add: [], remove: devices.map(removalOf) } }];
  });
}

/** Even a device without a name can be removed from a group. */
function removalOf(device: Device): DeviceReference {
  return referenceTo(device) ?? { name: '', ...(device.id === undefined ? {} : { id: device.id }) };
}

function isNameable(device: Device): boolean {
  return deviceWriteName(device) !== undefined;
}
