import type { Clock } from '../../../base/clock.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { responseSlices } from '../../../base/slices.ts';
import { localTime } from '../../../recurrence/text/dateTimeValue.ts';
import { throwIfLacking } from '../../../store/reading/incompleteList.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import type { JobChoice } from '../../../workbench/commands/jobs/jobArguments.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { editStep } from '../../../workbench/commands/runs/steps.ts';
import { readWhole } from '../../../workbench/notices/wholeLists.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { type MomentWords, momentText, momentWords } from '../../changeJobs/common/momentText.ts';
import type { PreviewLine } from '../../changeJobs/vscode/changePreview.ts';
import { reviewEdits } from '../../changeJobs/vscode/changeReview.ts';
import { moveTitle } from '../../changeJobs/vscode/changeTexts.ts';
import { listedOrChosenJobs } from '../../changeJobs/vscode/listedJobs.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { planSessionSpread } from '../common/sessionSpread.ts';
import {
  clashText,
  type Spreading,
  type SpreadOutcome,
  type SpreadPlan,
  spreadObstacleText,
} from '../common/spreadPlan.ts';
import { parseSteps } from '../common/spreadWords.ts';

type SpreadContext = RunContext &
  JobChoice &
  Uses<'schedules'> & { readonly clock: Clock; readonly readerZone: () => string };

/** Moves jobs apart, so that they do not meet on their devices; how, the user can change in the preview. */
export async function spreadJobs(context: SpreadContext, args: Args): Promise<void> {
  const { dialogs, clock, readerZone } = context;
  const targets = await listedOrChosenJobs(context, args, t('Spread Jobs'));
  if (targets === undefined || targets.jobs.length === 0) return;
  const { session, jobs } = targets;
  if (!(await readWhole(context, session, ['jobs', 'groups']))) return;
  throwIfLacking('jobs', session.jobs.coverage);
  await historyOf(session).load();
  const words = momentWords(readerZone(), clock.now(), localizer);
  const { reading } = context.schedules.of(session.server);
  const plan = (how: Spreading) =>
    dialogs.progress(t('Preparing the changes'), async (_report, signal) => {
      const slices = responseSlices(signal);
      return reviewedOf(
        await planSessionSpread(session, jobs, { ...words, reading, how, slices }),
        how,
        words,
      );
    });
  const { edits, title } = await reviewEdits(context, session, await plan({ kind: 'hours' }), {
    edit: {
      label: t('Change How Jobs Are Spread…'),
      run: async () => {
        const how = await askSpreading(context, jobs.length);
        return how && plan(how);
      },
    },
  });
  if (edits.length === 0) return;
  await takeSteps(context, session, { act: 'changeJobs', steps: edits.map(editStep), title });
}

function reviewedOf(plan: SpreadPlan, how: Spreading, words: MomentWords) {
  const hint = joinTexts(
    ' · ',
    clashText(plan, localizer),
    plan.unknown > 0 &&
      how.kind === 'apart' &&
      plural(
        '{count} job of unknown duration counts as 1 h|{count} jobs of unknown duration count as 1 h',
        plan.unknown,
      ),
  );
  const lines = plan.outcomes.map(outcome => lineOf(outcome, words));
  return { title: spreadTitle(how), lines, hintOf: () => hint };
}

function lineOf(outcome: SpreadOutcome, words: MomentWords): PreviewLine {
  const { job } = outcome;
  if (outcome.kind === 'blocked')
    return { job, outcome, what: spreadObstacleText(outcome.obstacle, localizer), runs: '' };
  const next = outcome.nextMs === undefined ? t('none') : momentText(outcome.nextMs, words);
  const runs = t('Next run: {next}', { next });
  if (outcome.kind === 'unchanged') return { job, outcome, what: t('It can stay where it is.'), runs };
  return { job, outcome, what: moveTitle(outcome.spanMs), runs };
}

function spreadTitle(how: Spreading): string {
  switch (how.kind) {
    case 'steps':
      return t('Spread from {time} On, Every {minutes} Min', {
        time: localTime(how.firstMs),
        minutes: Math.round(how.stepMs / 60_000),
      });
    case 'apart':
      return t('Spread So That No Runs Overlap');
    case 'hours':
      return t('Spread So That None Share an Hour');
  }
}

async function askSpreading({ dialogs }: Uses<'dialogs'>, count: number): Promise<Spreading | undefined> {
  const apart: readonly Spreading[] = [{ kind: 'hours' }, { kind: 'apart' }];
  const found = new Map<string, Spreading>();
  const choiceOf = (how: Spreading, description: string) => {
    const label = spreadTitle(how);
    found.set(label, how);
    return { value: label, label, description };
  };
  const usual = apart.map(how =>
    choiceOf(
      how,
      how.kind === 'hours'
        ? t('as the timeline shows clashes; moves as little as possible')
        : t('by their typical durations; moves as little as possible'),
    ),
  );
  const answer = await dialogs.search({
    title: plural('Spread {count} Job|Spread {count} Jobs', count),
    placeholder: t('Select, or type when the first begins and the steps, such as “02:00, then every 10 min”'),
    search: async typed => {
      if (typed.trim() === '') return usual;
      const steps = parseSteps(typed);
      return steps === undefined ? [] : [choiceOf(steps, t('in the order of their next runs'))];
    },
  });
  return answer && found.get(answer.value);
}
