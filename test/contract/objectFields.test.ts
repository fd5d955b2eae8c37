import assert from 'node:assert/strict';
import { byField } from '../../src/api/fields/field.ts';
import { groupFields } from '../../src/api/fields/groupFields.ts';
import { jobFields } from '../../src/api/fields/jobFields.ts';
import type { Draft } from '../../src/api/model/draft.ts';
import { toGroupDraft } from '../../src/api/model/group.ts';
import { toJobDraft } from '../../src/api/model/job.ts';
import { withDemo } from '../support/http/clients.ts';

describe('the fields of jobs and groups', () => {
  it('are all stored by the demo server, by a create as by a change', () =>
    withDemo({}, async ({ server, client }) => {
      const { world } = server;
      const [first, second] = world.groups.all().map(({ id }) => id);
      const [one, another] = world.devices.all().map(({ hostname }) => hostname);
      assert.ok(first && second && one && another);
      const created = { text: 'RRULE:FREQ=DAILY', flag: true, ids: [first], names: ['pdf'], devices: [one] };
      const changed = {
        text: 'RRULE:FREQ=WEEKLY',
        flag: false,
        ids: [second],
        names: ['csv'],
        devices: [another],
      };

      const job = await client.jobs.create(byField(jobFields, created));
      assertStored(toJobDraft(await client.jobs.get(job.id)), byField(jobFields, created));
      await client.jobs.update(job.id, byField(jobFields, changed));
      assertStored(toJobDraft(await client.jobs.get(job.id)), byField(jobFields, changed));

      await client.groups.create(byField(groupFields, created));
      const id = Math.max(...world.groups.all().map(group => group.id));
      assertStored(toGroupDraft(await client.groups.get(id)), byField(groupFields, created));
      await client.groups.update(id, byField(groupFields, changed));
      assertStored(toGroupDraft(await client.groups.get(id)), byField(groupFields, changed));
    }));
});

function assertStored(stored: Draft, sent: Draft): void {
  for (const [name, value] of Object.entries(sent)) assert.deepEqual(stored[name], value, name);
}
