import { html, nothing, type TemplateResult } from 'lit';
import type { ScheduleView } from '../../protocol/hostMessages.ts';
import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { icon } from '../dom/dom.ts';
import type { Folds } from '../dom/foldParts.ts';

/** Further runs are folded. */
const runsAtFirst = 4;

/** The meaning of a schedule: its sentence, warnings, what it leaves open, and next runs in local time and UTC. */
export function schedulePreview(
  { sentence, warnings, notes, runs }: ScheduleView,
  texts: ScheduleTexts,
  folds: Folds,
): TemplateResult {
  const warning = (text: string) =>
    html`<div class="problem warning">${icon('warning')}<span>${text}</span></div>`;
  return html`<div class="schedule-preview">
    <div class="sentence" role="status">${sentence}</div>
    <div class="schedule-warnings">
      ${warnings.map(warning)}${notes.map(text => html`<div class="help">${text}</div>`)}
    </div>
    <div class="schedule-runs">${runs.length === 0 ? nothing : runList(runs, texts, folds)}</div>
  </div>`;
}

function runList(runs: ScheduleView['runs'], texts: ScheduleTexts, folds: Folds): TemplateResult {
  const { nextRuns, moreRuns, local, utc, fromStart, fromEndDate } = texts;
  const notes = { rule: '', start: ` — ${fromStart}`, end: ` — ${fromEndDate}` };
  const rows = runs.map(
    run => html`<tr>
      <td>${run.local}<span class="help">${notes[run.source]}</span></td>
      <td>${run.utc}</td>
    </tr>`,
  );
  const later = rows.slice(runsAtFirst);
  const table = html`<table>
    <caption class="hidden-text">${moreRuns}</caption>
    <tbody>${later}</tbody>
  </table>`;
  return html`<table>
      <caption>${nextRuns}</caption>
      <thead><tr><th scope="col">${local}</th><th scope="col">${utc}</th></tr></thead>
      <tbody>${rows.slice(0, runsAtFirst)}</tbody>
    </table>
    ${later.length === 0 ? nothing : folds.section('runs', `${moreRuns} (${later.length})`, table)}`;
}
