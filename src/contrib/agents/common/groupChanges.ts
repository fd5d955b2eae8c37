import * as z from 'zod/mini';
import { groupFields } from '../../../api/fields/groupFields.ts';
import { writeNames } from '../../../api/model/device.ts';
import { onlyFields } from '../../../api/model/draft.ts';
import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import {
  type DeviceReference,
  findAbsent,
  findSharedNames,
  type MembershipChange,
  planMembership,
  referenceKey,
} from '../../../api/model/membership.ts';
import { changeMembers, editGroup, throwIfOtherwise } from '../../../api/writes/objectEdits.ts';
import { WriteError } from '../../../api/writes/writeResult.ts';
import { displayText } from '../../../base/displayText.ts';
import { objectItem } from '../../../store/runs/objectItems.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { agentText } from './agentText.ts';
import { type ChangePlan, planParts, type RunPart, type SkippedItem, unlessChanged } from './changePlan.ts';
import { ToolError } from './fleet.ts';
import { oneGroup } from './groupTools.ts';
import type { ServerCall } from './serverCall.ts';
import { optionalInput } from './tool.ts';

const Names = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))).check(z.maxLength(500));

export const GroupChanges = z
  .array(
    z.strictObject({
      id: z.optional(z.int().check(z.minimum(0))),
      name: optionalInput('Or its full name or DN.', z.string()),
      add: z.optional(Names),
      remove: z.optional(Names),
      new_name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
      new_dn: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))),
    }),
  )
  .check(z.minLength(1), z.maxLength(20));
type GroupChanges = z.infer<typeof GroupChanges>;

/** The plan of other devices, or of other names, of groups. */
export function planGroupChanges(changes: GroupChanges, call: ServerCall): Promise<ChangePlan> {
  const isRename = ({ new_name: name, new_dn: dn }: GroupChanges[number]) =>
    name !== undefined || dn !== undefined;
  if (!changes.some(isRename)) return planMembers(changes, call);
  if (
    !changes.every(isRename) ||
    changes.some(({ add, remove }) => add !== undefined || remove !== undefined)
  )
    throw new ToolError('Rename groups in one call, and change their devices in another.');
  return planRenames(changes, call);
}

/** Throws if the ID of the group, by which it is changed, is unknown. */
function idOf(group: Group, { session }: ServerCall): number {
  const id = session.groups.identity.known(group);
  if (id !== undefined) return id;
  throw new ToolError(
    `The ID of the group ${JSON.stringify(agentText(group.name))} is unknown. The user finds it with “Find IDs…”.`,
  );
}

async function planRenames(changes: GroupChanges, call: ServerCall): Promise<ChangePlan> {
  const { session } = call;
  const writes = unlessChanged(session.writes.groups, toGroupDraft, Object.keys(groupFields));
  const renamed = new Set<Group>();
  const parts: RunPart[] = [];
  const skipped: SkippedItem[] = [];
  for (const { id: named, name, new_name: newName, new_dn: newDn } of changes) {
    const group = await oneGroup({ id: named, name }, call);
    const id = idOf(group, call);
    if (renamed.has(group)) throw new ToolError('A group is named twice. Put its changes together.');
    renamed.add(group);
    const draft = toGroupDraft(group);
    const after = {
      ...(newName === undefined || newName === group.name ? {} : { name: newName }),
      ...(newDn === undefined || newDn === group.dn ? {} : { dn: newDn }),
    };
    if (Object.keys(after).length === 0) {
      skipped.push({ id, name: group.name, why: 'needs no change' });
      continue;
    }
    const edit = { before: onlyFields(draft, Object.keys(after)), after };
    parts.push({
      planned: { kind: 'group', id, name: group.name, ...edit },
      record: { ...objectItem('group', id, draft), does: 'change', draft: { ...edit } },
      send: async (sending, left) => {
        const stored = await editGroup(writes, { group, id, edit }, { onSending: sending });
        if (stored === undefined) return;
        left(stored.edit.after);
        throwIfOtherwise(stored);
      },
    });
  }
  const members = session.targets.countDevices([...renamed].map(group => group.server_set));
  const devices = { before: members, after: members, isMore: false };
  return planParts(call, { action: 'change', act: 'writeOne', parts, skipped, devices });
}

async function planMembers(changes: GroupChanges, call: ServerCall): Promise<ChangePlan> {
  const { session } = call;
  const members: GroupMembers[] = [];
  const skipped: SkippedItem[] = [];
  for (const { id: named, name, add = [], remove = [] } of changes) {
    const group = await oneGroup({ id: named, name }, call);
    const id = idOf(group, call);
    const change = { add: add.map(toReference), remove: remove.map(toReference) };
    const missing = findAbsent(group.server_set, change.remove);
    if (missing.length > 0)
      throw new ToolError(
        `${JSON.stringify(agentText(group.name))} has no device ${missing
          .slice(0, 10)
          .map(device => agentText(device.name, 80))
          .join(', ')}. See find_groups_and_devices.`,
      );
    const both = change.add.find(device => change.remove.some(isSameIn(session)(device)));
    if (both !== undefined)
      throw new ToolError(
        `${JSON.stringify(agentText(both.name, 80))} is both added to ${JSON.stringify(agentText(group.name))} and removed from it.`,
      );
    if (members.some(other => other.group === group))
      throw new ToolError('A group is named twice. Put its changes together.');
    const plan = planMembership(group.server_set, change);
    if (plan.isChange) members.push({ group, id, change });
    else skipped.push({ id, name: group.name, why: 'needs no change' });
  }
  const known = new Set(writeNames(session.devices.all).map(device => referenceKey({ name: device })));
  const added = [...new Set(members.flatMap(({ change }) => change.add.map(({ name }) => name)))];
  const unknown = added.filter(name => !known.has(referenceKey({ name })) && !session.targets.isKnown(name));
  const lists = members.map(({ group }) => group.server_set);
  const kept = members.map(({ group, change }) => {
    const { names } = planMembership(group.server_set, change);
    return names;
  });
  return planParts(call, {
    action: 'members',
    act: 'changeMembers',
    parts: partsOf(session, members),
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
}

interface GroupMembers {
  readonly group: Group;
  readonly id: number;
  readonly change: MembershipChange;
}

function toReference(name: string): DeviceReference {
  return { name };
}

/** Whether two names may be those of one device: its host name and its address, in any case. */
function isSameIn({ targets: { numbers } }: ServerSession) {
  return (one: DeviceReference) => {
    const known = new Set(numbers.named(one.name));
    return (other: DeviceReference) =>
      referenceKey(one) === referenceKey(other) ||
      numbers.named(other.name).some(number => known.has(number));
  };
}

/** The additions of a plan, which removals of the same devices wait for. */
class Additions {
  readonly #session: ServerSession;
  readonly #added: readonly DeviceReference[];
  readonly #arrived = new Set<DeviceReference>();

  constructor(session: ServerSession, changes: readonly GroupMembers[]) {
    this.#session = session;
    this.#added = changes.flatMap(({ change }) => change.add);
  }

  arrived(devices: readonly DeviceReference[], { server_set: stored }: Group): void {
    // The response may be the first that says which device has a name.
    this.#session.targets.numbers.of(stored);
    for (const device of devices) this.#arrived.add(device);
  }

  /** Whether the device would be in no group. A name that no known device has may be that of any. */
  isMissing(removed: DeviceReference): boolean {
    const same = this.#added.filter(isSameIn(this.#session)(removed));
    const open = this.#added.filter(device => !this.#arrived.has(device));
    if (same.length > 0) return same.every(device => open.includes(device));
    return open.some(({ name }) => !this.#session.targets.isKnown(name));
  }
}

/** All additions come first. A group that gains devices and loses others that were to be added elsewhere is sent twice. */
function partsOf(session: ServerSession, changes: readonly GroupMembers[]): RunPart[] {
  const additions = new Additions(session, changes);
  const groups = unlessChanged(session.writes.groups, toGroupDraft, Object.keys(groupFields));
  const shared = findSharedNames(session.devices.all);
  return changes.flatMap(({ group, id, change }): RunPart[] => {
    const draft = toGroupDraft(group);
    let seen = group;
    const part = (own: MembershipChange): Omit<RunPart, 'planned'> => ({
      record: { ...objectItem('group', id, draft), marks: { dn: group.dn }, draft: { ...own } },
      stage: own.add.length > 0 ? 0 : 1,
      send: async (sending, left) => {
        const missing = own.remove.filter(device => additions.isMissing(device));
        if (missing.length > 0) throw new WriteError({ kind: 'devicesNotAdded' });
        const result = await changeMembers(
          groups,
          { group: seen, id, change: own, shared },
          { onSending: sending },
        );
        const { added, removed, dropped, remaining, lost } = result;
        seen = result.group;
        if (added.length + removed.length > 0) left({ add: added, remove: removed });
        const isDropped = new Set(dropped.map(referenceKey));
        additions.arrived(
          own.add.filter(device => !isDropped.has(referenceKey(device))),
          result.group,
        );
        if (dropped.length + remaining.length + lost.length === 0) return;
        const names = (devices: readonly DeviceReference[]) => devices.map(({ name }) => name);
        throw new WriteError({
          kind: 'storedOtherwise',
          differences: [
            {
              field: 'server_set',
              asked: { add: names(own.add), remove: names(own.remove) },
              stored: { not_added: names(dropped), not_removed: names(remaining), also_removed: names(lost) },
            },
          ],
        });
      },
    });
    const planned = {
      kind: 'group',
      id,
      name: group.name,
      before: { server_set: draft.server_set },
      after: { server_set: planMembership(group.server_set, change).names },
    } as const;
    const waits = change.add.length > 0 && change.remove.some(device => additions.isMissing(device));
    if (!waits) return [{ planned, ...part(change) }];
    return [{ planned, ...part({ ...change, remove: [] }) }, part({ add: [], remove: change.remove })];
  });
}
