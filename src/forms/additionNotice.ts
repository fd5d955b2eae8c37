import { plural } from '../platform/localize.ts';
import { joinTexts } from '../util/displayText.ts';

/** The result of adding names to a list, as a sentence; '' in the usual case of one known name. */
export function additionNotice(
  names: readonly string[],
  present: readonly unknown[],
  isKnown: (name: string) => boolean,
): string {
  const added = names.filter(name => !present.includes(name));
  const unknown = added.filter(name => !isKnown(name)).length;
  if (names.length === 1 && added.length === 1 && unknown === 0) return '';
  const already = names.length - added.length;
  return joinTexts(
    ' ',
    plural('{count} device added.|{count} devices added.', added.length),
    already > 0 && plural('{count} was already in the list.|{count} were already in the list.', already),
    unknown > 0 &&
      plural('{count} is not in any known group or job.|{count} are not in any known group or job.', unknown),
  );
}
