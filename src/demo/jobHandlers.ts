import { type DemoCall, type DemoHandler, findRecord } from './call.ts';
import { readJob, readStop } from './jobBody.ts';
import { pageOf } from './pagination.ts';
import type { JobFields, JobRecord } from './records.ts';
import { json, noContent } from './reply.ts';
import { jobShape, jobStatusShape } from './shapes.ts';

export const listJobs: DemoHandler = ({ context, url }) => {
  const jobs = filterRows(context.world.jobs.all(), url.searchParams);
  const page = context.variant.page ?? pageOf;
  return json(
    200,
    page(jobs, url, job => jobShape(job, context)),
  );
};

export const getJob: DemoHandler = call => json(200, jobShape(jobOf(call), call.context));

export const getJobStatus: DemoHandler = call => json(200, jobStatusShape(jobOf(call), call.context));

export const createJob: DemoHandler = call => {
  const { world, clock, runner } = call.context;
  const job = world.addJob(readJob(call), clock.now());
  runner.enabledChanged(job);
  return json(201, jobShape(job, call.context));
};

export const replaceJob: DemoHandler = call => changeJob(call, () => readJob(call));

export const updateJob: DemoHandler = call => changeJob(call, job => readJob(call, job));

export const removeJob: DemoHandler = call => {
  const job = jobOf(call);
  call.context.world.jobs.remove(job.id);
  call.context.runner.forget(job);
  return noContent;
};

/** The texts are those of docs/api.md, "Stopping jobs". Only running jobs stop. */
export const handleStop: DemoHandler = call => {
  const { world, runner } = call.context;
  const jobs = readStop(call.body()).flatMap(id => world.jobs.get(id) ?? []);
  if (jobs.length === 0) return json(400, { message: 'Задачи не найдены' });
  for (const job of jobs) runner.stop(job);
  return json(200, { message: 'Задачи успешно остановлены' });
};

function jobOf(call: DemoCall): JobRecord {
  return findRecord(call, call.context.world.jobs, 'Job');
}

function changeJob(call: DemoCall, read: (job: JobRecord) => JobFields) {
  const job = jobOf(call);
  const wasEnabled = job.enabled;
  Object.assign(job, read(job), { updatedAtMs: call.context.clock.now() });
  if (job.enabled !== wasEnabled) call.context.runner.enabledChanged(job);
  return json(200, jobShape(job, call.context));
}

/** The API documents no filters; these two let users try extra query parameters. */
function filterRows(jobs: readonly JobRecord[], query: URLSearchParams): readonly JobRecord[] {
  const search = query.get('search')?.toLowerCase() ?? '';
  const enabled = query.get('enabled');
  if (search === '' && enabled === null) return jobs;
  return jobs.filter(
    job =>
      job.name.toLowerCase().includes(search) &&
      (enabled === null || String(job.enabled) === enabled.toLowerCase()),
  );
}
