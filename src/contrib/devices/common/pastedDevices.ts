import { type Device, deviceNameKey, deviceWriteName } from '../../../api/model/device.ts';
import { type DeviceReference, referenceKey, referenceTo } from '../../../api/model/membership.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { anySeparator, type DelimitedRow, readDelimitedRows } from '../../../base/delimitedText.ts';
import { copiedLine } from '../../../base/displayText.ts';
import { foldText } from '../../../base/foldText.ts';

/** A message about a line of pasted text. */
export type PasteNote = { readonly line: number; readonly text: string } & (
  | { readonly kind: 'blank' | 'header' | 'unclosedQuote' | 'tooLong' | 'damaged' | 'unknown' }
  /** Only in tables of groups. */
  | { readonly kind: 'noGroup' }
  /** An earlier line has the device: spelled the same, in another case, or by another of its names. */
  | { readonly kind: 'duplicate' | 'otherCase' | 'sameDevice'; readonly first: number }
  /** The name that is sent instead. */
  | { readonly kind: 'alias'; readonly name: string }
  /** The number of known devices with this name. */
  | { readonly kind: 'shared'; readonly count: number }
);

export interface PastedDevices {
  readonly devices: readonly DeviceReference[];
  readonly notes: readonly PasteNote[];
}

const longestName = 255;
/** As directories, inventories and remote desktop servers export them. */
export const hostHeading =
  /^((inventory|dns)?host(name)?|ansiblehost|fqdn|rname|(computer|device|machine|netbios)(name)?|(имя)?(хост|компьютер|устройств)[ао]?|(имя)?пк)$/;

/** Finds known devices by host name or address, in any case, also as they are copied. */
export class DeviceDirectory {
  readonly #byName = new Map<string, Map<string, Device>>();

  constructor(devices: Iterable<Device>) {
    for (const device of devices) {
      const reference = referenceTo(device);
      if (reference === undefined) continue;
      for (const name of [device.hostname, device.addr]) this.#note(name, referenceKey(reference), device);
    }
  }

  find(name: string): readonly Device[] {
    return [...(this.#byName.get(copiedKey(name))?.values() ?? [])];
  }

  #note(name: string, key: string, device: Device): void {
    if (name.trim() === '') return;
    getOrAdd(this.#byName, copiedKey(name), () => new Map()).set(key, device);
  }
}

function copiedKey(name: string): string {
  return deviceNameKey(copiedLine(name.trim()));
}

/**
 * Reads devices from pasted text: a column, a list, or CSV. If the table has a heading for host names, only that
 * column is read. Notes report every line that is skipped or not taken literally.
 */
export function readPastedDevices(text: string, known: DeviceDirectory): PastedDevices {
  const rows = readDelimitedRows(text.trimEnd(), anySeparator);
  const heading = headingIn(rows);
  const [column] = columnsOf(heading, hostHeading);
  if (heading === undefined || column === undefined) return readDeviceRows(rows, known);
  const rest = rows.filter(row => row !== heading);
  const { devices, notes } = readDeviceRows(
    rest.map(row => ({ ...row, cells: row.cells.slice(column, column + 1) })),
    known,
  );
  const header: PasteNote = { kind: 'header', line: heading.line, text: heading.cells.join(', ') };
  return { devices, notes: [header, ...notes].sort((a, b) => a.line - b.line) };
}

/** The row that may contain headings: the first one that is not blank. */
export function headingIn(rows: readonly DelimitedRow[]): DelimitedRow | undefined {
  return rows.find(({ cells }) => cells.some(cell => cell !== ''));
}

/** The columns with such a heading, in which case, spaces and punctuation do not count. */
export function columnsOf(heading: DelimitedRow | undefined, pattern: RegExp): readonly number[] {
  const keys = heading?.cells.map(cell => foldText(cell).replace(/[\s_.-]+/g, '')) ?? [];
  return [...keys.keys()].filter(column => pattern.test(keys[column] ?? ''));
}

/** Reads every cell of the rows as a device name. */
export function readDeviceRows(rows: readonly DelimitedRow[], known: DeviceDirectory): PastedDevices {
  const notes: PasteNote[] = [];
  const found: Found = new Map();
  for (const { line, cells, isUnclosed } of rows) {
    if (isUnclosed) notes.push({ kind: 'unclosedQuote', line, text: cells.join(', ') });
    const names = cells.map(unquote).filter(cell => cell !== '');
    if (names.length === 0) notes.push({ kind: 'blank', line, text: '' });
    for (const text of names) {
      const note = take({ line, text }, known, found);
      if (note !== undefined) notes.push(note);
    }
  }
  return { devices: [...found.values()].map(({ reference }) => reference), notes };
}

type Found = Map<string, { line: number; text: string; reference: DeviceReference }>;

/** Adds the device with this name; returns a message if there is something to report. */
function take(
  place: { readonly line: number; readonly text: string },
  known: DeviceDirectory,
  found: Found,
): PasteNote | undefined {
  const { line, text } = place;
  if (text.length > longestName) return { ...place, kind: 'tooLong' };
  const devices = known.find(text);
  if (devices.length === 0 && /[\p{Cc}\uFFFD]/u.test(text)) return { ...place, kind: 'damaged' };
  const [device] = devices;
  const isCertain = device !== undefined && devices.length === 1;
  const reference = (isCertain ? referenceTo(device) : undefined) ?? { name: text };
  const key = isCertain ? referenceKey(reference) : deviceNameKey(text);
  const before = found.get(key);
  if (before !== undefined) return { ...place, kind: repetitionOf(before.text, text), first: before.line };
  found.set(key, { line, text, reference });
  if (device === undefined) return { ...place, kind: 'unknown' };
  if (!isCertain) return { ...place, kind: 'shared', count: devices.length };
  return deviceWriteName(device) === text ? undefined : { kind: 'alias', line, text, name: reference.name };
}

function repetitionOf(before: string, text: string): 'duplicate' | 'otherCase' | 'sameDevice' {
  if (before === text) return 'duplicate';
  return deviceNameKey(before) === deviceNameKey(text) ? 'otherCase' : 'sameDevice';
}

/** Single quotes are not CSV syntax, but people paste them. */
function unquote(cell: string): string {
  return cell.replace(/^'(.*)'$/, '$1').trim();
}
