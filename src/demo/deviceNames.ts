import type { DemoContext } from './call.ts';
import { bad, listOf, type Reader, shortText } from './fields.ts';

type DeviceContext = Pick<DemoContext, 'world' | 'settings'>;

/** Host names or addresses of devices, as requests name them. */
export function deviceNames({ world, settings }: DeviceContext): Reader<readonly string[]> {
  const names = listOf(shortText(255));
  return raw => {
    const read = names(raw);
    if (!read.ok || settings.unknownPeers === 'accept') return read;
    const unknown = read.value.find(name => !world.findDevice(name));
    return unknown === undefined ? read : bad(`Device "${unknown}" not found.`);
  };
}

/** Called only for a valid request, because it may create devices. */
export function deviceIds(names: readonly string[], { world }: DeviceContext): readonly number[] {
  return [...new Set(names.map(name => world.deviceNamed(name).id))];
}
