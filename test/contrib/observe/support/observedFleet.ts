import { type Job, JobSchema } from '../../../../src/api/model/job.ts';
import { JobStatusSchema } from '../../../../src/api/model/jobStatus.ts';
import { jobShape, jobStatusShape } from '../../../../src/contrib/demo/server/call.ts';
import { Runner } from '../../../../src/contrib/demo/server/runner.ts';
import { seedWorld } from '../../../../src/contrib/demo/server/seed/seedWorld.ts';
import type { JobRecord } from '../../../../src/contrib/demo/server/world.ts';
import type { ObserverOptions } from '../../../../src/contrib/observe/cli/observer.ts';
import { page } from '../../../store/support/fakes.ts';
import { createManualClock, passTime } from '../../../support/manualClock.ts';

/** A Monday. */
export const weekStartMs = Date.UTC(2026, 2, 2);

/** A simulated server whose jobs run as planned, without HTTP. Each response takes 40 ms each way. */
export function observedFleet(jobs: number, seed = 1) {
  const clock = createManualClock(weekStartMs);
  const world = seedWorld({ jobs, groups: 3, devices: 20, now: weekStartMs, seed });
  const runner = new Runner({ world, clock, seed, pace: 'scheduled' });
  const context = { world, variant: {} };
  /** `failure` replaces the response of every request while it is set; `hidden` jobs are counted, but not listed. */
  const server: { failure: Error | undefined; requests: number; hidden: number } = {
    failure: undefined,
    requests: 0,
    hidden: 0,
  };
  const respond = async <T>(read: () => T, signal: AbortSignal | undefined): Promise<T> => {
    server.requests++;
    await new Promise<void>(resolve => clock.schedule(40, resolve));
    signal?.throwIfAborted();
    if (server.failure !== undefined) throw server.failure;
    const response = read();
    await new Promise<void>(resolve => clock.schedule(40, resolve));
    signal?.throwIfAborted();
    return response;
  };
  const api: ObserverOptions['jobs'] = {
    async *list({ signal } = {}) {
      const all = await respond(() => readJobs(), signal);
      yield page(all.slice(server.hidden), { total: all.length });
    },
    status: (id, { signal } = {}) =>
      respond(() => {
        const job = world.jobs.get(id);
        if (job === undefined) throw new Error(`job ${id} was deleted`);
        return JobStatusSchema.parse(jobStatusShape(job, context));
      }, signal),
  };
  const parsed = new Map<JobRecord, { readonly updatedMs: number; readonly job: Job }>();
  const readJobs = (): Job[] =>
    world.jobs.all().map(record => {
      const known = parsed.get(record);
      if (known?.updatedMs === record.updatedAtMs) return known.job;
      const job = JobSchema.parse(jobShape(record, context));
      parsed.set(record, { updatedMs: record.updatedAtMs, job });
      return job;
    });
  const pass = (ms: number) => passTime(clock, ms, () => new Promise(resolve => setImmediate(resolve)));
  runner.start();
  return { clock, world, runner, api, server, pass };
}

/** Where an observer saves until when it has judged; the next one may continue from there. */
export function judgedInMemory(): ObserverOptions['judged'] {
  let judgedMs: number | undefined;
  return {
    read: async () => judgedMs,
    save: async ms => {
      judgedMs = ms;
    },
  };
}
