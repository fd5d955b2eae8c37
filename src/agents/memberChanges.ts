import * as z from 'zod/mini';
import { groupFields } from '../fields/groupFields.ts';
import { objectItem } from '../journal/objectItems.ts';
import { writeNames } from '../model/device.ts';
import { type Group, toGroupDraft } from '../model/group.ts';
import {
  type DeviceReference,
  findAbsent,
  findSharedNames,
  type MembershipChange,
  planMembership,
  referenceKey,
} from '../model/membership.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { changeMembers } from '../writes/objectEdits.ts';
import { WriteError } from '../writes/writeResult.ts';
import { agentText } from './agentText.ts';
import { planParts, type RunPart, type SkippedItem, unlessChanged } from './changePlan.ts';
import { ToolError } from './fleet.ts';
import { oneGroup } from './groupTools.ts';
import { serverInput } from './jobSearch.ts';
import { changingTool, optionalInput } from './tool.ts';

const Names = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))).check(z.maxLength(500));

export const changeMembersTool = changingTool({
  name: 'change_members',
  description:
    'Adds devices to static groups and removes devices from them, by host name or address. To move devices, remove them from one group and add them to another in one call: a device is only removed once it was added. The user sees which devices each group gains and loses, and must confirm.',
  isDestructive: true,
  isIdempotent: true,
  input: z.strictObject({
    ...serverInput,
    changes: z
      .array(
        z.strictObject({
          id: optionalInput('The ID of the group.', z.int().check(z.minimum(0))),
          name: optionalInput('Or its DN or full name.', z.string()),
          add: z.optional(Names),
          remove: z.optional(Names),
        }),
      )
      .check(z.minLength(1), z.maxLength(20)),
  }),
  plan: async (input, call) => {
    const { session } = call;
    const changes: GroupMembers[] = [];
    const skipped: SkippedItem[] = [];
    for (const { id: named, name, add = [], remove = [] } of input.changes) {
      const group = await oneGroup({ id: named, name }, call);
      const id = session.groups.identity.known(group);
      const change = { add: add.map(toReference), remove: remove.map(toReference) };
      const missing = findAbsent(group.server_set, change.remove);
      if (missing.length > 0)
        throw new ToolError(
          `${JSON.stringify(agentText(group.name))} has no device ${missing
            .slice(0, 10)
            .map(device => agentText(device.name, 80))
            .join(', ')}. See read_group.`,
        );
      if (changes.some(other => other.group === group))
        throw new ToolError('A group is named twice. Put its changes together.');
      if (id === undefined)
        throw new ToolError(
          `The ID of the group ${JSON.stringify(agentText(group.name))} is unknown. The user finds it with “Find Group IDs”.`,
        );
      const plan = planMembership(group.server_set, change);
      if (plan.isChange) changes.push({ group, id, change });
      else skipped.push({ id, name: group.name, why: 'needs no change' });
    }
    const known = new Set(writeNames(session.devices.all).map(device => referenceKey({ name: device })));
    const added = [...new Set(changes.flatMap(({ change }) => change.add.map(({ name }) => name)))];
    const unknown = added.filter(
      name => !known.has(referenceKey({ name })) && !session.targets.isKnown(name),
    );
    const lists = changes.map(({ group }) => group.server_set);
    const kept = changes.map(({ group, change }) => {
      const { names } = planMembership(group.server_set, change);
      return names;
    });
    return planParts(call, {
      action: 'members',
      act: 'changeMembers',
      parts: partsOf(session, changes),
      skipped,
      devices: {
        before: session.targets.countDevices(lists),
        after: session.targets.countDevices([], kept.flat()),
        isMore: false,
      },
      warnings:
        unknown.length === 0
          ? []
          : [
              call.fleet.localizer.t('In no job or group on the server so far: {devices}.', {
                devices: unknown
                  .slice(0, 10)
                  .map(name => displayText(name, 80))
                  .join(', '),
              }),
            ],
    });
  },
});

interface GroupMembers {
  readonly group: Group;
  readonly id: number;
  readonly change: MembershipChange;
}

function toReference(name: string): DeviceReference {
  return { name };
}

/** Groups that gain devices come first, because the others wait for them. */
function partsOf(session: ServerSession, changes: readonly GroupMembers[]): RunPart[] {
  const arrived = new Set<string>();
  const arriving = new Set(changes.flatMap(({ change }) => change.add.map(referenceKey)));
  const groups = unlessChanged(session.writes.groups, toGroupDraft, Object.keys(groupFields));
  const shared = findSharedNames(session.devices.all);
  return changes.map(({ group, id, change }): RunPart => {
    const draft = toGroupDraft(group);
    return {
      planned: {
        kind: 'group',
        id,
        name: group.name,
        before: { server_set: draft.server_set },
        after: { server_set: planMembership(group.server_set, change).names },
      },
      record: { ...objectItem('group', id, draft), marks: { dn: group.dn }, draft: { ...change } },
      stage: change.add.length > 0 ? 0 : 1,
      send: async (sending, left) => {
        const isHeld = (device: DeviceReference) => {
          const key = referenceKey(device);
          return arriving.has(key) && !arrived.has(key);
        };
        if (change.remove.some(isHeld)) throw new WriteError({ kind: 'devicesNotAdded' });
        const result = await changeMembers(groups, { group, id, change, shared }, { onSending: sending });
        const { added, removed, dropped, remaining, lost } = result;
        if (added.length + removed.length > 0) left({ add: added, remove: removed });
        const isDropped = new Set(dropped.map(referenceKey));
        for (const device of change.add.map(referenceKey)) if (!isDropped.has(device)) arrived.add(device);
        const names = (devices: readonly DeviceReference[]) => devices.map(({ name }) => name);
        if (dropped.length + remaining.length + lost.length === 0) return;
        throw new WriteError({
          kind: 'storedOtherwise',
          differences: [
            {
              field: 'server_set',
              asked: { add: names(change.add), remove: names(change.remove) },
              stored: { not_added: names(dropped), not_removed: names(remaining), also_removed: names(lost) },
            },
          ],
        });
      },
    };
  });
}
