import assert from 'node:assert/strict';
import { fieldsOfAnotherJob, isOfAnotherJob } from '../../../src/model/reusedId.ts';

describe('an ID that a server may have given to another job', () => {
  const job = { name: 'Nightly', params: 'RRULE:FREQ=DAILY', policies: [1, 2], reports: [], enabled: true };

  it('belongs to the same job if only its name or only its content differs', () => {
    for (const now of [
      { name: 'Weekly' },
      { name: 'Weekly', policies: [2, 1], enabled: false },
      { params: '', policies: [3], reports: [4] },
    ])
      assert.deepEqual(fieldsOfAnotherJob(job, { ...job, ...now }), []);
  });

  it('belongs to another job if its name and also its schedule or work differ', () => {
    for (const field of ['params', 'policies', 'reports'])
      assert.deepEqual(fieldsOfAnotherJob(job, { ...job, name: 'Payroll', [field]: [9] }), ['name', field]);
    assert.ok(isOfAnotherJob(job, { ...job, name: 'Payroll', policies: [9] }));
    assert.equal(isOfAnotherJob(job, { ...job, name: 'Payroll' }), false);
  });

  it('is not detected for objects without those fields', () => {
    const group = { name: 'Lab', dn: 'CN=Lab', server_set: ['PC-1'] };
    assert.deepEqual(fieldsOfAnotherJob(group, { ...group, name: 'Office', dn: 'CN=Office' }), []);
  });
});
