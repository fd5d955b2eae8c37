import * as z from 'zod/mini';
import { type Job, toJobDraft } from '../../model/job.ts';
import { type JobChange, JobChangeSchema } from '../../model/jobChange.ts';
import { loadTargetNames } from '../../notices/errorNotices.ts';
import { readMost } from '../../notices/wholeLists.ts';
import { localizer, t } from '../../platform/localize.ts';
import { jobName } from '../../platform/objectNames.ts';
import { reachChangeText } from '../../platform/reachTexts.ts';
import { describeRecurrenceSetBriefly } from '../../recurrence/describe/description.ts';
import type { Schedules } from '../../servers/schedules.ts';
import { nameIfProduction } from '../../servers/serverMarks.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { reachOfDrafts } from '../../store/targets/draftReach.ts';
import { displayText, joinTexts } from '../../util/displayText.ts';
import { responseSlices } from '../../util/slices.ts';
import type { JobEdit } from '../../writes/objectEdits.ts';
import type { Args } from '../commandContext.ts';
import type { RunContext } from '../runs/bulk.ts';
import { takeSteps } from '../runs/stepRuns.ts';
import { editStep } from '../runs/steps.ts';
import {
  type PreviewLine,
  type PreviewParts,
  previewCounts,
  previewLines,
  previewText,
} from './changePreview.ts';
import { askChange, type ChangeQuestions } from './changeQuestions.ts';
import { changeTitle } from './changeTexts.ts';
import { filteredJobs, type JobChoice, jobsFor } from './jobArguments.ts';

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
}

async function changeThese(context: ChangeContext, session: ServerSession, wanted: Wanted): Promise<void> {
  const { jobs } = wanted;
  // For the numbers of devices before and after.
  await readMost(context, session, ['groups']);
  await loadTargetNames(session, context.notices);
  const change = wanted.change ?? (await askChange(context, session, jobs));
  if (change === undefined) return;
  const preview = new Preview(context, session, change);
  const lines = await preview.linesOf(jobs);
  const edits = lines.flatMap(editOf);
  if (edits.length === 0) return preview.reportNothing(lines);
  const chosen = await preview.choose(lines);
  if (chosen === undefined || chosen.length === 0) return;
  if (await nameIfProduction(session.server, context.dialogs, t('Change')))
    await takeSteps(context, session, {
      act: 'changeJobs',
      steps: chosen.map(editStep),
      title: preview.change,
    });
}

function editOf({ job, outcome }: PreviewLine): JobEdit[] {
  return outcome.kind === 'edit' ? [{ job, edit: outcome.edit }] : [];
}

/** The preview of a change, before anything is sent. */
class Preview {
  readonly #context: ChangeContext;
  readonly #session: ServerSession;
  readonly #change: JobChange;
  readonly #parts: PreviewParts;

  constructor(context: ChangeContext, session: ServerSession, change: JobChange) {
    this.#context = context;
    this.#session = session;
    this.#change = change;
    const outlook = context.schedules.of(session.server);
    const nowMs = Date.now();
    const { predictor } = outlook;
    const sentence = (params: string) =>
      describeRecurrenceSetBriefly(predictor.parse(params), localizer, { ...predictor.options, nowMs });
    this.#parts = { naming: { session, labels: context.labels, sentence }, outlook, nowMs };
  }

  linesOf(jobs: readonly Job[]): Promise<readonly PreviewLine[]> {
    return this.#context.dialogs.progress(t('Preparing the changes'), (_report, signal) =>
      previewLines(jobs, this.#change, { parts: this.#parts, slices: responseSlices(signal) }),
    );
  }

  async reportNothing(lines: readonly PreviewLine[]): Promise<void> {
    const show = t('Show Details');
    const text = t('Nothing would change: {counts}.', { counts: previewCounts(lines) });
    if ((await this.#context.dialogs.info(text, show)) === show) await this.#showAll(lines);
  }

  /** "Move Schedules 2 h Later". */
  get change(): string {
    return changeTitle(this.#change, this.#parts.naming);
  }

  /** "Move Schedules 2 h Later, on “Plant”": with its ticks, the preview is the confirmation. */
  get #title(): string {
    const { name } = this.#session.server;
    return t('{change}, on “{server}”', { change: this.change, server: displayText(name, 60) });
  }

  /** Initially every line is checked; lines without a change cannot be. */
  async choose(lines: readonly PreviewLine[]): Promise<readonly JobEdit[] | undefined> {
    const chosen = await this.#context.dialogs.review({
      title: this.#title,
      placeholder: joinTexts(' · ', previewCounts(lines), growthText(this.#session, lines.flatMap(editOf))),
      choices: lines.map(({ job, outcome, what, nextRun }) => ({
        value: String(job.id),
        label: jobName(job),
        description: what,
        detail: t('Next run: {next}', { next: nextRun }),
        isFixed: outcome.kind !== 'edit',
      })),
      open: { label: t('Open Preview in Editor'), run: () => this.#showAll(lines) },
    });
    if (chosen === undefined) return undefined;
    const ids = new Set(chosen);
    return lines.filter(({ job }) => ids.has(String(job.id))).flatMap(editOf);
  }

  #showAll(lines: readonly PreviewLine[]): Promise<void> {
    const { server } = this.#session;
    const read = async () => previewText(lines, this.#change, { naming: this.#parts.naming, server });
    const title = t('Preview of changes on “{server}”', { server: displayText(server.name, 60) });
    return this.#context.reports.show({ key: `changes/${server.id}`, title, read });
  }
}

/** "12 devices → 348 devices.", for all jobs together; '' unless the number grows. */
function growthText(session: ServerSession, edits: readonly JobEdit[]): string {
  const before = edits.map(({ job }) => toJobDraft(job));
  const after = edits.map(({ edit }, index) => ({ ...before[index], ...edit.after }));
  const [had, has] = [before, after].map(drafts => reachOfDrafts(drafts, session).devices);
  return had === undefined || has === undefined || has <= had ? '' : reachChangeText(had, has);
}
