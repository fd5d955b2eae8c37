import {
  type Device,
  deviceKey,
  deviceLabel,
  deviceNameKey,
  deviceWriteName,
} from '../../api/model/device.ts';
import type { Draft } from '../../api/model/draft.ts';
import { planMembership } from '../../api/model/membership.ts';
import { NotSavedError } from '../../api/model/saveErrors.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import { displayText } from '../../base/displayText.ts';
import { listOf } from '../../base/json.ts';
import { reachOfDraft } from '../../store/reach/draftReach.ts';
import { isLargeGrowth } from '../../store/reach/growth.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { plural, t } from '../platform/localize.ts';
import { reachText } from '../platform/reachTexts.ts';
import { confirmationThreshold, groupIdSearchLimit } from '../platform/settings.ts';
import { withAddress } from '../servers/serverAddress.ts';
import { confirmOn } from '../servers/serverMarks.ts';

/** The object on the server with its devices, and a patch before it is sent. */
interface ListSave {
  readonly before: Draft;
  readonly devices: readonly Device[];
  readonly patch: Draft;
}

/**
 * Asks about the consequences of a save. Rejects if the user declines; resolves with whether it asked, in which case
 * the object may have changed since it was read.
 */
export async function confirmPatch(
  dialogs: Dialogs,
  session: ServerSession,
  save: ListSave,
): Promise<boolean> {
  const { before, patch } = save;
  // Whether it can let a job run on more devices.
  const changesReach = 'groups' in patch || 'peers' in patch || patch['enabled'] === true;
  const asked = [
    await confirmDeviceLoss(dialogs, session.server, save),
    await confirmUncertainLoss(dialogs, session.server, save),
    changesReach && (await confirmReach(dialogs, session, { before, after: { ...before, ...patch } })),
  ];
  return asked.includes(true);
}

/**
 * Makes the user type the server's name before a save removes devices from a group on a production server: jobs of
 * the group would no longer run on them, and nothing visible shows that.
 */
async function confirmDeviceLoss(
  dialogs: Dialogs,
  server: ServerConfig,
  { before, patch }: ListSave,
): Promise<boolean> {
  const { server_set: had } = before;
  const { server_set: kept } = patch;
  const names = new Set(listOf(kept).map(String));
  const lost = listOf(had).flatMap(name => (names.has(String(name)) ? [] : [String(name)]));
  if (!server.production || !Array.isArray(kept) || lost.length === 0) return false;
  const isSure = await confirmOn(server, dialogs, {
    message: plural(
      'Remove {count} device from the group “{name}” on “{server}”?|Remove {count} devices from the group “{name}” on “{server}”?',
      lost.length,
      { name: nameOf(before), server: server.name },
    ),
    detail: [deviceChange(before, patch), deviceNames(lost)].join('\n\n'),
    action: t('Remove from Group'),
  });
  return isSure || notSaved('devicesKept');
}

/**
 * Asks before a save of a device list if the server has devices that a request cannot identify reliably and that
 * nobody has removed: the save may remove them anyway.
 */
export async function confirmUncertainLoss(
  dialogs: Dialogs,
  server: ServerConfig,
  { before, devices, patch }: ListSave,
): Promise<boolean> {
  const lost = uncertainDevices(devices, patch['server_set'] ?? patch['peers']);
  if (lost.length === 0) return false;
  const isSure = await dialogs.confirm({
    message: plural(
      '“{name}” has {count} device that a request cannot identify unambiguously. Saving the list may remove it.|“{name}” has {count} devices that a request cannot identify unambiguously. Saving the list may remove them.',
      lost.length,
      { name: nameOf(before) },
    ),
    detail: withAddress(server, deviceNames(lost.map(deviceLabel))),
    action: t('Save'),
  });
  return isSure || notSaved('devicesKept');
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

function deviceNames(lost: readonly string[]): string {
  const shown = lost.slice(0, 10).map(name => displayText(name, 60));
  const hidden = lost.length - shown.length;
  return [...shown, ...(hidden > 0 ? [plural('{count} more|{count} more', hidden)] : [])].join(', ');
}

/** Their devices are counted if they can be read; the prompt mentions groups that cannot. */
async function readGroups({ groups }: ServerSession, ids: readonly number[]): Promise<void> {
  await groups.whole();
  await groups.identity.resolveFromJobs({ ids, budget: groupIdSearchLimit() });
}

/**
 * Asks before saving a job that would run on many more devices than before (`undefined` for a new job), because it is
 * easy to pick one group too many. A job that the save enables did not run on any device before.
 */
export async function confirmReach(
  dialogs: Dialogs,
  session: ServerSession,
  { before, after }: { readonly before: Draft | undefined; readonly after: Draft },
): Promise<boolean> {
  const { unknownGroups } = reachOfDraft(after, session);
  if (unknownGroups.length > 0) await readGroups(session, unknownGroups).catch(() => undefined);
  const reach = reachOfDraft(after, session);
  const isEnabled = before?.['enabled'] === false && after['enabled'] === true;
  const had = before === undefined || isEnabled ? 0 : reachOfDraft(before, session).devices;
  if (!isLargeGrowth({ before: had, after: reach.devices }, confirmationThreshold())) return false;
  const isSure = await confirmOn(session.server, dialogs, {
    message: t('Save “{name}” to “{server}”? It will run on more devices.', {
      name: nameOf(after),
      server: session.server.name,
    }),
    detail: reachText(reach, had),
    action: t('Save'),
  });
  return isSure || notSaved('reachKept');
}

function notSaved(code: 'devicesKept' | 'reachKept'): never {
  throw new NotSavedError(code);
}

function nameOf({ name }: Draft): string {
  return displayText(String(name ?? ''), 80);
}
