import { joinTexts } from '../../base/displayText.ts';
import type { Reach } from '../../store/reach/targetIndex.ts';
import { plural, t } from './localize.ts';

/** "12 devices → 348 devices." */
export function reachChangeText(before: number, after: number): string {
  const text = (count: number) => plural('{count} device|{count} devices', count);
  return t('{before} → {after}.', { before: text(before), after: text(after) });
}

/** The number of devices, and the groups for which it is unknown. */
export function reachText({ devices, unknownGroups, dynamicGroups }: Reach, before = devices): string {
  const [unknown, dynamic] = [unknownGroups.length, dynamicGroups.length];
  return joinTexts(
    ' ',
    countText(before, devices, unknown + dynamic > 0),
    unknown > 0 && plural('Devices of {count} group unknown.|Devices of {count} groups unknown.', unknown),
    dynamic > 0 &&
      plural(
        'The devices of {count} dynamic group are added by the server.|The devices of {count} dynamic groups are added by the server.',
        dynamic,
      ),
  );
}

/** No number where none is known: "On 0 devices" would be wrong. */
function countText(before: number, devices: number, isUnknown: boolean): string {
  if (before !== devices) return reachChangeText(before, devices);
  if (devices === 0 && isUnknown) return '';
  return plural('On {count} device.|On {count} devices.', devices);
}
