import { readWhole } from '../notices/wholeLists.ts';
import { localizer, t } from '../platform/localize.ts';
import { openInBrowser } from '../platform/pages/openInBrowser.ts';
import { reachText } from '../platform/reachTexts.ts';
import { saveFile } from '../platform/saveFile.ts';
import type { TimelineQuery } from '../protocol/timelineOverview.ts';
import { exportedRuns, exportedRunsAtMost, runsAsCsv, runsAsIcs } from '../timeline/timelineExport.ts';
import type { AgendaRow } from '../timeline/timelineModel.ts';
import { joinTexts } from '../util/displayText.ts';
import { formatInteger } from '../util/localizer.ts';
import { Slices, yieldToHost } from '../util/slices.ts';
import { clashText } from './timelinePhrases.ts';
import { printedCalendar } from './timelinePrint.ts';
import type { TimelineParts } from './timelineScope.ts';
import type { ComputedTimeline, TimelineWork } from './timelineWork.ts';

const formats = ['print', 'ics', 'csv', 'html'] as const;
type Format = (typeof formats)[number];

/** Prints the period of a timeline in the browser, or writes its runs to a file that the user chooses. */
export async function exportCalendar(
  parts: TimelineParts,
  work: TimelineWork,
  query: TimelineQuery,
  given: unknown,
): Promise<void> {
  const title = t('Export Calendar');
  const format = formats.find(known => known === given) ?? (await pickFormat(parts, title));
  if (format === undefined) return;
  const { active } = parts.sessions;
  if (active !== undefined && !(await readWhole(parts, active, ['jobs']))) return;
  const made = await parts.dialogs.progress(title, async (_, signal) => {
    const timeline = await work.compute(query, signal);
    return timeline && { timeline, text: await textOf(timeline, parts, format, signal) };
  });
  if (made === undefined) return;
  const { timeline, text } = made;
  // A calendar without events would be invalid.
  if (timeline.overview.rowsBefore.at(-1) === 0) return void parts.dialogs.info(t('No runs in this period.'));
  if (format === 'print') return openInBrowser(text, parts.clock);
  const { session, overview } = timeline;
  const file = await saveFile(`${session.server.name} ${overview.title}`, format, text);
  if (file === undefined) return;
  const open = format === 'html' ? [t('Open in Browser')] : [];
  const total = timeline.model.runsIn.reduce((sum, count) => sum + count, 0);
  const message = joinTexts(
    ' ',
    t('“{file}” was saved: {facts}.', { file, facts: timeline.overview.facts }),
    format !== 'html' &&
      total > exportedRunsAtMost &&
      t('It contains only the first {count} runs.', {
        count: formatInteger(exportedRunsAtMost, localizer.language),
      }),
  );
  if ((await parts.dialogs.info(message, ...open)) !== undefined) await openInBrowser(text, parts.clock);
}

async function pickFormat({ dialogs }: TimelineParts, title: string): Promise<Format | undefined> {
  const picked = await dialogs.pick(title, [
    { value: 'print', label: t('Print'), description: t('opens in your browser') },
    {
      value: 'ics',
      label: 'iCalendar (.ics)',
      description: t('an event for each run, for calendar programs'),
    },
    { value: 'csv', label: 'CSV', description: t('a line for each run, for spreadsheets') },
    { value: 'html', label: 'HTML', description: t('the calendar as a page') },
  ]);
  return formats.find(format => format === picked);
}

async function textOf(
  timeline: ComputedTimeline,
  { clock, schedules }: TimelineParts,
  format: Format,
  signal: AbortSignal,
): Promise<string> {
  const { model, session } = timeline;
  const { server, jobs, targets } = session;
  if (format === 'print' || format === 'html') return printedCalendar(timeline, format === 'print');
  const slices = new Slices({ sliceMs: 8, steadyMs: () => clock.steadyMs(), yieldToHost, signal });
  const runs = await exportedRuns(model, schedules.of(server).predictor, slices);
  const reachOf = (id: number) => {
    const job = jobs.get(id);
    return job && targets.reachOf(job);
  };
  if (format === 'csv') {
    const csv = await runsAsCsv(runs, model.span, id => reachOf(id)?.devices ?? 0, slices);
    return `\uFEFF${csv}`;
  }
  const describe = (row: AgendaRow) => {
    const reach = reachOf(row.job.id);
    return joinTexts('\n', reach !== undefined && reachText(reach), clashText(row));
  };
  return runsAsIcs(runs, { server, nowMs: clock.now(), describe }, slices);
}
