import * as z from 'zod/mini';
import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import type { Job } from '../../../api/model/job.ts';
import { englishLocalizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { parseMoment, parseWindow } from '../../changeJobs/common/typedWindow.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { type Pause, PauseFile } from '../../pause/common/pauseFile.ts';
import { isResumed, planPause, planResume, stillNeeded } from '../../pause/common/pausePlan.ts';
import { pauseOutcomeText, resumeOutcomeText } from '../../pause/common/pauseTexts.ts';
import { planRunOnce, runOnceText } from '../../runOnce/common/runOncePlan.ts';
import { planSessionSpread } from '../../spread/common/sessionSpread.ts';
import { clashText, spreadObstacleText } from '../../spread/common/spreadPlan.ts';
import { parseSteps } from '../../spread/common/spreadWords.ts';
import type { SkippedItem } from './changePlan.ts';
import { ToolError } from './fleet.ts';
import type { ServerCall } from './serverCall.ts';
import { readReach } from './serverCall.ts';
import { optionalInput } from './tool.ts';

const Text = z.string().check(z.minLength(1), z.maxLength(200));

/** Changes of when jobs run for a time, or once. */
export const timedInput = {
  pause: optionalInput(
    'No runs until then. Times: YYYY-MM-DD or YYYY-MM-DDTHH:MM.',
    z.strictObject({ until: Text, from: z.optional(Text), reason: z.optional(Text) }),
  ),
  resume: optionalInput('true ends a pause.', z.boolean()),
  run_once: optionalInput('One more run at HH:MM or YYYY-MM-DDTHH:MM.', Text),
  spread: optionalInput(
    'Moves jobs apart that meet on devices: from start (HH:MM) on in steps, or as little as possible.',
    z.strictObject({ start: z.optional(Text), step_minutes: z.optional(z.int().check(z.minimum(1))) }),
  ),
};
const Timed = z.object(timedInput);
type Timed = z.infer<typeof Timed>;

export interface TimedEdits {
  readonly edits: readonly { readonly job: Job; readonly edit: FieldEdit }[];
  readonly skipped: readonly SkippedItem[];
  readonly warnings?: readonly string[];
  /** Called once before the first write; if it rejects, nothing is sent. */
  readonly beforeSending?: () => Promise<void>;
  /** Called once after the last write. */
  readonly afterSending?: () => Promise<void>;
}

/** The edits of such a change; `undefined` if it is another one. */
export async function planTimedChange(
  change: Timed,
  jobs: readonly Job[],
  call: ServerCall,
): Promise<TimedEdits | undefined> {
  const { pause, resume, run_once: runOnce, spread } = change;
  if (pause !== undefined) return planPauses(pause, jobs, call);
  if (resume === false) throw new ToolError('Pass resume: true to end a pause, or pause to begin one.');
  if (resume === true) return planResumes(jobs, call);
  if (runOnce !== undefined) return planRuns(runOnce, jobs, call);
  return spread && planSpreading(spread, jobs, call);
}

const localizer = englishLocalizer;

function fileOf({ fleet, server }: ServerCall): PauseFile {
  return new PauseFile(fleet.stateFolder, server.url);
}

async function pauseFacts(call: ServerCall) {
  return { reading: call.outlook.reading, nowMs: call.nowMs, pauses: await fileOf(call).read() };
}

async function planPauses(
  { until, from, reason = '' }: NonNullable<Timed['pause']>,
  jobs: readonly Job[],
  call: ServerCall,
): Promise<TimedEdits> {
  const text = from === undefined ? `until ${until}` : `from ${from} until ${until}`;
  const window = parseWindow(text, call.nowMs, call.zone);
  if (window === undefined) throw new ToolError('pause needs until in the future, and after from.');
  const facts = await pauseFacts(call);
  const records: Pause[] = [];
  const { edits, skipped } = collect(jobs, job => {
    const outcome = planPause(job, { ...window, reason }, facts);
    if (outcome.kind !== 'edit') return pauseOutcomeText(outcome, localizer);
    records.push(outcome.pause);
    return outcome.edit;
  });
  return {
    edits,
    skipped,
    beforeSending: async () => void (await fileOf(call).change(records, [], call.nowMs)),
    afterSending: async () => {
      const needed = stillNeeded(jobsNow(edits, call), records, facts);
      if (needed.length > 0) await fileOf(call).change(needed, [], call.nowMs);
    },
  };
}

async function planResumes(jobs: readonly Job[], call: ServerCall): Promise<TimedEdits> {
  const facts = await pauseFacts(call);
  const { edits, skipped } = collect(jobs, job => {
    const outcome = planResume(job, facts);
    return outcome.kind === 'edit' ? outcome.edit : resumeOutcomeText(outcome, localizer);
  });
  return {
    edits,
    skipped,
    afterSending: async () => {
      const resumed = jobsNow(edits, call).filter(job => isResumed(job, facts));
      const ids = resumed.map(({ id }) => id);
      if (ids.length > 0) await fileOf(call).change([], ids, call.nowMs);
    },
  };
}

/** The jobs of edits, as they were last read. */
function jobsNow(edits: TimedEdits['edits'], { session }: ServerCall): readonly Job[] {
  return edits.flatMap(({ job }) => session.jobs.get(job.id) ?? []);
}

function planRuns(text: string, jobs: readonly Job[], call: ServerCall): TimedEdits {
  const atMs = parseMoment(text, call.nowMs, call.zone);
  if (atMs === undefined) throw new ToolError('run_once must be a time in the future.');
  const facts = { reading: call.outlook.reading, isZoneKnown: call.outlook.isZoneKnown, copySuffix: '' };
  return collect(jobs, job => {
    const outcome = planRunOnce(job, atMs, facts);
    return outcome.kind === 'edit' ? outcome.edit : runOnceText(outcome, localizer);
  });
}

async function planSpreading(
  { start, step_minutes: step }: NonNullable<Timed['spread']>,
  jobs: readonly Job[],
  call: ServerCall,
): Promise<TimedEdits> {
  const steps = start === undefined ? undefined : parseSteps(`${start} ${step ?? 10}`);
  if ((start === undefined) !== (step === undefined) || (start !== undefined && steps === undefined))
    throw new ToolError('Pass start (HH:MM) and step_minutes together, or neither.');
  const { session, nowMs, zone, signal } = call;
  const part = await readReach(call);
  if (!part.complete) throw new ToolError('Not all jobs and groups could be read, so nothing is moved.');
  await historyOf(session).load();
  const plan = await planSessionSpread(session, jobs, {
    how: steps ?? { kind: 'hours' },
    slices: responseSlices(signal),
    reading: call.outlook.reading,
    zone,
    nowMs,
  });
  const byJob = new Map(plan.outcomes.map(outcome => [outcome.job, outcome]));
  const { edits, skipped } = collect(jobs, job => {
    const outcome = byJob.get(job);
    if (outcome?.kind === 'edit') return outcome.edit;
    return outcome?.kind === 'blocked'
      ? spreadObstacleText(outcome.obstacle, localizer)
      : 'It can stay where it is.';
  });
  return { edits, skipped, warnings: [clashText(plan, call.fleet.localizer)] };
}

/** Edits, and jobs that stay with the reason. */
function collect(
  jobs: readonly Job[],
  decide: (job: Job) => FieldEdit | string,
): { readonly edits: { readonly job: Job; readonly edit: FieldEdit }[]; readonly skipped: SkippedItem[] } {
  const edits: { readonly job: Job; readonly edit: FieldEdit }[] = [];
  const skipped: SkippedItem[] = [];
  for (const job of jobs) {
    const decided = decide(job);
    if (typeof decided === 'string') skipped.push({ id: job.id, name: job.name, why: decided });
    else edits.push({ job, edit: decided });
  }
  return { edits, skipped };
}
