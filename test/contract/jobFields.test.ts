import assert from 'node:assert/strict';
import { byField } from '../../src/fields/field.ts';
import { jobFields } from '../../src/fields/jobFields.ts';
import { type JobDraft, toJobDraft } from '../../src/model/job.ts';
import { withDemo } from '../support/http/clients.ts';

describe('the fields of a job', () => {
  it('are all stored by the demo server, by a create as by a change', () =>
    withDemo({}, async ({ server, client }) => {
      const { world } = server;
      const [first, second] = world.groups.all().map(({ id }) => id);
      const [one, another] = world.devices.all().map(({ hostname }) => hostname);
      assert.ok(first && second && one && another);
      const fields = (text: string, flag: boolean, group: number, format: string, device: string) =>
        byField(jobFields, { text, flag, ids: [group], names: [format], devices: [device] });
      const wanted = fields('RRULE:FREQ=DAILY', true, first, 'pdf', one);
      const { id } = await client.jobs.create(wanted);
      assertStored(toJobDraft(await client.jobs.get(id)), wanted);
      const changed = fields('RRULE:FREQ=WEEKLY', false, second, 'csv', another);
      await client.jobs.update(id, changed);
      assertStored(toJobDraft(await client.jobs.get(id)), changed);
    }));
});

function assertStored(stored: JobDraft, sent: JobDraft): void {
  for (const name of Object.keys(jobFields)) assert.deepEqual(stored[name], sent[name], name);
}
