import { displayText } from '../../base/displayText.ts';
import { formatInteger, type Localizer } from '../../base/localizer.ts';
import type { Unknown } from './targetIndex.ts';

export interface UnknownNaming {
  readonly localizer: Localizer;
  readonly nameDynamicGroup: (id: number) => string;
}

const namesAtMost = 5;

/** What may use a device or a group without the index knowing it, as sentences without full stops; first the groups. */
export function unknownTexts(
  { groups, groupIds, dynamicGroups, hasMore }: Unknown,
  { localizer: { t, plural, language }, nameDynamicGroup }: UnknownNaming,
): readonly string[] {
  const listed = (names: readonly string[]) => {
    const shown = names.slice(0, namesAtMost).map(name => displayText(name, 60));
    const hidden = formatInteger(names.length - shown.length, language);
    return names.length > namesAtMost ? `${shown.join(', ')}, +${hidden}` : shown.join(', ');
  };
  return [
    groups.length > 0 && plural('{count} group unknown|{count} groups unknown', groups.length),
    groupIds.length > 0 &&
      plural(
        'Devices of {count} group unknown: {names}|Devices of {count} groups unknown: {names}',
        groupIds.length,
        { names: listed(groupIds.map(id => `#${id}`)) },
      ),
    dynamicGroups.length > 0 &&
      plural(
        'Devices of {count} dynamic group unknown: {names}|Devices of {count} dynamic groups unknown: {names}',
        dynamicGroups.length,
        { names: listed(dynamicGroups.map(nameDynamicGroup)) },
      ),
    hasMore && t('Not all jobs and groups have been read'),
  ].filter(text => text !== false);
}
