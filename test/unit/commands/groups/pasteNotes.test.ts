import assert from 'node:assert/strict';
import '../../../support/vscode/vscodeInNode.ts';
import type { PasteNote } from '../../../../src/model/tables/pastedDevices.ts';

const { noteText } = await import('../../../../src/commands/groups/deviceQuestions.ts');

const at = { line: 3, text: 'pc' } as const;
const shared = 'are named pc; the server decides which one is meant.';

const texts: readonly (readonly [PasteNote, string])[] = [
  [{ ...at, kind: 'blank' }, 'Line 3 is blank.'],
  [{ ...at, kind: 'noGroup' }, 'Line 3 has no group name and was skipped: pc'],
  [{ ...at, kind: 'header' }, 'Line 3 is a heading: pc'],
  [{ ...at, kind: 'unclosedQuote' }, 'Line 3 has a quotation mark that is not closed: pc'],
  [{ ...at, kind: 'tooLong' }, 'Line 3 is too long for a host name and was skipped: pc'],
  [
    { ...at, kind: 'damaged' },
    'Line 3 has characters that are not allowed in a host name and was skipped: pc',
  ],
  [{ ...at, kind: 'unknown' }, 'Line 3: pc is not in any known group or job.'],
  [{ ...at, kind: 'duplicate', first: 1 }, 'Line 3: pc is also in line 1.'],
  [{ ...at, kind: 'otherCase', first: 1 }, 'Line 3: pc differs only in case from line 1.'],
  [{ ...at, kind: 'sameDevice', first: 1 }, 'Line 3: pc is the same device as in line 1.'],
  [{ ...at, kind: 'alias', name: 'PC-1' }, 'Line 3: pc is the device PC-1.'],
  [{ ...at, kind: 'shared', count: 2 }, `Line 3: 2 devices ${shared}`],
];

describe('the note on a pasted line', () => {
  for (const [note, text] of texts) it(note.kind, () => assert.equal(noteText(note), text));

  it('truncates long lines', () => {
    const text = 'x'.repeat(1_000);
    assert.ok(noteText({ line: 1, text, kind: 'alias', name: text }).length < 160);
  });
});
