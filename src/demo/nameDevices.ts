import type { DemoContext } from './call.ts';
import { bad, type Reader, readList, shortText } from './fields.ts';
import type { DeviceRecord } from './records.ts';

type DeviceContext = Pick<DemoContext, 'world' | 'variant'>;

/** Host names or addresses that refer to devices in requests. */
export function deviceNames({ world, variant }: DeviceContext): Reader<readonly string[]> {
  const names = readList(shortText(255));
  return raw => {
    const read = names(raw);
    if (!read.ok || variant.newDevice) return read;
    const unknown = read.value.find(name => !world.findDevice(name));
    return unknown === undefined ? read : bad(`Device "${unknown}" not found.`);
  };
}

/** Only called for a valid request, because it may create devices. */
export function deviceIds(names: readonly string[], context: DeviceContext): readonly number[] {
  return [...new Set(names.flatMap(name => deviceNamed(name, context)?.id ?? []))];
}

function deviceNamed(name: string, { world, variant }: DeviceContext): DeviceRecord | undefined {
  const known = world.findDevice(name);
  if (known || !variant.newDevice) return known;
  return world.addDevice(variant.newDevice(world.devices.nextId(), name));
}
