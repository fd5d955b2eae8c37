import * as z from 'zod/mini';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { systemClock } from '../../../base/clock.ts';
import { objectItem } from '../../../store/runs/objectItems.ts';
import { stopRecorded } from '../../../store/runs/stopRun.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { followStop, stopEffect } from '../../../store/statuses/stopFollower.ts';
import { agentText } from './agentText.ts';
import { type Applied, outcomeResult, type PlannedItem, type PlanRun } from './changePlan.ts';
import { jobsInput, jobsOf, reachChange } from './jobChanges.ts';
import { readStaleStatuses, serverInput } from './jobSearch.ts';
import { describeStatus } from './jobTools.ts';
import { changingTool } from './tool.ts';

const stopWaitMs = 30_000;

export const stopJobsTool = changingTool({
  name: 'stop_jobs',
  description:
    'Stops jobs that are executing now, and waits up to 30 seconds for them to end. Queued jobs are not affected, and schedules stay: to prevent the next run, disable the job. The user must confirm.',
  isDestructive: true,
  isIdempotent: true,
  input: z.strictObject({ ...serverInput, ...jobsInput }),
  plan: async (input, call) => {
    const { server, session } = call;
    const jobs = await jobsOf(input, call);
    await readStaleStatuses(jobs, call, 0);
    const statusOf = (job: Job) => call.statusOf(job);
    const running = jobs.filter(job => stopEffect(statusOf(job)) !== 'none');
    const items = running.map((job): PlannedItem => {
      const status = statusOf(job);
      return {
        kind: 'job',
        id: job.id,
        name: job.name,
        before: { status: status === undefined ? 'not read' : describeStatus(status) },
        after: {},
      };
    });
    const skipped = jobs
      .filter(job => !running.includes(job))
      .map(job => ({ id: job.id, name: job.name, why: `not executing: ${statusOf(job)?.kind}` }));
    return {
      action: 'stop',
      server,
      session,
      items,
      skipped,
      devices: reachChange(session, running.map(toJobDraft), running.map(toJobDraft)),
      warnings: [],
      apply: run => applyStop(session, running, run),
    };
  },
});

async function applyStop(
  session: ServerSession,
  jobs: readonly Job[],
  { journal, signal, textOf }: PlanRun,
): Promise<Applied> {
  const begin: PlanRun['journal']['begin'] = plan => journal.begin({ ...plan, by: 'agent' });
  const recorded = jobs.map(job => ({ job, item: objectItem('job', job.id, toJobDraft(job)) }));
  const { record, requestedIds, response } = await stopRecorded({ begin }, session, recorded, textOf);
  session.statuses.touch(jobs.map(({ id }) => id));
  const ids = jobs.map(({ id }) => id).filter(id => requestedIds.has(id));
  const { statuses } = session;
  const outcomes = await followStop(ids, { statuses, clock: systemClock, signal, limitMs: stopWaitMs });
  const shown = outcomes.slice(0, 50);
  const result = {
    ...outcomeResult(record),
    statuses: shown.map(({ id, kind, status }) => ({ id, is: kind, status: agentText(status, 60) })),
    message: response.message === '' ? undefined : agentText(response.message, 300),
  };
  return { result, record };
}
