import * as z from 'zod/mini';
import { $constructor, $ZodObjectJIT } from 'zod/v4/core';

/** A device as the server describes it (docs/api.md, "Device"). Absent and `null` text reads as ''. */
export interface Device {
  readonly id: number | undefined;
  readonly addr: string;
  readonly status: string;
  readonly username: string;
  readonly hostname: string;
  readonly server_id: string;
  readonly connection: string;
}

const text = z.nullish(z.string());
// The API does not document the formats of these fields, so any scalar is shown verbatim.
const scalarText = z.nullish(z.union([z.string(), z.number(), z.boolean()]));

/** The wire shape; unknown fields are tolerated because devices are only written as names. */
export const DeviceWireSchema = quickObject({
  id: z.nullish(z.int()),
  addr: text,
  status: scalarText,
  username: scalarText,
  hostname: text,
  server_id: scalarText,
  connection: scalarText,
});

/** Like `z.object`, but zod compiles the checks on first use, which halves the time: lists are long. */
function quickObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  type Schema = z.ZodMiniObject<Shape>;
  const traits: readonly ((schema: Schema, definition: Schema['_zod']['def']) => void)[] = [
    $ZodObjectJIT.init,
    z.ZodMiniObject.init,
  ];
  const QuickObject = $constructor<Schema>('QuickObject', (schema, definition) => {
    for (const install of traits) install(schema, definition);
  });
  return new QuickObject({ type: 'object', shape });
}

export const documentedDeviceFields: ReadonlySet<string> = new Set(Object.keys(DeviceWireSchema.shape));

export function toDevice(wire: z.infer<typeof DeviceWireSchema>): Device {
  return {
    id: wire.id ?? undefined,
    addr: wire.addr ?? '',
    status: String(wire.status ?? ''),
    username: String(wire.username ?? ''),
    hostname: wire.hostname ?? '',
    server_id: String(wire.server_id ?? ''),
    connection: String(wire.connection ?? ''),
  };
}

/**
 * The name by which requests refer to the device: its host name, or else its address (decision 13). `undefined` when
 * it has neither and therefore cannot be written back.
 */
export function deviceWriteName(device: Device): string | undefined {
  return device.hostname.trim() || device.addr.trim() || undefined;
}

/** A label that identifies the device for the user; '?' if the server sent nothing that does. */
export function deviceLabel(device: Device): string {
  const fallback = device.id === undefined ? '?' : `#${device.id}`;
  return deviceWriteName(device) ?? (device.username || device.server_id || fallback);
}

/** Devices that no request can name. A list that contains them cannot be written back without losing them. */
export function unwritableDevices(devices: readonly Device[]): Device[] {
  return devices.filter(device => deviceWriteName(device) === undefined);
}

/** Devices by the name that requests use; the first one if several share it. */
export function byWriteName(devices: readonly Device[]): ReadonlyMap<string, Device> {
  const found = new Map<string, Device>();
  for (const device of devices) {
    const name = deviceWriteName(device);
    if (name !== undefined && !found.has(name)) found.set(name, device);
  }
  return found;
}

export function writeNames(devices: readonly Device[]): string[] {
  return devices.map(deviceWriteName).filter(name => name !== undefined);
}

/**
 * Whether `names` refer to exactly these devices, by host name or address, in any order. A request may have named a
 * device by its address that the server returns with its host name.
 */
export function matchNames(devices: readonly Device[], names: readonly string[]): boolean {
  const wanted = new Set(names.map(deviceNameKey));
  const found = new Set<string>();
  const isWanted = (name: string) => {
    const key = deviceNameKey(name);
    if (key === '' || !wanted.has(key)) return false;
    found.add(key);
    return true;
  };
  const isNamed = ({ hostname, addr }: Device) => {
    const isByHost = isWanted(hostname);
    return isWanted(addr) || isByHost;
  };
  return devices.every(isNamed) && found.size === wanted.size;
}

/**
 * Equal for two names of a device in requests: host names are compared regardless of case and of the dot at the end of
 * a complete one, and IPv6 addresses as addresses, however they are shortened.
 */
export function deviceNameKey(name: string): string {
  const key = name.trim().toLowerCase();
  if (key.includes(':')) return addressKey(key);
  return key.endsWith('.') && !key.endsWith('..') ? key.slice(0, -1) : key;
}

function addressKey(text: string): string {
  const [, address = '', zone = ''] = /^\[?([\da-f:.]+)(%[^\]]*)?\]?$/.exec(text) ?? [];
  if (!URL.canParse(`http://[${address}]`)) return text;
  const { hostname } = new URL(`http://[${address}]`);
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.slice(1, -1) + zone;
  // An IPv4 address as a server that listens on IPv6 sees it.
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}

/** Identifies a device across jobs and groups: by the server's ID if there is one, otherwise by all its fields. */
export function deviceKey(device: Device): string {
  return device.id === undefined
    ? `${device.hostname}\n${device.addr}\n${device.server_id}\n${device.username}`
    : `#${device.id}`;
}

type DeviceState = 'online' | 'offline';

const states: ReadonlyMap<string, DeviceState> = new Map([
  ...mean('online', ['online', 'connected', 'active', 'up', 'в сети', 'онлайн']),
  ...mean('online', ['подключен', 'подключена', 'подключено', 'доступен', 'доступна', 'доступно']),
  ...mean('offline', ['offline', 'disconnected', 'inactive', 'down', 'не в сети', 'офлайн', 'оффлайн']),
  ...mean('offline', ['отключен', 'отключена', 'отключено', 'недоступен', 'недоступна', 'недоступно']),
]);

/** Whether a device is connected; `undefined` for a status word that is not understood (decision 11). */
export function deviceState(status: string): DeviceState | undefined {
  return states.get(status.trim().toLowerCase());
}

function mean(state: DeviceState, words: readonly string[]): (readonly [string, DeviceState])[] {
  return words.map(word => [word, state]);
}
