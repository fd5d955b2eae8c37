import assert from 'node:assert/strict';
import { toJobCreate } from '../../../src/api/model/drafts.ts';

describe('the body of a new job document', () => {
  it('leaves out a schedule that is empty, since a server may reject blank text', () => {
    assert.deepEqual(toJobCreate({ name: 'x', params: ' \n' }), { name: 'x' });
  });

  it('leaves a schedule unchanged', () => {
    const draft = { name: 'x', params: 'RRULE:FREQ=DAILY\n' };
    assert.equal(toJobCreate(draft), draft);
  });
});
