import type { PasteNote } from '../../model/tables/pastedDevices.ts';
import { plural, t } from '../../platform/localize.ts';
import { displayText } from '../../util/displayText.ts';

/** The number of lines that fit into a prompt; more are shown in an editor. */
export const maxNotesInQuestion = 8;

const noteTexts = {
  blank: 'Line {line} is blank.',
  noGroup: 'Line {line} has no group name and was skipped: {text}',
  header: 'Line {line} is a heading: {text}',
  unclosedQuote: 'Line {line} has a quotation mark that is not closed: {text}',
  tooLong: 'Line {line} is too long for a host name and was skipped: {text}',
  damaged: 'Line {line} has characters that are not allowed in a host name and was skipped: {text}',
  unknown: 'Line {line}: {text} is not in any known group or job.',
  duplicate: 'Line {line}: {text} is also in line {first}.',
  otherCase: 'Line {line}: {text} differs only in case from line {first}.',
  sameDevice: 'Line {line}: {text} is the same device as in line {first}.',
  alias: 'Line {line}: {text} is the device {name}.',
} as const;

/** Describes a note about pasted text in one line. */
export function noteText(note: PasteNote): string {
  const words = { ...note, text: displayText(note.text, 60) };
  if (words.kind === 'alias') return t(noteTexts.alias, { ...words, name: displayText(words.name, 60) });
  if (words.kind !== 'shared') return t(noteTexts[words.kind], words);
  return plural(
    'Line {line}: {count} device is named {text}; the server decides which one is meant.|Line {line}: {count} devices are named {text}; the server decides which one is meant.',
    words.count,
    words,
  );
}
