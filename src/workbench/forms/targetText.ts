import { deviceFields } from '../../api/fields/objectFields.ts';
import { unwritableDevices } from '../../api/model/device.ts';
import { findChangedFields } from '../../api/model/difference.ts';
import type { Draft } from '../../api/model/draft.ts';
import { conflictingFields } from '../../api/model/saveDecision.ts';
import { stringsOf } from '../../base/json.ts';
import { draftReach } from '../../store/reach/draftReach.ts';
import type { Reach } from '../../store/reach/targetIndex.ts';
import type { OpenDocument } from '../documents/openDocument.ts';
import { plural, t } from '../platform/localize.ts';
import { reachText } from '../platform/reachTexts.ts';

/** The known number of devices that a job runs on; both numbers if the edit changes it. */
export function deviceCountTexts(
  draft: Draft,
  { knownSession: session, versions }: OpenDocument,
): { readonly deviceCount: string; readonly devices: string } {
  if (session === undefined) return { deviceCount: '', devices: '' };
  const { reach, before } = draftReach(draft, versions?.base.stored, session);
  return { deviceCount: reachText(reach, before), devices: reachWords(reach) };
}

/** "12 devices", or "at least 12 devices" if those of some groups are unknown. */
function reachWords({ devices, unknownGroups, dynamicGroups }: Reach): string {
  return unknownGroups.length + dynamicGroups.length === 0
    ? plural('{count} device|{count} devices', devices)
    : plural('at least {count} device|at least {count} devices', devices);
}

/** A warning if saving a device list would change more than what the user edited; '' otherwise. */
export function deviceListWarning(draft: Draft, { id, ref, knownSession, versions }: OpenDocument): string {
  const field = deviceFields[ref.objectKind];
  if (versions === undefined || !findChangedFields(versions.base.text, draft).includes(field)) return '';
  const warnings: string[] = [];
  if (conflictingFields(versions.base, draft, versions.latest).includes(field)) {
    const before = new Set(stringsOf(versions.base.stored[field]));
    const latest = new Set(stringsOf(versions.latest[field]));
    warnings.push(
      t(
        'This list was changed on the server in the meantime ({added} added, {removed} removed). Overwriting replaces it.',
        {
          added: [...latest].filter(name => !before.has(name)).length,
          removed: [...before].filter(name => !latest.has(name)).length,
        },
      ),
    );
  }
  // Devices that no request can refer to (decision 13).
  const devices =
    ref.objectKind === 'job'
      ? knownSession?.jobs.get(id ?? -1)?.peers
      : knownSession?.groups.byId(id ?? -1)?.server_set;
  const unnamed = unwritableDevices(devices ?? []).length;
  if (unnamed > 0) {
    warnings.push(
      plural(
        '{count} device has neither a host name nor an address and will be lost when the changed list is saved.|{count} devices have neither a host name nor an address and will be lost when the changed list is saved.',
        unnamed,
      ),
    );
  }
  return warnings.join(' ');
}
