import assert from 'node:assert/strict';
import { applyErrorText, GroupIdUnknownError } from '../../../src/files/applyErrors.ts';
import { JournalError } from '../../../src/journal/openRun.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';
import { WriteError } from '../../../src/writes/writeResult.ts';
import { statusError } from '../store/support/fakes.ts';

const textOf = (error: unknown) => applyErrorText(error, englishLocalizer);

describe('why an item was not applied', () => {
  it('is a sentence for each reason', () => {
    const cases: readonly (readonly [unknown, string])[] = [
      [
        new WriteError({ kind: 'conflict', fields: ['policies', 'my_field'] }),
        'Changed on the server in the meantime, so nothing was sent: Policies, my_field. Plan again.',
      ],
      [
        new WriteError({ kind: 'created', name: 'Lab' }),
        '“Lab” was created on the server in the meantime, so nothing was sent. Plan again.',
      ],
      [
        new WriteError({ kind: 'notSent', guard: 'readOnly' }),
        'This server is marked as read-only, so nothing was sent. Run “Edit Server…” to change that.',
      ],
      [statusError(404), 'It was deleted on the server after the plan was made. Plan again.'],
      [new GroupIdUnknownError('Lab'), 'The ID of the group “Lab” is unknown.'],
      [
        new JournalError(new Error('disk full')),
        'Could not write the recovery log on this computer, so nothing was sent: disk full',
      ],
      [new Error('other'), 'other'],
      ['text', 'text'],
    ];
    for (const [error, text] of cases) assert.equal(textOf(error), text);
    assert.match(textOf(statusError(403)), /permission|403/i);
    assert.doesNotMatch(textOf(statusError(403)), /GET/);
  });
});
