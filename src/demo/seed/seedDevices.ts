import type { DeviceRecord } from '../records.ts';
import { userName } from './names.ts';
import type { Random } from './random.ts';

const sites = ['MSK', 'SPB', 'EKB', 'KZN', 'BER', 'LON', 'WH3', 'SCHOOL7'] as const;
const kinds = ['PC', 'PC', 'PC', 'NB', 'POS', 'SRV', 'KIOSK'] as const;

export function seedDevice(random: Random, id: number): DeviceRecord {
  return {
    id,
    addr: address(random, id),
    status: statusWord(random),
    username: userName(random),
    hostname: hostName(random, id),
    server_id: String(random.between(100_000_000, 999_999_999)),
    connection: random.pick(['direct', 'direct', 'relay', 'vpn', '']),
  };
}

/** Addresses are unique, so that devices without a host name are distinguishable. */
function address(random: Random, id: number): string {
  if (random.chance(0.05)) return `fd00:20::${id.toString(16)}`;
  return `10.${20 + (id >> 16)}.${(id >> 8) & 255}.${id & 255}`;
}

function hostName(random: Random, id: number): string {
  const number = String(id).padStart(4, '0');
  // Some devices report no host name and are identified by their address.
  if (random.chance(0.03)) return '';
  if (random.chance(0.15)) return `${random.pick(['kiosk', 'teacher', 'till'])}-${number}.corp.example`;
  return `${random.pick(sites)}-${random.pick(kinds)}-${number}`;
}

function statusWord(random: Random): string {
  if (random.chance(0.6)) return 'online';
  return random.pick(['offline', 'offline', 'offline', 'busy', 'sleeping', 'не в сети']);
}
