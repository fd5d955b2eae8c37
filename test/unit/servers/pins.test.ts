import assert from 'node:assert/strict';
import { findPinnedJobs, renewGroupPins, renewJobPins } from '../../../src/servers/pins.ts';
import { group, job } from '../store/support/fakes.ts';

const hourly = 'RRULE:FREQ=HOURLY';
const pin = { id: 1, name: 'Nightly', params: hourly };

/** A list with one job. */
const listOf = (fields: Parameters<typeof job>[1], isComplete = true) => {
  const only = job(1, { name: 'Nightly', params: hourly, ...fields });
  return { get: (id: number) => (id === 1 ? only : undefined), isComplete };
};

describe('pins', () => {
  it('of a job stay with it when it is renamed or moved to another time', () => {
    for (const fields of [{ name: 'Daily' }, { params: '' }]) {
      assert.deepEqual([...findPinnedJobs([pin], listOf(fields))], [1]);
      assert.deepEqual(renewJobPins([pin], listOf(fields)), [{ ...pin, ...fields }]);
    }
  });

  it('of a job do not move to another job that received its ID', () => {
    const another = { name: 'Other', params: '' };
    assert.deepEqual([...findPinnedJobs([pin], listOf(another))], []);
    assert.deepEqual(renewJobPins([pin], listOf(another)), []);
  });

  it('of unknown objects are ignored, and dropped only when the list is complete', () => {
    const gone = { ...pin, id: 2 };
    assert.deepEqual([...findPinnedJobs([gone], listOf({}))], []);
    assert.deepEqual(renewJobPins([gone], listOf({}, false)), [gone]);
    assert.deepEqual(renewJobPins([gone], listOf({})), []);
    const entries = [{ group: group('Lab', { dn: 'CN=Lab' }) }];
    const keys = ['dn:CN=Lab', 'dn:CN=Gone'];
    assert.deepEqual(renewGroupPins(keys, { entries, isComplete: false }), keys);
    assert.deepEqual(renewGroupPins(keys, { entries, isComplete: true }), ['dn:CN=Lab']);
  });
});
