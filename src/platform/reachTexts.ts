import type { Reach } from '../store/targets/targetIndex.ts';
import { joinTexts } from '../util/displayText.ts';
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
    before === devices
      ? plural('On {count} device.|On {count} devices.', devices)
      : reachChangeText(before, devices),
    unknown > 0 &&
      plural(
        'The devices of {count} selected group are unknown.|The devices of {count} selected groups are unknown.',
        unknown,
      ),
    dynamic > 0 &&
      plural(
        'The devices of {count} dynamic group are added by the server.|The devices of {count} dynamic groups are added by the server.',
        dynamic,
      ),
  );
}
