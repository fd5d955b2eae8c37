import { html, nothing, render, type TemplateResult } from 'lit';
import type { ScheduleView } from '../../protocol/hostMessages.ts';
import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { jsonEqual } from '../../util/json.ts';
import { icon, make } from '../dom/dom.ts';
import type { Folds } from '../dom/folds.ts';
import { folded } from './scheduleInputs.ts';

/** Further runs are folded. */
const runsAtFirst = 4;

const nothingYet: ScheduleView = { sentence: '', runs: [], notes: [], warnings: [], problems: [] };

/** The meaning of a schedule: its sentence, warnings, what it leaves open, and next runs in local time and UTC. */
export class SchedulePreview {
  readonly element = make('div', { className: 'schedule-preview' });
  readonly #texts: ScheduleTexts;
  readonly #folds: Folds;
  #shown = nothingYet;

  constructor(texts: ScheduleTexts, folds: Folds) {
    this.#texts = texts;
    this.#folds = folds;
    this.#draw(nothingYet);
  }

  show(view: ScheduleView | undefined): void {
    if (view === undefined || jsonEqual(view, this.#shown)) return;
    this.#shown = view;
    this.#draw(view);
  }

  #draw({ sentence, warnings, notes, runs }: ScheduleView): void {
    const warning = (text: string) =>
      html`<div class="problem warning">${icon('warning')}<span>${text}</span></div>`;
    render(
      html`<div class="sentence" role="status">${sentence}</div>
        <div class="schedule-warnings">
          ${warnings.map(warning)}${notes.map(text => html`<div class="help">${text}</div>`)}
        </div>
        <div class="schedule-runs">${runs.length === 0 ? nothing : this.#runList(runs)}</div>`,
      this.element,
    );
  }

  #runList(runs: ScheduleView['runs']): TemplateResult {
    const { nextRuns, moreRuns, local, utc, fromStart, fromEndDate } = this.#texts;
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
      ${later.length === 0 ? nothing : folded(this.#folds, 'runs', `${moreRuns} (${later.length})`, [table])}`;
  }
}
