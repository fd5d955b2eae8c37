import type { Draft } from '../model/draft.ts';
import { NotSavedError } from '../model/saveErrors.ts';
import type { ServerConfig } from '../model/server.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { localizer } from '../platform/localize.ts';
import { confirmOn } from '../servers/productionGuard.ts';
import { displayText } from '../util/displayText.ts';

const { t, plural } = localizer;

/**
 * A save that takes devices out of a group of a production server is confirmed by the server's name: what
 * runs on a group then runs without them, and nothing on the screen shows it. Resolves with whether it asked.
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
    detail: [deviceChange(before, patch), namesOf(lost)].join('\n\n'),
    action: t('Remove from Group'),
  });
  if (!isSure) throw new NotSavedError('devicesKept');
  return true;
}

/** "20 devices → 3 devices": the part of a replace that is easily overlooked; '' where none goes or comes. */
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

function namesOf(lost: readonly string[]): string {
  const shown = lost.slice(0, 10).map(name => displayText(name, 60));
  const hidden = lost.length - shown.length;
  return [...shown, ...(hidden > 0 ? [plural('{count} more|{count} more', hidden)] : [])].join(', ');
}
