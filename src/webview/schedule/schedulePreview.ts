import type { ScheduleView } from '../../protocol/hostMessages.ts';
import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { icon, make } from '../dom/dom.ts';
import type { Folds } from '../dom/folds.ts';

/** The others are folded. */
const runsAtFirst = 4;

/** The meaning of a schedule: its sentence, warnings, open points, and next runs in both clocks. */
export class SchedulePreview {
  readonly element: HTMLElement;
  readonly #texts: ScheduleTexts;
  readonly #sentence = make('div', { className: 'sentence', attributes: { role: 'status' } });
  readonly #warnings = make('div', { className: 'schedule-warnings' });
  readonly #runs = make('div', { className: 'schedule-runs' });
  readonly #folds: Folds;
  #shown = '';

  constructor(texts: ScheduleTexts, folds: Folds) {
    this.#texts = texts;
    this.#folds = folds;
    this.element = make('div', { className: 'schedule-preview' }, this.#sentence, this.#warnings, this.#runs);
  }

  show(view: ScheduleView | undefined): void {
    const key = JSON.stringify(view);
    if (key === this.#shown || view === undefined) return;
    this.#shown = key;
    if (this.#sentence.textContent !== view.sentence) this.#sentence.textContent = view.sentence;
    this.#warnings.replaceChildren(
      ...view.warnings.map(text =>
        make('div', { className: 'problem warning' }, icon('warning'), make('span', { text })),
      ),
      ...view.notes.map(text => make('div', { className: 'help', text })),
    );
    this.#runs.replaceChildren(...this.#runList(view));
  }

  #runList({ runs }: ScheduleView): Node[] {
    if (runs.length === 0) return [];
    const { nextRuns, moreRuns, local, utc, fromStart, fromEndDate } = this.#texts;
    const sources = { rule: '', start: fromStart, end: fromEndDate } as const;
    const head = make(
      'tr',
      {},
      make('th', { text: local, attributes: { scope: 'col' } }),
      make('th', { text: utc, attributes: { scope: 'col' } }),
    );
    const rows = runs.map(run => {
      const note = sources[run.source];
      const cells = [make('td', { text: run.local }), make('td', { text: run.utc })];
      if (note !== '') cells[0]?.append(make('span', { className: 'help', text: ` — ${note}` }));
      return make('tr', {}, ...cells);
    });
    const caption = make('caption', { text: nextRuns });
    const next = [caption, make('thead', {}, head), make('tbody', {}, ...rows.slice(0, runsAtFirst))];
    const later = rows.slice(runsAtFirst);
    if (later.length === 0) return [make('table', {}, ...next)];
    const name = make('caption', { className: 'hidden-text', text: moreRuns });
    const more = make('table', {}, name, make('tbody', {}, ...later));
    const folded = this.#folds.section('runs', make('span', { text: `${moreRuns} (${later.length})` }), more);
    folded.className = 'fold';
    return [make('table', {}, ...next), folded];
  }
}
