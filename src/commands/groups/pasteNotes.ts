import type { PasteNote } from '../../model/tables/pastedDevices.ts';
import { localizer } from '../../platform/localize.ts';
import { displayText } from '../../util/displayText.ts';

const { t, plural } = localizer;

/** The number of lines that fit into a question; more open in an editor. */
export const mostNotesAsked = 8;

/** The message about a line of pasted text, as one line. */
export function noteText(note: PasteNote): string {
  const words = { line: note.line, text: displayText(note.text, 60) };
  switch (note.kind) {
    case 'blank':
      return t('Line {line} is blank.', words);
    case 'noGroup':
      return t('Line {line} has no group name and was skipped: {text}', words);
    case 'header':
      return t('Line {line} is a heading: {text}', words);
    case 'unclosedQuote':
      return t('Line {line} has a quotation mark that is not closed: {text}', words);
    case 'tooLong':
      return t('Line {line} is too long for a host name and was skipped: {text}', words);
    case 'damaged':
      return t(
        'Line {line} has characters that are not allowed in a host name and was skipped: {text}',
        words,
      );
    case 'unknown':
      return t('Line {line}: {text} is not in any known group or job.', words);
    case 'duplicate':
      return t('Line {line}: {text} is also in line {first}.', { ...words, first: note.first });
    case 'otherCase':
      return t('Line {line}: {text} differs only in case from line {first}.', {
        ...words,
        first: note.first,
      });
    case 'sameDevice':
      return t('Line {line}: {text} is the same device as in line {first}.', { ...words, first: note.first });
    case 'alias':
      return t('Line {line}: {text} is the device {name}.', { ...words, name: displayText(note.name, 60) });
    case 'shared':
      return plural(
        'Line {line}: {count} device is named {text}; the server decides which one is meant.|Line {line}: {count} devices are named {text}; the server decides which one is meant.',
        note.count,
        words,
      );
  }
}
