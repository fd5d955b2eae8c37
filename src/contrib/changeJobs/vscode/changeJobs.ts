import * as z from 'zod/mini';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import type { JobEdit } from '../../../api/writes/objectEdits.ts';
import { responseSlices } from '../../../base/slices.ts';
import { reachOfDrafts } from '../../../store/reach/draftReach.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { filteredJobs, type JobChoice, jobsFor } from '../../../workbench/commands/jobs/jobArguments.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { editStep } from '../../../workbench/commands/runs/steps.ts';
import { seenTargets } from '../../../workbench/commands/runs/takenSteps.ts';
import { loadTargetNames } from '../../../workbench/notices/errorNotices.ts';
import { readMost } from '../../../workbench/notices/wholeLists.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { reachChangeText } from '../../../workbench/platform/reachTexts.ts';
import type { Schedules } from '../../../workbench/servers/schedules.ts';
import { type JobChange, JobChangeSchema } from '../common/jobChange.ts';
import { previewLines } from './changePreview.ts';
import { askChange, type ChangeQuestions } from './changeQuestions.ts';
import { editsOf, reviewEdits } from './changeReview.ts';
import { changeNaming, changeTitle } from './changeTexts.ts';

type ChangeContext = RunContext & JobChoice & ChangeQuestions & { readonly schedules: Pick<Schedules, 'of'> };

/** A key binding may specify the change as well as the jobs. */
const ChangeArgumentSchema = z.looseObject({ change: JobChangeSchema });

/** Applies one change to the selected jobs: asks for the change, and previews it line by line. */
export async function changeJobs(context: ChangeContext, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Change Jobs'));
  if (targets === undefined || targets.jobs.length === 0) return;
  const named = ChangeArgumentSchema.safeParse(args[0]);
  await changeThese(context, targets.session, {
    jobs: targets.jobs,
    change: named.success ? named.data.change : undefined,
  });
}

/** The same for all jobs that match the filter of the view. */
export async function changeFilteredJobs(context: ChangeContext): Promise<void> {
  const targets = await filteredJobs(context);
  if (targets !== undefined)
    await changeThese(context, targets.session, { jobs: targets.jobs, change: undefined });
}

interface Wanted {
  readonly jobs: readonly Job[];
  /** `undefined` if the user has yet to choose it. */
  readonly change: JobChange | undefined;
  /** Whether the reason for the change still holds; called after the preview, and tells the user if not. */
  readonly isStillSo?: () => Promise<boolean>;
}

/** The same for jobs that are already chosen. */
export async function changeThese(
  context: ChangeContext,
  session: ServerSession,
  wanted: Wanted,
): Promise<void> {
  const { dialogs } = context;
  const { server } = session;
  const { jobs } = wanted;
  // For the numbers of devices before and after.
  await readMost(context, session, ['groups']);
  await loadTargetNames(session, context.notices);
  const change = wanted.change ?? (await askChange(context, session, jobs));
  if (change === undefined) return;
  const naming = changeNaming(context, session);
  const parts = { naming, outlook: context.schedules.of(server), nowMs: Date.now() };
  const lines = await dialogs.progress(t('Preparing the changes'), (_report, signal) =>
    previewLines(jobs, change, { parts, slices: responseSlices(signal) }),
  );
  const targets = seenTargets(session, editsOf(lines).map(editStep));
  const title = changeTitle(change, naming);
  const { isStillSo } = wanted;
  const { edits } = await reviewEdits(context, session, {
    title,
    lines,
    hintOf: all => growthText(session, all),
  });
  if (edits.length === 0 || (isStillSo !== undefined && !(await isStillSo()))) return;
  const steps = edits.map(editStep);
  const isOfWhole = isStillSo !== undefined;
  await takeSteps(context, session, { act: 'changeJobs', steps, title, isOfWhole, targets });
}

/** "12 devices → 348 devices.", for all jobs together; '' unless the number grows. */
function growthText(session: ServerSession, edits: readonly JobEdit[]): string {
  const before = edits.map(({ job }) => toJobDraft(job));
  const after = edits.map(({ edit }, index) => ({ ...before[index], ...edit.after }));
  const [had, has] = [before, after].map(drafts => reachOfDrafts(drafts, session).devices);
  return had === undefined || has === undefined || has <= had ? '' : reachChangeText(had, has);
}
