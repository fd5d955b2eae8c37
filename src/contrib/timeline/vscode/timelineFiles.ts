import { once } from 'node:events';
import { createServer } from 'node:http';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { formatInteger } from '../../../base/localizer.ts';
import { Slices, yieldToHost } from '../../../base/slices.ts';
import { readWhole } from '../../../workbench/notices/wholeLists.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { randomName } from '../../../workbench/platform/pages/pageHtml.ts';
import { reachText } from '../../../workbench/platform/reachTexts.ts';
import { saveFile } from '../../../workbench/platform/saveFile.ts';
import { exportedRuns, exportedRunsAtMost, runsAsIcs } from '../common/timelineExport.ts';
import type { AgendaRow } from '../common/timelineModel.ts';
import { type GridRow, gridRows, shadeOf, shades, sumIn } from '../protocol/timelineGrid.ts';
import { hoursADay, type TimelineQuery } from '../protocol/timelineOverview.ts';
import { timelineWords } from '../protocol/timelineTexts.ts';
import { clashText, SpanFormats, timesText } from './timelinePhrases.ts';
import type { TimelineParts } from './timelineScope.ts';
import type { ComputedTimeline, Overview, TimelineWork } from './timelineWork.ts';

const formats = ['print', 'ics', 'html'] as const;
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
  const describe = (row: AgendaRow) => {
    const reach = reachOf(row.job.id);
    return joinTexts('\n', reach !== undefined && reachText(reach), clashText(row));
  };
  return runsAsIcs(runs, { server, nowMs: clock.now(), describe }, slices);
}

/** About a hundred sheets. */
const linesAtMost = 5_000;

/**
 * The calendar as a page without links to anything else, for the screen and for paper: the grid, then the runs of each
 * day. It can print itself as soon as it is open.
 */
function printedCalendar({ session, model, overview }: ComputedTimeline, printsItself: boolean): string {
  const formats = new SpanFormats();
  const nonce = randomName();
  const script = printsItself
    ? `<script nonce="${nonce}">addEventListener('load', () => print())</script>`
    : '';
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  const title = joinTexts(' · ', displayText(session.server.name, 80), overview.title);
  const zone = overview.zones[overview.query.clock] || overview.zones.mine;
  const all = { from: 0, to: overview.days.length * hoursADay };
  const rows = model.rows(all, 0, linesAtMost);
  const cut = (overview.rowsBefore.at(-1) ?? 0) - rows.length;
  const line = (row: AgendaRow) => agendaLine(row, formats.time(row.firstMs, model.span), session);
  const days = overview.days.map(({ long }, day) => {
    const ofDay = rows.filter(({ cell }) => Math.floor(cell / hoursADay) === day);
    if (ofDay.length === 0) return '';
    // Browsers repeat the head of a table on each sheet.
    const head = `<thead><tr><th colspan="5"><h2>${escapeHtml(long)}</h2></th></tr></thead>`;
    return `<table class="agenda">\n${head}\n${ofDay.map(line).join('\n')}\n</table>`;
  });
  const { name, device, group } = overview.query;
  const groupName = overview.groups.find(({ value }) => value === group)?.label ?? group;
  const filter = joinTexts(', ', name, device, groupName);
  const lines = [
    joinTexts(' · ', overview.facts, zone, filter !== '' && t('Filter: {filter}', { filter })),
    ...overview.details.map(({ text }) => text),
    cut > 0 && plural('{count} more line is not printed.|{count} more lines are not printed.', cut),
  ];
  return `<!DOCTYPE html>
<html lang="${escapeHtml(localizer.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${lines.map(text => (text === false ? '' : `<p>${escapeHtml(text)}</p>`)).join('\n')}
${gridTable(overview)}
${overview.clashes.length > 0 ? `<p>⚠ ${escapeHtml(t(timelineWords.clash))}</p>` : ''}
${days.join('\n')}
${script}
</body>
</html>
`;
}

function agendaLine(row: AgendaRow, time: string, session: ComputedTimeline['session']): string {
  const job = session.jobs.get(row.job.id);
  const reach = job === undefined ? '' : reachText(session.targets.reachOf(job));
  const cells = [time, displayText(row.job.name), timesText(row.count), reach, clashText(row)];
  return `<tr>${cells.map(text => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`;
}

function gridTable(overview: Overview): string {
  const { query, days } = overview;
  const isMonth = query.span === 'month';
  const rows = gridRows(overview);
  const most = Math.max(...rows.flatMap(({ cells }) => cells.map(cell => sumIn(overview.runs, cell))), 1);
  const heads = (isMonth ? days.slice(0, 7) : days).map(
    ({ weekday, date }) => `<th scope="col">${escapeHtml(isMonth ? weekday : `${weekday} ${date}`)}</th>`,
  );
  return `<table class="grid ${isMonth ? 'month' : ''}">
<thead><tr><td></td>${heads.join('')}</tr></thead>
<tbody>
${rows.map(row => gridRow(row, overview, most)).join('\n')}
</tbody>
</table>`;
}

function gridRow({ head, cells }: GridRow, { query, runs, clashes, days }: Overview, most: number): string {
  const fold = cells.length === 0 ? `<td colspan="${days.length}" class="fold"></td>` : '';
  const filled = cells.map(cell => {
    const count = sumIn(runs, cell);
    const mark = clashes.some(clash => clash >= cell.from && clash < cell.to) ? ' ⚠' : '';
    const date =
      query.span === 'month' ? `<small>${escapeHtml(days[cell.from / hoursADay]?.date ?? '')}</small>` : '';
    return `<td class="shade-${shadeOf(count, most)}">${date}${count === 0 ? '' : formatInteger(count, localizer.language)}${mark}</td>`;
  });
  return `<tr><th scope="row">${head}</th>${fold}${filled.join('')}</tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

const shadeRules = Array.from(
  { length: shades },
  (_, shade) => `.shade-${shade + 1} { background: hsl(210 80% ${95 - shade * 5}%); }`,
);

const style = `
body { max-width: 1000px; margin: 24px auto; padding: 0 16px; background: #fff; color: #000; font: 14px/1.4 system-ui, sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
h1 { font-size: 20px; }
h2 { margin: 20px 0 4px; font-size: 15px; }
p { margin: 4px 0; color: #444; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 6px; text-align: left; vertical-align: top; }
tr { break-inside: avoid; }
thead { break-after: avoid; }
.grid { margin-top: 12px; table-layout: fixed; break-inside: avoid; }
.grid th, .grid td { border: 1px solid #ccc; font-weight: normal; text-align: center; }
.grid tr > :first-child { width: 48px; }
.grid.month tr > :first-child { width: 0; padding: 0; border: 0; }
.month tbody td { height: 48px; }
.month small { float: left; color: #555; }
.fold { height: 8px; background: repeating-linear-gradient(45deg, #fff, #fff 4px, #eee 4px, #eee 8px); }
.agenda th { padding: 0; }
.agenda td { border-bottom: 1px solid #ddd; }
.agenda td:first-child { width: 44px; white-space: nowrap; }
.agenda td:nth-child(2) { width: 38%; overflow-wrap: anywhere; }
.agenda td:nth-child(3) { width: 8%; }
.agenda td:nth-child(4) { width: 24%; }
.agenda td:nth-child(5) { width: 22%; overflow-wrap: anywhere; }
${shadeRules.join('\n')}
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 11px; } }
@page { margin: 12mm; }
`;

const servedMs = 10 * 60_000;

/**
 * Opens a page in the user's browser, unless the user declines what VS Code asks. A file would be on the wrong computer
 * if the extension runs on a remote one, while VS Code forwards a port wherever it runs. For ten minutes, the page is
 * returned to whoever knows its random path.
 */
async function openInBrowser(html: string, clock: Pick<Clock, 'schedule'>): Promise<void> {
  const path = `/${randomName()}`;
  const server = createServer(({ url }, response) => {
    if (url !== path) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
        .end(html);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  clock.schedule(servedMs, () => {
    server.close();
    server.closeAllConnections();
  });
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  await vscode.env.openExternal(vscode.Uri.parse(`http://127.0.0.1:${address.port}${path}`));
}
