import { displayText } from '../../../base/displayText.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { requireChoice, requiredJobs } from '../../../cli/jobChoice.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { type CommandClock, commandClock } from '../../changeJobs/cli/clock.ts';
import { momentText } from '../../changeJobs/common/momentText.ts';
import { parseMoment } from '../../changeJobs/common/typedWindow.ts';
import { applyObjectChange, jobItem, newJobItem } from '../../files/cli/plannedChanges.ts';
import { planRunOnce, runOnceText } from '../common/runOncePlan.ts';

/** A server may look at schedules only once in a while. */
const leadMs = 5 * minuteMs;

export async function runJobsOnce(
  context: CliContext<
    'filter' | 'dry-run' | 'out' | 'yes' | 'state-dir' | 'time-zone' | 'at' | 'copy-others'
  >,
): Promise<ExitCode> {
  requireChoice(context);
  const { options, localizer, output } = context;
  const { t } = localizer;
  const words = commandClock(context);
  const atMs = timeOf(context, words);
  const time = momentText(atMs, words);
  const connection = context.connect();
  const jobs = await requiredJobs(context, connection.session);
  const facts = {
    ...words,
    // With its date, whatever day it is.
    copySuffix: t(' – once {time}', { time: momentText(atMs, { ...words, nowMs: 0 }) }),
  };
  const items = jobs.map(job => {
    const outcome = planRunOnce(job, atMs, facts);
    const note = runOnceText(outcome, localizer);
    if (outcome.kind === 'edit') return jobItem(job, outcome.edit, { note });
    if (outcome.kind === 'unchanged') return jobItem(job, undefined, { note });
    return options.has('copy-others')
      ? newJobItem(outcome.copy, note)
      : jobItem(job, undefined, { note, isBlocked: true });
  });
  if (!output.isDocument) output.note(t('Run Once More at {time}', { time }));
  return applyObjectChange(context, connection, {
    act: 'changeJobs',
    items,
    managed: jobs.length,
    mostDeletes: undefined,
  });
}

/** Throws `UsageError` if --at is no time to come. */
function timeOf({ options, localizer: { t } }: CliContext<'at'>, { nowMs, zone }: CommandClock): number {
  const text = options.value('at');
  if (text === undefined) return Math.ceil((nowMs + leadMs) / minuteMs) * minuteMs;
  const atMs = parseMoment(text, nowMs, zone);
  if (atMs === undefined)
    throw new UsageError(
      t(
        '“{text}” is no time to come. Pass for example --at 13:00, --at "2027-01-09 13:00" or --at "in 10m".',
        {
          text: displayText(text, 80),
        },
      ),
    );
  return atMs;
}
