import type { Device } from '../../../api/model/device.ts';
import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import { type DeviceReference, findAbsent, othersThan, referenceTo } from '../../../api/model/membership.ts';
import { groupBy, pushTo } from '../../../base/collections.ts';
import { csvText, type DelimitedRow, readDelimitedRows, separatorOf } from '../../../base/delimitedText.ts';
import { foldText } from '../../../base/foldText.ts';
import {
  columnsOf,
  type DeviceDirectory,
  headingIn,
  hostHeading,
  type PasteNote,
  readDeviceRows,
} from '../../devices/common/pastedDevices.ts';

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

const groupHeading =
  /^((device|host|computer)?groups?(name)?|collection(name)?|(имя|название)?групп[аы](устройств|компьютеров)?)$/;
const nameHeading = /^(name|имя|название|наименование)$/;
const addressHeading = /^((ip)?(address|addr)|ip|(ip)?адрес)$/;

/** What the columns of a table contain. */
export interface TableLayout {
  readonly group: number;
  /** `rest`: all columns but that of the groups. */
  readonly devices: number | 'rest';
  /** The column that replaces a missing host name. */
  readonly address?: number | undefined;
  readonly hasHeadings: boolean;
}

/** A column as the user tells it from others. */
interface TableColumn {
  readonly heading: string;
  /** Its different values, without the heading. */
  readonly values: readonly string[];
  /** How many of them are names of known devices. */
  readonly known: number;
}

export interface GroupTable {
  readonly rows: readonly DelimitedRow[];
  readonly columns: readonly TableColumn[];
  readonly hasHeadings: boolean;
  /** `undefined` if several columns could contain the groups or the devices. */
  readonly layout: TableLayout | undefined;
}

/** Reads a pasted table, and where its groups and devices are, if its headings or its devices leave no doubt. */
export function readGroupTable(text: string, known: DeviceDirectory): GroupTable {
  const rows = readDelimitedRows(text.trimEnd(), separatorOf(text));
  const heading = headingIn(rows);
  const found = {
    groups: columnsOf(heading, groupHeading),
    names: columnsOf(heading, nameHeading),
    hosts: columnsOf(heading, hostHeading),
    addresses: columnsOf(heading, addressHeading),
  };
  const hasHeadings = Object.values(found).flat().length > 0;
  const data = hasHeadings ? rows.filter(row => row !== heading) : rows;
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index): TableColumn => {
    const values = [...new Set(data.map(({ cells }) => cells[index] ?? ''))].filter(value => value !== '');
    const devices = values.filter(value => known.find(value).length > 0);
    return { heading: (hasHeadings && heading?.cells[index]) || '', values, known: devices.length };
  });
  // Without headings, the group comes first, and what follows it are devices.
  const [first, ...others] = columns;
  const areDevices = width <= 2 || others.every(({ known: count, values }) => count === values.length);
  const isPlain = areDevices && first?.known === 0;
  const plain: TableLayout | undefined = isPlain ? { group: 0, devices: 'rest', hasHeadings } : undefined;
  return { rows, columns, hasHeadings, layout: hasHeadings ? layoutOf(found, width) : plain };
}

type FoundHeadings = Readonly<Record<'groups' | 'names' | 'hosts' | 'addresses', readonly number[]>>;

/** The layout that the headings leave no doubt about. A name may be that of a group or of a device. */
function layoutOf(
  { groups, names, hosts, addresses }: FoundHeadings,
  width: number,
): TableLayout | undefined {
  const [group, otherGroup] = groups;
  // In a table of only two columns, a name beside a group is that of a device.
  const isName = width === 2 && names.length === 1 && hosts.length === 0;
  const [host, otherHost] = [hosts, isName ? names : [], addresses].find(({ length }) => length > 0) ?? [];
  const isUnclear = otherGroup !== undefined || otherHost !== undefined || (names.length > 0 && !isName);
  if (isUnclear || group === undefined || host === undefined) return undefined;
  const [address] = addresses.length === 1 ? addresses : [];
  return { group, devices: host, address, hasHeadings: true };
}

/** Reads groups from a pasted table. */
export function readPastedGroups(
  { rows }: Pick<GroupTable, 'rows'>,
  { group, devices: column, address, hasHeadings }: TableLayout,
  known: DeviceDirectory,
): PastedGroups {
  const heading = hasHeadings ? headingIn(rows) : undefined;
  const hostsOf = (cells: readonly string[]) =>
    column === 'rest'
      ? cells.filter((_, index) => index !== group)
      : [cells[column] || (address === undefined ? '' : cells[address]) || ''];
  const notes: PasteNote[] = [];
  const byName = new Map<string, DelimitedRow[]>();
  for (const row of rows) {
    if (row === heading) continue;
    const { line, cells } = row;
    const name = cells[group] ?? '';
    const named = hostsOf(cells).flatMap(cell =>
      namesIn(cell, known, column === 'rest' ? /[\s,;]+/ : /[,;\n]+/),
    );
    if (name === '' && named.length === 0) notes.push({ kind: 'blank', line, text: '' });
    else if (name === '') notes.push({ kind: 'noGroup', line, text: named.join(', ') });
    else pushTo(byName, name, { ...row, cells: named });
  }
  const groups = [...byName].map(([name, lines]) => {
    const { devices, notes: ofLines } = readDeviceRows(
      lines.filter(({ cells }) => cells.length > 0),
      known,
    );
    for (const note of ofLines) notes.push(note);
    return { name, devices };
  });
  return { groups, notes: notes.sort((a, b) => a.line - b.line) };
}

/** The whole cell if a device has that name, otherwise its parts. */
function namesIn(cell: string, known: DeviceDirectory, separators: RegExp): readonly string[] {
  if (known.find(cell).length > 0) return [cell];
  return cell.split(separators).filter(name => name.trim() !== '');
}

export function planGroups(
  pasted: readonly PastedGroup[],
  groups: readonly Group[],
  mode: TableMode,
): readonly GroupPlan[] {
  const byName = groupBy(groups, group => group.name.trim());
  const spellings = new Map<string, string>();
  for (const name of byName.keys()) spellings.set(foldText(name), name);
  return pasted.map(({ name, devices }): GroupPlan => {
    const [group, ...others] = byName.get(name) ?? [];
    if (others.length > 0) return { name, kind: 'ambiguous' };
    const spelling = spellings.get(foldText(name));
    spellings.set(foldText(name), name);
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
