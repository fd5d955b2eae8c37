import assert from 'node:assert/strict';
import {
  applyErrorText,
  GroupIdUnknownError,
  PlanNotAppliedError,
  PlanOutdatedError,
} from '../../../src/files/applyErrors.ts';
import { JournalError } from '../../../src/journal/openRun.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';
import { statusError } from '../store/support/fakes.ts';

const textOf = (error: unknown) => applyErrorText(error, englishLocalizer);

describe('why an item was not applied', () => {
  it('is a sentence for each reason', () => {
    const cases: readonly (readonly [unknown, string])[] = [
      [
        new PlanOutdatedError('changed', ['policies', 'my_field']),
        'Changed on the server after the plan was made: Policies, my_field. Plan again.',
      ],
      [new PlanOutdatedError('created'), 'It was created on the server after the plan was made. Plan again.'],
      [new PlanOutdatedError('deleted'), 'It was deleted on the server after the plan was made. Plan again.'],
      [new GroupIdUnknownError('Lab'), 'The ID of the group “Lab” is unknown.'],
      [new JournalError('taken'), 'Another window continues this operation.'],
      [
        new JournalError('unwritable', new Error('disk full')),
        'Could not write the recovery log on this computer, so nothing was sent: disk full',
      ],
      [new Error('other'), 'other'],
      ['text', 'text'],
    ];
    for (const [error, text] of cases) assert.equal(textOf(error), text);
    assert.match(textOf(statusError(403)), /permission|403/i);
    assert.doesNotMatch(textOf(statusError(403)), /GET/);
  });

  it('is also logged', () => {
    const errors = [
      new PlanOutdatedError('changed'),
      new GroupIdUnknownError('Lab'),
      new PlanNotAppliedError('readOnly'),
    ];
    assert.deepEqual(errors.map(String), [
      'PlanOutdatedError: the object was changed since the plan was made',
      'GroupIdUnknownError: the ID of the group Lab is not known',
      'PlanNotAppliedError: the plan was not applied: readOnly',
    ]);
  });
});
