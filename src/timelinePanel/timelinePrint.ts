import { localizer, plural, t } from '../platform/localize.ts';
import { randomName } from '../platform/pages/pageHtml.ts';
import { reachText } from '../platform/reachTexts.ts';
import { type GridRow, gridRows, shadeOf, shades, sumIn } from '../protocol/timelineGrid.ts';
import { hoursADay } from '../protocol/timelineOverview.ts';
import type { AgendaRow } from '../timeline/timelineModel.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { formatInteger } from '../util/localizer.ts';
import { clashText, SpanFormats, timesText } from './timelinePhrases.ts';
import type { ComputedTimeline, Overview } from './timelineWork.ts';

/** About a hundred sheets. */
const linesAtMost = 5_000;

/**
 * The calendar as a page without links to anything else, for the screen and for paper: the grid, then the runs of each
 * day. It can print itself as soon as it is open.
 */
export function printedCalendar(
  { session, model, overview }: ComputedTimeline,
  printsItself: boolean,
): string {
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
    return `<h2>${escapeHtml(long)}</h2>\n<table class="agenda">\n${ofDay.map(line).join('\n')}\n</table>`;
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
h2 { margin: 20px 0 4px; font-size: 15px; break-after: avoid; }
p { margin: 4px 0; color: #444; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 6px; text-align: left; vertical-align: top; }
tr { break-inside: avoid; }
.grid { margin-top: 12px; table-layout: fixed; break-inside: avoid; }
.grid th, .grid td { border: 1px solid #ccc; font-weight: normal; text-align: center; }
.grid tr > :first-child { width: 48px; }
.grid.month tr > :first-child { width: 0; padding: 0; border: 0; }
.month tbody td { height: 48px; }
.month small { float: left; color: #555; }
.fold { height: 8px; background: repeating-linear-gradient(45deg, #fff, #fff 4px, #eee 4px, #eee 8px); }
.agenda td { border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
.agenda td:first-child { width: 44px; white-space: nowrap; }
.agenda td:nth-child(2) { width: 40%; }
${shadeRules.join('\n')}
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 11px; } }
@page { margin: 12mm; }
`;
