import { type DeviceReference, referenceKey } from '../../model/membership.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import { joinTexts } from '../../util/displayText.ts';
import type { ChangedMembers } from '../../writes/memberChange.ts';

export interface MembersReport {
  readonly summary: string;
  /** How the result on the server differs from the request. */
  readonly problems: readonly string[];
}

/** Describes the result of changing the devices of groups, in sentences. */
export function membersReport(
  server: string,
  changed: readonly ChangedMembers[],
  held: readonly DeviceReference[],
): MembersReport {
  const touched = changed.filter(({ added, removed }) => added.length + removed.length > 0);
  const groups = namesOf(touched.length === 0 ? changed : touched, ({ group }) => groupTitle(group), 3);
  const changes = countsText(
    countDevices(touched.flatMap(({ added }) => added)),
    countDevices(touched.flatMap(({ removed }) => removed)),
  );
  return {
    summary:
      changes === ''
        ? t('Nothing to change in {groups} on “{server}”.', { groups, server })
        : t('{groups} on “{server}”: {changes}.', { groups, server, changes }),
    problems: [...changed.flatMap(problemsOf), ...heldText(held)],
  };
}

/** A device that several groups got or lost is one device. */
function countDevices(devices: readonly DeviceReference[]): number {
  return new Set(devices.map(referenceKey)).size;
}

/** "3 devices added, 2 devices removed"; '' for neither. */
function countsText(added: number, removed: number): string {
  return joinTexts(
    ', ',
    added > 0 && plural('{count} device added|{count} devices added', added),
    removed > 0 && plural('{count} device removed|{count} devices removed', removed),
  );
}

function problemsOf({ group, dropped, remaining, lost }: ChangedMembers): string[] {
  const words = (devices: readonly DeviceReference[]) => ({
    devices: namesOf(devices, ({ name }) => name, 10),
    group: groupTitle(group),
  });
  return [
    dropped.length === 0 ? '' : t('The server did not add {devices} to “{group}”.', words(dropped)),
    remaining.length === 0 ? '' : t('The server did not remove {devices} from “{group}”.', words(remaining)),
    lost.length === 0
      ? ''
      : t('The server also removed {devices} from “{group}”, which was not requested.', words(lost)),
  ].filter(text => text !== '');
}

function heldText(held: readonly DeviceReference[]): string[] {
  if (held.length === 0) return [];
  const devices = namesOf(held, ({ name }) => name, 10);
  return [
    plural(
      '{devices} stays in its group: the server did not add it to the other group.|{devices} stay in their groups: the server did not add them to the other group.',
      held.length,
      { devices },
    ),
  ];
}
