import { ifFound } from '../../../api/errors/apiError.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { requireChoice, requiredJobs } from '../../../cli/jobChoice.ts';
import { stateFolderOf } from '../../../cli/journal.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { type CommandClock, commandClock } from '../../changeJobs/cli/clock.ts';
import { momentText } from '../../changeJobs/common/momentText.ts';
import { type AskedWindow, parseWindow } from '../../changeJobs/common/typedWindow.ts';
import { applyObjectChange, jobItem } from '../../files/cli/plannedChanges.ts';
import { type Pause, PauseFile } from '../common/pauseFile.ts';
import { planPause, planResume, stillNeeded } from '../common/pausePlan.ts';
import { pauseOutcomeText, pauseRunsText, resumeOutcomeText, windowText } from '../common/pauseTexts.ts';

type ChangeContext = CliContext<'filter' | 'dry-run' | 'out' | 'yes' | 'state-dir' | 'time-zone'>;

export async function pauseJobs(
  context: ChangeContext & CliContext<'until' | 'duration' | 'from' | 'reason' | 'disable-others'>,
): Promise<ExitCode> {
  requireChoice(context);
  const { options, localizer, output } = context;
  const words = commandClock(context);
  const asked = windowOf(context, words);
  const connection = context.connect();
  const jobs = await requiredJobs(context, connection.session);
  const file = new PauseFile(stateFolderOf(context), connection.server.url);
  const facts = { ...words, pauses: await file.read() };
  const add: Pause[] = [];
  const items = jobs.map(job => {
    const outcome = planPause(job, asked, facts);
    const note = pauseOutcomeText(outcome, localizer);
    if (outcome.kind === 'unchanged') return jobItem(job, undefined, { note });
    if (outcome.kind === 'edit') {
      add.push(outcome.pause);
      return jobItem(job, outcome.edit, { note: joinTexts(' ', note, pauseRunsText(outcome, words)) });
    }
    if (!options.has('disable-others')) return jobItem(job, undefined, { note, isBlocked: true });
    add.push(outcome.instead.pause);
    const instead = localizer.t('It is disabled instead; “resume” enables it again.');
    return jobItem(job, outcome.instead.edit, { note: joinTexts(' ', note, instead) });
  });
  if (!output.isDocument) output.note(localizer.t('Pause {window}', { window: windowText(asked, words) }));
  const code = await applyObjectChange(context, connection, {
    act: 'changeJobs',
    items,
    managed: jobs.length,
    mostDeletes: undefined,
    beforeSending: async () => void (await file.change(add, [], words.nowMs)),
  });
  if (code === 1 && facts.pauses.size > 0) {
    const now = await Promise.all(add.map(({ job }) => ifFound(connection.session.jobs.read(job))));
    const needed = stillNeeded(
      now.filter(job => job !== undefined),
      add,
      facts,
    );
    if (needed.length > 0) await file.change(needed, [], words.nowMs);
  }
  return code;
}

/** Throws `UsageError` if the options are no window. */
function windowOf(
  { options, localizer: { t } }: CliContext<'until' | 'duration' | 'from' | 'reason'>,
  { nowMs, zone }: CommandClock,
): AskedWindow {
  const [until, span, from] = [options.value('until'), options.value('duration'), options.value('from')];
  if ((until === undefined) === (span === undefined))
    throw new UsageError(t('Pass either --until or --duration.'));
  if (span !== undefined && from !== undefined)
    throw new UsageError(t('--duration begins now; with --from, pass --until.'));
  const text =
    span === undefined
      ? from === undefined
        ? `until ${until}`
        : `from ${from} until ${until}`
      : `for ${span}`;
  const window = parseWindow(text, nowMs, zone);
  if (window === undefined)
    throw new UsageError(
      t(
        '“{text}” is no time to come. Pass for example --until 2027-01-09, --until "Jan 9 18:00" or --duration 2h.',
        {
          text: displayText(text, 80),
        },
      ),
    );
  return { ...window, reason: options.value('reason')?.trim() ?? '' };
}

export async function resumeJobs(context: ChangeContext & CliContext<'unrecorded'>): Promise<ExitCode> {
  requireChoice(context);
  const { localizer, options } = context;
  const words = commandClock(context);
  const connection = context.connect();
  const jobs = await requiredJobs(context, connection.session);
  const file = new PauseFile(stateFolderOf(context), connection.server.url);
  const facts = { ...words, pauses: await file.read() };
  const items = jobs.map(job => {
    const outcome = planResume(job, facts);
    const note = resumeOutcomeText(outcome, localizer);
    if (outcome.kind === 'unchanged')
      return jobItem(job, options.has('unrecorded') ? outcome.excluded?.edit : undefined, { note });
    const next = outcome.firstMs === undefined ? localizer.t('none') : momentText(outcome.firstMs, words);
    return jobItem(job, outcome.edit, {
      note: joinTexts(' ', note, localizer.t('Next run: {next}', { next })),
    });
  });
  const code = await applyObjectChange(context, connection, {
    act: 'changeJobs',
    items,
    managed: jobs.length,
    mostDeletes: undefined,
  });
  // What is left to do keeps its record, with which the same command does the rest.
  if (code === 0)
    await file.change(
      [],
      jobs.map(({ id }) => id),
      words.nowMs,
    );
  return code;
}
