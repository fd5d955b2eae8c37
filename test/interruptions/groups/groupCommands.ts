import type { GroupsNode } from '../../../src/workbench/trees/nodes.ts';
import type { MemberChange } from '../checks/memberships.ts';
import type { Knowledge } from '../saves/knowledge.ts';
import { normal, objectKey } from '../saves/records.ts';
import type { RoundWindow } from '../saves/roundWindow.ts';
import type { GroupStep } from './groupSteps.ts';
import type { OtherGroups } from './otherGroups.ts';

export interface GroupStepParts {
  readonly window: RoundWindow;
  readonly knowledge: Knowledge;
  readonly others: OtherGroups;
  readonly place: string;
  /** Devices dropped on another group are moved there, not added. */
  readonly moves: boolean;
  /** Lets the round continue while this work is in progress. */
  readonly start: (work: Promise<unknown>) => void;
}

type Row<Kind extends GroupsNode['kind']> = Extract<GroupsNode, { readonly kind: Kind }>;

/** Performs one step about groups. */
export function performOnGroups(parts: GroupStepParts, step: GroupStep): void {
  const { window, others, place, start } = parts;
  if (step.kind === 'openGroup') start(window.openObject('group', others.idAt(place, step.group)));
  if (step.kind === 'otherGroup') others.change(place, step.group, step.device);
  if (step.kind === 'otherGroupName') others.rename(place, step.group, step.value);
  if (step.kind === 'reuseGroup') others.reuse(place, step.group);
  if (step.kind === 'refreshGroups') start(readGroups(window));
  if (step.kind === 'removeDevice') start(removeDevice(parts, step));
  if (step.kind === 'place') start(placeDevice(parts, step));
}

/** The view reads its rows when it is shown, and again on refresh. */
async function readGroups({ app }: RoundWindow): Promise<void> {
  await app.trees.groups.getChildren();
  await app.runCommand('deviceAutomation.groups.refresh', []);
}

async function removeDevice(
  parts: GroupStepParts,
  { group: number, device }: Extract<GroupStep, { kind: 'otherGroup' | 'removeDevice' }>,
): Promise<void> {
  const found = await deviceRow(parts, number, device);
  if (found === undefined) return;
  const { window, knowledge, place } = parts;
  const changes = [changeOf(parts, found.group, { add: [], remove: [found.name] })].filter(isKnown);
  knowledge.requests.members.commanded({ slot: window.slot, place, changes });
  await window.app.runCommand('deviceAutomation.device.removeFromGroup', [found.row]);
}

async function placeDevice(
  parts: GroupStepParts,
  { group: number, device, to }: Extract<GroupStep, { kind: 'place' }>,
): Promise<void> {
  const found = await deviceRow(parts, number, device);
  const target = (await groupRows(parts))[to];
  if (found === undefined || target === undefined || target.groupKey === found.group.groupKey) return;
  const { window, knowledge, place, moves } = parts;
  const leaving = changeOf(parts, found.group, { add: [], remove: [found.name] });
  const changes = [
    changeOf(parts, target, { add: [found.name], remove: [] }),
    ...(moves ? [leaving] : []),
  ].filter(isKnown);
  knowledge.requests.members.commanded({ slot: window.slot, place, changes });
  await window.app.runCommand('deviceAutomation.device.drop', [target, { rows: [found.row], text: '' }]);
}

/** The groups in the view, without requesting more. */
async function groupRows({ window }: GroupStepParts): Promise<readonly Row<'group'>[]> {
  const rows = await window.app.trees.groups.getChildren();
  return rows.filter(row => row.kind === 'group');
}

async function deviceRow(parts: GroupStepParts, number: number, device: number) {
  const group = (await groupRows(parts))[number];
  const rows = group === undefined ? [] : await parts.window.app.trees.groups.getChildren(group);
  const devices = rows.filter(row => row.kind === 'device');
  const row = devices[device % Math.max(1, devices.length)];
  if (group === undefined || row === undefined) return undefined;
  const name = parts.others.hostName(parts.place, Number(/\d+/.exec(row.deviceKey)?.[0]));
  return { group, row, name };
}

/** Rows show no `dn`, so the group may have any `dn` that was sent to the window. */
function changeOf(
  { window: { slot }, knowledge, others, place }: GroupStepParts,
  { groupKey }: Row<'group'>,
  difference: Pick<MemberChange, 'add' | 'remove'>,
): MemberChange | undefined {
  const [, idText] = /^id:(\d+)/.exec(groupKey) ?? [];
  const dn = groupKey.replace(/^dn:/, '');
  const id = idText === undefined ? others.idOf(place, dn) : Number(idText);
  if (id === undefined) return undefined;
  const read = knowledge.records.readings({ slot, job: objectKey(place, 'groups', id) });
  const dns = new Set(idText === undefined ? [normal('dn', dn)] : read.map(({ values }) => values.dn));
  return { id, dns, ...difference };
}

function isKnown(change: MemberChange | undefined): change is MemberChange {
  return change !== undefined;
}
