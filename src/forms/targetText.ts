import type { OpenDocument } from '../documents/openDocument.ts';
import type { deviceFields, ObjectKind } from '../fields/objectFields.ts';
import { unwritableDevices } from '../model/device.ts';
import { findChangedFields } from '../model/difference.ts';
import type { Draft } from '../model/draft.ts';
import { conflictingFields } from '../model/saveDecision.ts';
import { plural, t } from '../platform/localize.ts';
import { reachText } from '../platform/reachTexts.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { draftReach } from '../store/targets/draftReach.ts';
import type { Reach } from '../store/targets/targetIndex.ts';
import { stringsOf } from '../util/json.ts';

/** The known number of devices that a job runs on; both numbers if the edit changes it. */
export function deviceCountTexts(
  draft: Draft,
  session: ServerSession | undefined,
  versions: OpenDocument['versions'],
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

interface DeviceList {
  readonly field: (typeof deviceFields)[ObjectKind];
  readonly versions: OpenDocument['versions'];
  /** The number of its devices that no request can refer to. */
  readonly unnamed: number;
}

/** A warning if saving a device list would change more than what the user edited; '' otherwise. */
export function deviceListWarning(draft: Draft, { field, versions, unnamed }: DeviceList): string {
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

/** Devices of the object that no request can refer to (decision 13). */
export function describeUnnamedDevices(
  session: ServerSession | undefined,
  kind: ObjectKind,
  id: number,
): number {
  const devices = kind === 'job' ? session?.jobs.get(id)?.peers : session?.groups.byId(id)?.server_set;
  return unwritableDevices(devices ?? []).length;
}
