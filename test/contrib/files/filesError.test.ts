import assert from 'node:assert/strict';
import { WriteError, type WriteFailure } from '../../../src/api/writes/writeResult.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { applyErrorText, isOutdated } from '../../../src/contrib/files/common/filesError.ts';
import { statusError } from '../../store/support/fakes.ts';

describe('an item that was not applied because the server has changed since the plan', () => {
  it('is reported with the advice to plan again, unlike other failures', () => {
    const failures: readonly WriteFailure[] = [
      { kind: 'conflict', fields: ['policies'] },
      { kind: 'created', name: 'Lab' },
      { kind: 'notSent', guard: 'readOnly' },
    ];
    const errors = [...failures.map(failure => new WriteError(failure)), statusError(404), statusError(403)];
    const advised = errors.map(error => applyErrorText(error, englishLocalizer).endsWith(' Plan again.'));
    assert.deepEqual(advised, [true, true, false, true, false]);
    assert.deepEqual(errors.map(isOutdated), advised);
  });
});
