import * as z from 'zod/mini';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import type { Clock } from '../../../base/clock.ts';
import { clockTime } from '../../../base/clockFormat.ts';
import { pushTo } from '../../../base/collections.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import type { Additions } from '../../../recurrence/amend/additions.ts';
import { describeNextRun } from '../../../recurrence/describe/runTimes.ts';
import type { ZoneReading } from '../../../recurrence/expand/resolvedSet.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { rowsIn } from '../../../workbench/commands/arguments.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import type { JobChoice } from '../../../workbench/commands/jobs/jobArguments.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { type Creation, editStep, type Step } from '../../../workbench/commands/runs/steps.ts';
import { setting } from '../../../workbench/platform/configValue.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { jobName, jobNames, namesOf } from '../../../workbench/platform/objectNames.ts';
import { toBounded } from '../../../workbench/platform/settings.ts';
import { statusLabel } from '../../../workbench/platform/statusTexts.ts';
import { momentText, momentWords } from '../../changeJobs/common/momentText.ts';
import { parseMoment } from '../../changeJobs/common/typedWindow.ts';
import type { PreviewLine } from '../../changeJobs/vscode/changePreview.ts';
import { editsOf, reviewEdits } from '../../changeJobs/vscode/changeReview.ts';
import { listedOrChosenJobs } from '../../changeJobs/vscode/listedJobs.ts';
import { planRunOnce, runOnceText, takeRunAway } from '../common/runOncePlan.ts';
import { type FollowedEnd, followRuns, lateMs } from './followedRuns.ts';

interface RunOnceParts {
  readonly clock: Clock;
  readonly readerZone: () => string;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
}

type RunOnceContext = RunContext & JobChoice & Uses<'schedules'> & RunOnceParts;

/** How long a run is ahead, because a server may look at schedules only once in a while. In minutes. */
function leadMinutes(): number {
  return toBounded(setting('runOnce.leadMinutes'), { fallback: 5, least: 1, most: 120 });
}

/** Adds one run to jobs, soon or at a time that the user types, and follows it. */
export async function runJobsOnce(context: RunOnceContext, args: Args): Promise<void> {
  const { clock, schedules } = context;
  const targets = await listedOrChosenJobs(context, jobsOfRows(args), t('Run Once More'));
  if (targets === undefined || targets.jobs.length === 0) return;
  const { session, jobs } = targets;
  const outlook = schedules.of(session.server);
  const atMs = await askTime(context, session.server, jobs);
  if (atMs === undefined) return;
  const { reading } = outlook;
  const words = momentWords(context.readerZone(), clock.now(), localizer);
  const time = momentText(atMs, words);
  const facts = {
    reading,
    isZoneKnown: outlook.isZoneKnown,
    // With its date, whatever day it is.
    copySuffix: t(' – once {time}', { time: momentText(atMs, { ...words, nowMs: 0 }) }),
  };
  const added = new Map<number, Additions>();
  const copies = new Map<number, Creation>();
  const lines = jobs.map((job): PreviewLine => {
    const outcome = planRunOnce(job, atMs, facts);
    const what = runOnceText(outcome, localizer);
    if (outcome.kind === 'edit') added.set(job.id, outcome.added);
    if (outcome.kind !== 'blocked') return { job, outcome, what, runs: '' };
    const { copy } = outcome;
    copies.set(job.id, { kind: 'create', objectKind: 'job', name: copy.name, draft: copy, namesakes: [] });
    const runs = t('Check it to create a copy that runs once, which you can delete afterwards.');
    return { job, outcome: { kind: 'edit', edit: noEdit }, what, runs, isUnchecked: true };
  });
  const title = t('Run Once More at {time}', { time });
  // The question has said what is done, to which jobs and where.
  const isSimple = added.size === jobs.length && session.server.production !== true;
  const { edits } = isSimple
    ? { edits: editsOf(lines) }
    : await reviewEdits(context, session, { title, lines, hintOf: () => '' });
  const creations = edits.flatMap(({ job }) => copies.get(job.id) ?? []);
  const changes = edits.filter(({ job }) => added.has(job.id));
  const known = new Set(session.jobs.jobs.map(({ id }) => id));
  if (changes.length > 0)
    await takeSteps(context, session, { act: 'changeJobs', steps: changes.map(editStep), title });
  if (creations.length > 0) await takeSteps(context, session, { act: 'createJobs', steps: creations, title });
  const names = new Set(creations.map(({ name }) => name));
  const run: AddedRuns = {
    atMs,
    time,
    reading,
    added: changes.flatMap(({ job: { id } }) => {
      const job = session.jobs.get(id);
      const additions = added.get(id);
      const isStored = job !== undefined && additions !== undefined && takeRunAway(job, additions, reading);
      return isStored ? [[id, additions] as const] : [];
    }),
    copies: session.jobs.jobs.filter(({ id, name }) => !known.has(id) && names.has(name)).map(({ id }) => id),
  };
  // What was sent is followed while the user goes on.
  follow(context, session, run).catch((error: unknown) => context.notices.note(error, session.server));
}

const noEdit = { before: {}, after: {} };

interface AddedRuns {
  readonly atMs: number;
  readonly time: string;
  readonly reading: ZoneReading;
  readonly added: readonly (readonly [id: number, additions: Additions])[];
  /** The IDs of copies that run once. */
  readonly copies: readonly number[];
}

/** Reports what came of the runs, once all have ended or are late, and offers to take them away again. */
async function follow(context: RunOnceContext, session: ServerSession, run: AddedRuns): Promise<void> {
  const { clock, closing, dialogs } = context;
  const ids = [...run.added.map(([id]) => id), ...run.copies];
  if (ids.length === 0) return;
  const ends = await followRuns(session, ids, run.atMs, { clock, signal: closing });
  if (closing.aborted || session.isDisposed) return;
  const away = run.copies.length === 0 ? t('Take Run Away') : t('Take Runs and Copies Away');
  const hasProblem = [...ends.values()].some(end => end.kind === 'late' || end.status.kind !== 'succeeded');
  const text = endsText(session, ends, run);
  if ((await (hasProblem ? dialogs.warn(text, away) : dialogs.info(text, away))) === away)
    await takeAway(context, session, run);
}

/** "“Backup”: succeeded. Not begun by 14:45: “Inventory”." */
function endsText(
  session: ServerSession,
  ends: ReadonlyMap<number, FollowedEnd>,
  { atMs, time }: AddedRuns,
): string {
  const byText = new Map<string, string[]>();
  const late: string[] = [];
  for (const [id, end] of ends) {
    const job = session.jobs.get(id);
    const name = job === undefined ? `#${id}` : jobName(job);
    if (end.kind === 'late') late.push(name);
    else pushTo(byText, statusLabel(end.status), name);
  }
  return joinTexts(
    ' ',
    t('Run once more at {time}:', { time }),
    ...Array.from(byText, ([status, names]) => `${displayText(status, 60)}: ${namesOf(names, String, 3)}.`),
    late.length > 0 &&
      t('Not begun by {time}: {jobs}. The server may not run what was added.', {
        time: clockTime(atMs + lateMs),
        jobs: namesOf(late, String, 3),
      }),
  );
}

async function takeAway(context: RunOnceContext, session: ServerSession, run: AddedRuns): Promise<void> {
  const title = t('Take Added Runs Away');
  const edits = run.added.flatMap(([id, additions]) => {
    const job = session.jobs.get(id);
    const edit = job && takeRunAway(job, additions, run.reading);
    return job === undefined || edit === undefined ? [] : [editStep({ job, edit })];
  });
  const removals = run.copies.flatMap((id): Step[] => {
    const job = session.jobs.get(id);
    return job === undefined
      ? []
      : [{ kind: 'removeJob', name: jobName(job), job, expected: toJobDraft(job) }];
  });
  if (edits.length > 0) await takeSteps(context, session, { act: 'changeJobs', steps: edits, title });
  if (removals.length > 0) await takeSteps(context, session, { act: 'deleteJobs', steps: removals, title });
  if (edits.length + removals.length === 0) await context.dialogs.info(t('Nothing is left to take away.'));
}

/** Asks when; the answer is an instant. */
async function askTime(
  { dialogs, clock, readerZone }: RunOnceContext,
  server: ServerConfig,
  jobs: readonly Job[],
): Promise<number | undefined> {
  const words = momentWords(readerZone(), clock.now(), localizer);
  const { nowMs, zone } = words;
  const soonMs = Math.ceil((nowMs + leadMinutes() * minuteMs) / minuteMs) * minuteMs;
  const what = plural(
    'adds one run to {count} job on “{server}”|adds one run to each of {count} jobs on “{server}”',
    jobs.length,
    { server: displayText(server.name, 60) },
  );
  const choiceOf = (atMs: number) => ({
    value: String(atMs),
    label: t('At {time}', { time: momentText(atMs, words) }),
    description: joinTexts(' · ', describeNextRun(atMs, nowMs, localizer, zone.id), what),
    detail: server.url,
  });
  const night = parseMoment('01:00', nowMs, zone);
  const answer = await dialogs.search({
    title: t('Run Once More: {jobs}', { jobs: jobNames(jobs, 5) }),
    placeholder: t('The server has no Run Now: this adds one run. Select or type a time, such as 13:00'),
    search: async typed => {
      if (typed.trim() === '') return [soonMs, ...(night === undefined ? [] : [night])].map(choiceOf);
      const atMs = parseMoment(typed, nowMs, zone);
      return atMs === undefined ? [] : [choiceOf(atMs)];
    },
  });
  return answer === undefined ? undefined : Number(answer.value);
}

const RunRowSchema = z.object({ kind: z.literal('partRow'), serverId: z.string(), jobId: z.int() });

/** The row of a run stands for its job. */
function jobsOfRows(args: Args): Args {
  const rows = rowsIn(args).flatMap(row => RunRowSchema.safeParse(row).data ?? []);
  const [first] = rows;
  return first === undefined ? args : [{ ids: rows.map(({ jobId }) => jobId), server: first.serverId }];
}
