import { localizer } from '../platform/localize.ts';

const { plural } = localizer;

/** A sentence on what came of adding names to a list; '' for the ordinary case of one known name. */
export function additionNotice(
  names: readonly string[],
  present: readonly unknown[],
  isKnown: (name: string) => boolean,
): string {
  const added = names.filter(name => !present.includes(name));
  const unknown = added.filter(name => !isKnown(name)).length;
  if (names.length === 1 && added.length === 1 && unknown === 0) return '';
  const already = names.length - added.length;
  return [
    plural('{count} device added.|{count} devices added.', added.length),
    already === 0
      ? ''
      : plural('{count} was in the list already.|{count} were in the list already.', already),
    unknown === 0
      ? ''
      : plural(
          '{count} is not known from groups and jobs.|{count} are not known from groups and jobs.',
          unknown,
        ),
  ]
    .filter(part => part !== '')
    .join(' ');
}
