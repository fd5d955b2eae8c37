import { type Device, deviceKey, deviceLabel, deviceNameKey, deviceWriteName } from '../model/device.ts';
import type { Draft } from '../model/draft.ts';
import { planMembership } from '../model/membership.ts';
import { NotSavedError } from '../model/saveErrors.ts';
import type { ServerConfig } from '../model/server.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { plural, t } from '../platform/localize.ts';
import { confirmOn } from '../servers/productionGuard.ts';
import { displayText } from '../util/displayText.ts';

/**
 * Makes the user type the server's name before a save removes devices from a group on a production server: jobs of
 * the group would no longer run on them, and nothing visible shows that. Resolves with whether it asked.
 */
export async function confirmDeviceLoss(
  dialogs: Dialogs,
  server: ServerConfig,
  before: Draft,
  patch: Draft,
): Promise<boolean> {
  const lost = lostDevices(before, patch);
  if (!server.production || lost.length === 0) return false;
  const words = { name: displayText(String(before['name'] ?? ''), 80), server: server.name };
  const isSure = await confirmOn(server, dialogs, {
    message: plural(
      'Remove {count} device from the group “{name}” on “{server}”?|Remove {count} devices from the group “{name}” on “{server}”?',
      lost.length,
      words,
    ),
    detail: [deviceChange(before, patch), deviceNames(lost)].join('\n\n'),
    action: t('Remove from Group'),
  });
  if (!isSure) throw new NotSavedError('devicesKept');
  return true;
}

interface ListSave {
  readonly before: Draft;
  /** The devices of the object. */
  readonly devices: readonly Device[];
  readonly patch: Draft;
}

/**
 * Asks before a save of a device list if the server has devices that a request cannot identify reliably and that
 * nobody has removed: the save may remove them anyway. Resolves with whether it asked.
 */
export async function confirmUncertainLoss(
  dialogs: Dialogs,
  { before, devices, patch }: ListSave,
): Promise<boolean> {
  const lost = uncertainDevices(devices, patch['server_set'] ?? patch['peers']);
  if (lost.length === 0) return false;
  const isSure = await dialogs.confirm({
    message: plural(
      '“{name}” has {count} device that a request cannot identify unambiguously. Saving the list may remove it.|“{name}” has {count} devices that a request cannot identify unambiguously. Saving the list may remove them.',
      lost.length,
      { name: displayText(String(before['name'] ?? ''), 80) },
    ),
    detail: deviceNames(lost.map(deviceLabel)),
    action: t('Save'),
  });
  if (!isSure) throw new NotSavedError('devicesKept');
  return true;
}

/** Devices without a name, and devices that share a name which is still in the list. */
function uncertainDevices(devices: readonly Device[], list: unknown): readonly Device[] {
  if (!Array.isArray(list)) return [];
  const kept = new Set(list.map(name => deviceNameKey(String(name))));
  const each = [...new Map(devices.map(device => [deviceKey(device), device])).values()];
  return planMembership(each, { add: [], remove: [] }).unnameable.filter(device => {
    const name = deviceWriteName(device);
    return name === undefined || kept.has(deviceNameKey(name));
  });
}

/** "20 devices → 3 devices", the part of a replace that is easily overlooked; '' if no device is added or removed. */
export function deviceChange(server: Draft, draft: Draft): string {
  const field = 'server_set' in server ? 'server_set' : 'peers';
  const before = server[field];
  const after = draft[field] ?? before;
  if (!Array.isArray(before) || !Array.isArray(after) || before.length === after.length) return '';
  return t('Devices: {before} → {after}.', {
    before: plural('{count} device|{count} devices', before.length),
    after: plural('{count} device|{count} devices', after.length),
  });
}

function lostDevices(before: Draft, patch: Draft): readonly string[] {
  const had = before['server_set'];
  const kept = patch['server_set'];
  if (!Array.isArray(had) || !Array.isArray(kept)) return [];
  const names = new Set(kept.map(String));
  return had.map(String).filter(name => !names.has(name));
}

function deviceNames(lost: readonly string[]): string {
  const shown = lost.slice(0, 10).map(name => displayText(name, 60));
  const hidden = lost.length - shown.length;
  return [...shown, ...(hidden > 0 ? [plural('{count} more|{count} more', hidden)] : [])].join(', ');
}
