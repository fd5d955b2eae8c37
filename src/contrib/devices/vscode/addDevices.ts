import type { Group } from '../../../api/model/group.ts';
import { planMembership } from '../../../api/model/membership.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import {
  type GroupChoice,
  type GroupTargets,
  groupsFor,
} from '../../../workbench/commands/groups/groupArguments.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { membersStep, type Step } from '../../../workbench/commands/runs/steps.ts';
import { unreadText } from '../../../workbench/notices/wholeLists.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle } from '../../../workbench/platform/objectNames.ts';
import type { PastedDevices } from '../common/pastedDevices.ts';
import { askDevices, askMembership, groupNames, readPasted } from './deviceQuestions.ts';

export type MembersContext = RunContext & GroupChoice;

/** Adds devices to groups: known ones that the user picks, or names that are typed, pasted or on the clipboard. */
export async function addDevices(context: MembersContext & Uses<'clipboard'>, args: Args): Promise<void> {
  if (args[0] === 'pasted') return pasteDevices(context, ['focused']);
  const targets = await targetGroups(context, args);
  if (targets === undefined) return;
  const { session } = targets;
  const words = { groups: groupNames(targets.groups), server: session.server.name };
  const title = t('Add Devices to {groups} on “{server}”', words);
  const chosen = await askDevices(context, session, title, await context.clipboard.readText());
  if (chosen !== undefined) await addToGroups(context, targets, chosen);
}

/** Adds the devices whose host names are on the clipboard. */
export async function pasteDevices(context: MembersContext & Uses<'clipboard'>, args: Args): Promise<void> {
  const targets = await targetGroups(context, args);
  if (targets === undefined) return;
  const text = await context.clipboard.readText();
  await addToGroups(context, targets, await readPasted(context, targets.session, text));
}

/** Adds devices to groups after one prompt; each group is read again before it is changed. */
export async function addToGroups(
  context: MembersContext,
  { session, groups }: GroupTargets,
  { devices, notes }: PastedDevices,
): Promise<void> {
  if (devices.length === 0) {
    await context.dialogs.info(t('There are no host names to add. Copy a column or a list of names first.'));
    return;
  }
  const ids = await groupIdsOf(context, session, groups);
  const known = [...ids.keys()];
  if (known.length === 0) return;
  const action = await askMembership(context, session, {
    message: addQuestion(session, known, devices),
    actions: [t('Add')],
    devices,
    notes,
    remarks: [...alreadyInGroupTexts(known, devices), notes.length === 0 ? '' : unreadText(session)],
  });
  if (action === undefined) return;
  await takeSteps(context, session, { act: 'changeMembers', steps: additions(ids, devices) });
}

/** Adds the devices to each of the groups. */
export function additions(groups: ReadonlyMap<Group, number>, devices: PastedDevices['devices']): Step[] {
  return [...groups].map(([group, id]) => membersStep({ group, id, change: { add: devices, remove: [] } }));
}

export function addQuestion(
  session: ServerSession,
  groups: readonly Group[],
  devices: PastedDevices['devices'],
): string {
  return plural(
    'Add {count} device to {groups} on “{server}”?|Add {count} devices to {groups} on “{server}”?',
    devices.length,
    { groups: groupNames(groups), server: session.server.name },
  );
}

/** How many of the devices each group already contains, as far as the view knows. */
export function alreadyInGroupTexts(groups: readonly Group[], devices: PastedDevices['devices']): string[] {
  return groups.flatMap(group => {
    const { names } = planMembership(group.server_set, { add: devices, remove: [] });
    const count = devices.length - (names.length - group.server_set.length);
    if (count <= 0) return [];
    return plural(
      '“{group}” already contains {count} of these devices.|“{group}” already contains {count} of these devices.',
      count,
      {
        group: groupTitle(group),
      },
    );
  });
}

/** The groups whose IDs are known: without them, the devices would be asked for in vain. */
async function targetGroups(context: MembersContext, args: Args): Promise<GroupTargets | undefined> {
  const targets = await groupsFor(context, args, t('Add Devices to Group'));
  if (targets === undefined || targets.groups.length === 0) return undefined;
  const ids = await groupIdsOf(context, targets.session, targets.groups);
  return ids.size === 0 ? undefined : { session: targets.session, groups: [...ids.keys()] };
}
