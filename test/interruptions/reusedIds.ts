import assert from 'node:assert/strict';
import type { RunRecord } from '../../src/store/runs/runRecord.ts';
import type { DemoServer } from '../demo/server.ts';

const nameOf = (id: number) => `Payroll backup ${id}`;

/** Assigns the IDs of jobs that an interrupted run has not reached to other jobs; returns these IDs. */
export function reuseIds(server: DemoServer, runs: readonly RunRecord[]): ReadonlySet<number> {
  const { jobs } = server.world;
  const reused = runs.flatMap(({ act, items }) => {
    const waiting = items.filter(({ is, id }) => is === 'notSent' && id !== undefined && jobs.has(id));
    const [{ id } = {}] = waiting;
    // With only one, nothing would be left to do.
    const isMeant = act === 'disableJobs' || act === 'deleteJobs';
    return id !== undefined && waiting.length > 1 && isMeant ? [id] : [];
  });
  for (const id of reused) {
    const job = jobs.get(id);
    if (job === undefined) continue;
    jobs.remove(id);
    jobs.add({ ...job, name: nameOf(id), policies: [3], enabled: true });
  }
  return new Set(reused);
}

/** Checks that the completed run left alone the jobs that have these IDs now. */
export function checkReused(server: DemoServer, reused: ReadonlySet<number>): void {
  for (const id of reused) {
    const job = server.world.jobs.get(id);
    assert.deepEqual([job?.name, job?.enabled], [nameOf(id), true], `job ${id} is another than was meant`);
  }
}
