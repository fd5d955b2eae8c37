import assert from 'node:assert/strict';
import type { FieldEdit } from '../../../../src/api/model/fieldEdit.ts';
import type { Job } from '../../../../src/api/model/job.ts';
import { editJob } from '../../../../src/api/writes/objectEdits.ts';
import { changeOfJob, type JobChange } from '../../../../src/contrib/changeJobs/common/jobChange.ts';
import type { JobRecord } from '../../../../src/contrib/demo/server/world.ts';
import { utc } from '../../../../src/recurrence/text/timeZone.ts';
import type { DemoServerOptions } from '../../../demo/options.ts';
import type { DemoServer } from '../../../demo/server.ts';
import { existing, startMs, withDemo } from '../../../support/http/clients.ts';
import { describeForManners } from '../../../support/http/manners.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { accessServer } from '../../../support/serverAccess.ts';

interface Given {
  readonly server: DemoServer;
  readonly record: JobRecord;
  /** The job as read before anybody else changes it. */
  readonly seen: Job;
  readonly read: () => Promise<Job>;
  readonly make: (edit: FieldEdit) => Promise<FieldEdit | undefined>;
  readonly editFor: (change: JobChange) => FieldEdit;
}

describeForManners('editing a field of a job', manner => {
  const withJob = (use: (given: Given) => Promise<void>, options: DemoServerOptions = {}) =>
    withDemo({ manner, ...options }, async ({ server, client }) => {
      const clock = createManualClock(startMs);
      const { writes } = accessServer({ server: { id: 'a', name: 'A', url: server.url }, client, clock });
      const record = existing(server.world.jobs.all().find(({ params }) => params.includes('DTSTART')));
      const read = () => client.jobs.get(record.id);
      const seen = await read();
      server.requests.clear();
      let job = seen;
      const make = async (edit: FieldEdit) => {
        const stored = await editJob(writes.jobs, { job, edit });
        job = stored?.job ?? job;
        return stored?.edit;
      };
      const editFor = (change: JobChange) => {
        const outcome = changeOfJob(seen, change, { dialect: 'django', zone: utc });
        assert.equal(outcome.kind, 'edit');
        return outcome.kind === 'edit' ? outcome.edit : assert.fail();
      };
      await use({ server, record, seen, read, make, editFor });
    });
  const bodies = ({ requests }: DemoServer) =>
    requests.entries.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

  it('sends only that field, keeps what others added, and is undone exactly', () =>
    withJob(async ({ server, record, make, editFor }) => {
      const before = [...record.policies];
      const edit = editFor({ kind: 'add', field: 'policies', items: [901] });
      record.policies = [...before, 902];
      const stored = existing(await make(edit));
      assert.deepEqual(new Set(record.policies), new Set([...before, 901, 902]));
      record.policies = [...record.policies, 903];
      await make({ before: stored.after, after: stored.before });
      assert.deepEqual(new Set(record.policies), new Set([...before, 902, 903]));
      assert.deepEqual(bodies(server), Array(2).fill(`PATCH /automation/api/job/${record.id}/`));
    }));

  it('moves the schedule, and back, as the server stores it', () =>
    withJob(async ({ seen, read, make, editFor }) => {
      const stored = existing(await make(editFor({ kind: 'moveBy', spanMs: 3_600_000 })));
      const moved = (await read()).params;
      assert.notEqual(moved, seen.params);
      await make({ before: stored.after, after: stored.before });
      assert.equal((await read()).params, seen.params);
    }));
});
