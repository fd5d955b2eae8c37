import { groupBy, pushTo } from '../../util/collections.ts';
import { csvText, type DelimitedRow, readDelimitedRows, separatorOf } from '../../util/delimitedText.ts';
import type { Device } from '../device.ts';
import { type Group, toGroupDraft } from '../group.ts';
import { type DeviceReference, findAbsent, othersThan, referenceTo } from '../membership.ts';
import {
  type DeviceDirectory,
  headingIn,
  hostColumnOf,
  type PasteNote,
  readDeviceRows,
} from './pastedDevices.ts';

const columns = ['Group', 'Host name', 'Address', 'Status', 'Connection', 'User'] as const;

type ExportedGroup = Pick<Group, 'name' | 'dn' | 'server_set'>;

/** One line per device; a group without devices has its own line. */
export function groupsAsCsv(groups: readonly ExportedGroup[], separator?: string): string {
  const lines = groups.flatMap(({ name, server_set: devices }) =>
    devices.length === 0 ? [[name]] : devices.map(device => [name, ...cellsOf(device)]),
  );
  return csvText([columns, ...lines], separator);
}

/** Name, DN and host names, in the shape the API accepts. */
export function groupsAsJson(groups: readonly Group[]): string {
  const drafts = groups.map(group => {
    const { name, dn, server_set: devices } = toGroupDraft(group);
    return { name, dn, server_set: devices };
  });
  return `${JSON.stringify(drafts, undefined, 2)}\n`;
}

function cellsOf({ hostname, addr, status, connection, username }: Device): readonly string[] {
  return [hostname, addr, status, connection, username];
}

export interface PastedGroup {
  readonly name: string;
  readonly devices: readonly DeviceReference[];
}

export interface PastedGroups {
  readonly groups: readonly PastedGroup[];
  readonly notes: readonly PasteNote[];
}

export type TableMode = 'add' | 'replace';

/** What is to happen to one group of a pasted table. */
export type GroupPlan = { readonly name: string } & (
  | { readonly kind: 'create'; readonly devices: readonly DeviceReference[] }
  | {
      readonly kind: 'change';
      readonly group: Group;
      readonly add: readonly DeviceReference[];
      readonly remove: readonly DeviceReference[];
    }
  | { readonly kind: 'unchanged' }
  /** Several groups share the name; another group's name differs only in case; or the group would lose all devices. */
  | { readonly kind: 'ambiguous' | 'otherCase' | 'noDevices' }
);

const groupHeading = /^(group([\s_-]*name)?|name|группа|имя([\s_-]+группы)?)$/i;
const addressHeading = /^((ip[\s_-]*)?(address|addr)|ip|(ip-)?адрес)$/i;

/**
 * Reads groups from a pasted table. With headings for group and host name, their columns count, and an address
 * replaces a missing host name. Without headings, the first column is the group and all others are host names.
 */
export function readPastedGroups(text: string, known: DeviceDirectory): PastedGroups {
  const rows = readDelimitedRows(text.trimEnd(), separatorOf(text));
  const heading = headingIn(rows);
  const { groupColumn, hostsOf } = layoutOf(heading?.cells ?? []);
  const notes: PasteNote[] = [];
  const byName = new Map<string, DelimitedRow[]>();
  for (const row of rows) {
    if (row === heading && groupColumn !== undefined) continue;
    const { line, cells } = row;
    const name = cells[groupColumn ?? 0] ?? '';
    const named = hostsOf(cells).flatMap(cell => namesIn(cell, known));
    if (name === '' && named.length === 0) notes.push({ kind: 'blank', line, text: '' });
    else if (name === '') notes.push({ kind: 'noGroup', line, text: named.join(', ') });
    else pushTo(byName, name, { ...row, cells: named });
  }
  const groups = [...byName].map(([name, lines]) => {
    const { devices, notes: ofLines } = readDeviceRows(
      lines.filter(({ cells }) => cells.length > 0),
      known,
    );
    notes.push(...ofLines);
    return { name, devices };
  });
  return { groups, notes: notes.sort((a, b) => a.line - b.line) };
}

interface TableLayout {
  readonly groupColumn: number | undefined;
  readonly hostsOf: (cells: readonly string[]) => readonly string[];
}

function layoutOf(headings: readonly string[]): TableLayout {
  const groupColumn = headings.findIndex(cell => groupHeading.test(cell));
  const hostColumn = hostColumnOf(headings);
  if (groupColumn < 0 || hostColumn < 0) return { groupColumn: undefined, hostsOf: cells => cells.slice(1) };
  const addressColumn = headings.findIndex(cell => addressHeading.test(cell));
  return { groupColumn, hostsOf: cells => [cells[hostColumn] || cells[addressColumn] || ''] };
}

/** The whole cell if a device has that name, otherwise its parts between spaces and punctuation. */
function namesIn(cell: string, known: DeviceDirectory): readonly string[] {
  if (known.find(cell).length > 0) return [cell];
  return cell.split(/[\s,;]+/).filter(name => name !== '');
}

export function planGroups(
  pasted: readonly PastedGroup[],
  groups: readonly Group[],
  mode: TableMode,
): readonly GroupPlan[] {
  const byName = groupBy(groups, group => group.name.trim());
  const spellings = new Map<string, string>();
  for (const name of byName.keys()) spellings.set(name.toLowerCase(), name);
  return pasted.map(({ name, devices }): GroupPlan => {
    const [group, ...others] = byName.get(name) ?? [];
    if (others.length > 0) return { name, kind: 'ambiguous' };
    const spelling = spellings.get(name.toLowerCase());
    spellings.set(name.toLowerCase(), name);
    if (group !== undefined) return changeOf(group, { name, devices }, mode);
    if (spelling !== undefined && spelling !== name) return { name, kind: 'otherCase' };
    return { name, kind: 'create', devices };
  });
}

function changeOf(group: Group, { name, devices }: PastedGroup, mode: TableMode): GroupPlan {
  const add = findAbsent(group.server_set, devices);
  const others = mode === 'replace' ? othersThan(group.server_set, devices) : [];
  if (others.length > 0 && devices.length === 0) return { name, kind: 'noDevices' };
  const remove = others.map(referenceTo).filter(reference => reference !== undefined);
  if (add.length + remove.length === 0) return { name, kind: 'unchanged' };
  return { name, kind: 'change', group, add, remove };
}
