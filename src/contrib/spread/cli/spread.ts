import { joinTexts } from '../../../base/displayText.ts';
import { responseSlices } from '../../../base/slices.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { readTargets, requireChoice, requiredJobs } from '../../../cli/jobChoice.ts';
import { readJobs, requireWhole } from '../../../cli/namedObjects.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { commandClock } from '../../changeJobs/cli/clock.ts';
import { momentText } from '../../changeJobs/common/momentText.ts';
import { spanParts } from '../../changeJobs/common/spanText.ts';
import { applyObjectChange, jobItem } from '../../files/cli/plannedChanges.ts';
import { readRuns } from '../../history/cli/seenRuns.ts';
import { planSessionSpread } from '../common/sessionSpread.ts';
import { clashText, type Spreading, spreadObstacleText } from '../common/spreadPlan.ts';
import { parseSteps } from '../common/spreadWords.ts';

type SpreadContext = CliContext<
  'filter' | 'dry-run' | 'out' | 'yes' | 'state-dir' | 'time-zone' | 'start' | 'step' | 'apart'
>;

export async function spreadJobs(context: SpreadContext): Promise<ExitCode> {
  requireChoice(context);
  const { localizer, output, signal } = context;
  const { t } = localizer;
  const how = spreadingOf(context);
  const words = commandClock(context);
  const connection = context.connect();
  const { session } = connection;
  const jobs = await requiredJobs(context, session);
  // Jobs that stay also take devices.
  await readJobs(session, context);
  await readTargets(session, context);
  requireWhole(session, 'jobs', 'groups');
  await readRuns(session, context);
  const plan = await planSessionSpread(session, jobs, { ...words, how, slices: responseSlices(signal) });
  const items = plan.outcomes.map(outcome => {
    const { job } = outcome;
    if (outcome.kind === 'blocked')
      return jobItem(job, undefined, {
        note: spreadObstacleText(outcome.obstacle, localizer),
        isBlocked: true,
      });
    const next = outcome.nextMs === undefined ? t('none') : momentText(outcome.nextMs, words);
    const nextRun = t('Next run: {next}', { next });
    if (outcome.kind === 'unchanged')
      return jobItem(job, undefined, { note: joinTexts(' ', t('It can stay where it is.'), nextRun) });
    return jobItem(job, outcome.edit, { note: joinTexts(' ', movedText(outcome.spanMs), nextRun) });
  });
  if (!output.isDocument) output.note(clashText(plan, localizer));
  return applyObjectChange(context, connection, {
    act: 'changeJobs',
    items,
    managed: jobs.length,
    mostDeletes: undefined,
  });

  function movedText(spanMs: number): string {
    const { days, hours, minutes } = spanParts(spanMs);
    const span = [`${days * 24 + hours} h`, `${minutes} min`]
      .filter(part => !part.startsWith('0 '))
      .join(' ');
    return spanMs < 0 ? t('Moved {span} earlier.', { span }) : t('Moved {span} later.', { span });
  }
}

/** Throws `UsageError` if the options do not go together. */
function spreadingOf({ options, localizer: { t } }: CliContext<'start' | 'step' | 'apart'>): Spreading {
  const [start, step, apart] = [options.value('start'), options.value('step'), options.value('apart')];
  if (start === undefined && step === undefined) {
    if (apart === undefined || apart === 'hours' || apart === 'durations')
      return { kind: apart === 'durations' ? 'apart' : 'hours' };
    throw new UsageError(t('--apart is “hours” or “durations”.'));
  }
  const steps = apart === undefined ? parseSteps(`${start ?? ''} ${step ?? ''}`) : undefined;
  if (steps === undefined)
    throw new UsageError(t('Pass --start and --step, such as --start 02:00 --step 10m, or --apart alone.'));
  return steps;
}
