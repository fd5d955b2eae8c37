import type { TimelineOverview, TimelineRange } from '../../protocol/timeline.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { make, numberAt } from '../dom/dom.ts';
import { type HourRow, hourRowLabel, hourRows, hourRowTitle, hoursADay, isFolded } from './hourRows.ts';
import { cellWords } from './timelineCell.ts';

const levels = 5;
const minuteMs = 60_000;

/**
 * The heat map of a span: a row for each hour, a column for each day, darker for more runs. For the keyboard it is a
 * grid: one cell is focusable, and arrow keys move the focus.
 */
export class TimelineHeat {
  readonly element: HTMLElement;
  readonly #texts: TimelineTexts;
  readonly #choose: (range: TimelineRange) => void;
  readonly #table: HTMLTableElement;
  readonly #words: ReturnType<typeof cellWords>;
  #cells = new Map<number, HTMLElement>();
  #shape = '';
  /** The hours with their own row; every hour until the timeline is complete. */
  #hours: readonly number[] = Array.from({ length: hoursADay }, (_, hour) => hour);
  #current = -1;
  /** The last cell that the user focused; -1 before. */
  #visited = -1;
  #bounds: TimelineRange = { from: 0, to: 0 };

  constructor(texts: TimelineTexts, language: string, choose: (range: TimelineRange) => void) {
    this.#texts = texts;
    this.#choose = choose;
    this.#words = cellWords(texts, language);
    this.#table = make('table', {
      className: 'heat',
      attributes: { role: 'grid', 'aria-label': texts.heatMap, 'aria-describedby': 'heat-help' },
    });
    this.element = make(
      'section',
      { className: 'heat-section' },
      make('h2', { text: texts.heatMap }),
      make('p', { id: 'heat-help', className: 'help', text: texts.heatMapHelp }),
      make('div', { className: 'heat-scroll' }, this.#table),
      legend(texts),
    );
    window.setInterval(() => this.#placeNow(), minuteMs);
    this.#table.addEventListener('click', event => this.#clicked(event));
    this.#table.addEventListener('keydown', event => this.#pressed(event));
    this.#table.addEventListener('focusin', event => {
      const cell = numberAt(event, 'cell');
      if (cell === undefined) return;
      this.#visited = cell;
      this.#setCurrent(cell);
    });
  }

  show(overview: TimelineOverview, selection: TimelineRange): void {
    const { days, firstCell, endCell, runs, clashes, isComplete } = overview;
    this.#bounds = { from: firstCell, to: endCell };
    // While the timeline is incomplete, no hour is folded, so the focused hour stays and nothing moves.
    const rows = hourRows(runs, days.length, isComplete ? [] : this.#hours);
    this.#hours = rows.filter(row => !isFolded(row)).map(({ from }) => from);
    const shape = JSON.stringify([days, firstCell, endCell, rows]);
    if (shape !== this.#shape) this.#build(overview, rows);
    this.#shape = shape;
    const clashing = new Set(clashes);
    const most = runs.reduce((max, count) => Math.max(max, count), 1);
    for (const [cell, element] of this.#cells) {
      const count = runs[cell] ?? 0;
      // The square root keeps small numbers distinguishable when one hour has a thousand runs.
      const level = count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / most) * levels));
      const marks = `${clashing.has(cell) ? ' clash' : ''}${cell === firstCell ? ' now' : ''}`;
      const classes = `cell level-${level}${marks}`;
      if (element.className !== classes) element.className = classes;
      const { shown, label } = this.#words({
        day: days[Math.floor(cell / hoursADay)]?.long ?? '',
        hour: cell % hoursADay,
        runs: count,
        isClashing: clashing.has(cell),
        isNow: cell === firstCell,
      });
      if (element.textContent !== shown) element.textContent = shown;
      if (element.ariaLabel !== label) {
        element.ariaLabel = label;
        element.title = label;
      }
    }
    this.select(selection);
  }

  select({ from, to }: TimelineRange): void {
    for (const [cell, element] of this.#cells) {
      const isSelected = cell >= from && cell < to && to - from <= hoursADay;
      element.setAttribute('aria-selected', String(isSelected));
    }
  }

  #build({ days, firstCell, endCell }: TimelineOverview, rows: readonly HourRow[]): void {
    const hadFocus = this.#table.contains(document.activeElement);
    this.#cells = new Map();
    const head = make(
      'tr',
      {},
      make(
        'td',
        { className: 'corner', attributes: { role: 'columnheader' } },
        make('span', { className: 'hidden-text', text: this.#texts.hour }),
      ),
    );
    days.forEach(({ short, long }, day) => {
      const button = make('button', { text: short, attributes: { type: 'button', title: long } });
      button.dataset['day'] = String(day);
      head.append(make('th', { attributes: { scope: 'col' } }, button));
    });
    const body = rows.map(row => {
      const heading = make('th', {
        text: hourRowTitle(row),
        attributes: { scope: 'row', 'aria-label': hourRowLabel(row) },
      });
      if (isFolded(row)) return make('tr', { className: 'quiet' }, heading, this.#quietCell(days.length));
      const cells = days.map((_, day) => this.#cell(day * hoursADay + row.from, firstCell, endCell));
      return make('tr', {}, heading, ...cells);
    });
    this.#table.replaceChildren(make('thead', {}, head), make('tbody', {}, ...body));
    this.#placeNow();
    this.#setCurrent(this.#cells.has(this.#visited) ? this.#visited : (this.#order[0] ?? firstCell));
    if (hadFocus) this.#cells.get(this.#current)?.focus();
  }

  /** The visible cells in chronological order. */
  get #order(): readonly number[] {
    return [...this.#cells.keys()].sort((one, other) => one - other);
  }

  #quietCell(dayCount: number): HTMLElement {
    return make('td', {
      text: this.#texts.noRuns,
      attributes: { role: 'gridcell', colspan: String(dayCount), 'aria-disabled': 'true' },
    });
  }

  /** Positions the line for the current time within its hour. */
  #placeNow(): void {
    this.#table.style.setProperty('--now', `${(new Date().getMinutes() / 60) * 100}%`);
  }

  #cell(cell: number, firstCell: number, endCell: number): HTMLElement {
    if (cell < firstCell || cell >= endCell) {
      return make('td', { className: 'outside', attributes: { role: 'gridcell', 'aria-disabled': 'true' } });
    }
    const element = make('td', { className: 'cell', attributes: { role: 'gridcell', tabindex: '-1' } });
    element.dataset['cell'] = String(cell);
    this.#cells.set(cell, element);
    return element;
  }

  #setCurrent(cell: number): void {
    this.#cells.get(this.#current)?.setAttribute('tabindex', '-1');
    this.#current = cell;
    this.#cells.get(cell)?.setAttribute('tabindex', '0');
  }

  #clicked(event: Event): void {
    const day = numberAt(event, 'day');
    if (day !== undefined) {
      const { from, to } = this.#bounds;
      const start = Math.max(from, day * hoursADay);
      this.#choose({ from: start, to: Math.min(to, (day + 1) * hoursADay) });
      return;
    }
    const cell = numberAt(event, 'cell');
    if (cell === undefined) return;
    this.#cells.get(cell)?.focus();
    this.#choose({ from: cell, to: cell + 1 });
  }

  #pressed(event: KeyboardEvent): void {
    const cell = numberAt(event, 'cell');
    if (cell === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#choose({ from: cell, to: cell + 1 });
      return;
    }
    const next = this.#nextCell(cell, event.key);
    if (next === undefined) return;
    event.preventDefault();
    this.#cells.get(next)?.focus();
  }

  /** The cell that a key leads to. Hours continue on the next day, and folded hours are skipped. */
  #nextCell(cell: number, key: string): number | undefined {
    const order = this.#order;
    const hour = cell % hoursADay;
    const inRow = order.filter(other => other % hoursADay === hour);
    const moves: Readonly<Record<string, number | undefined>> = {
      ArrowDown: order.find(other => other > cell),
      ArrowUp: order.findLast(other => other < cell),
      ArrowRight: cell + hoursADay,
      ArrowLeft: cell - hoursADay,
      Home: inRow[0],
      End: inRow.at(-1),
    };
    const next = moves[key];
    return next !== undefined && this.#cells.has(next) ? next : undefined;
  }
}

function legend(texts: TimelineTexts): HTMLElement {
  const swatches = Array.from({ length: levels + 1 }, (_, level) =>
    make('span', { className: `swatch level-${level}` }),
  );
  return make(
    'p',
    // Hidden, because the accessible name of each cell already states its meaning.
    { className: 'legend help', attributes: { 'aria-hidden': 'true' } },
    legendItem(make('span', { text: texts.fewer }), ...swatches, make('span', { text: texts.more })),
    legendItem(make('span', { className: 'swatch clash' }), make('span', { text: texts.clashLegend })),
    legendItem(make('span', { className: 'swatch now' }), make('span', { text: texts.now })),
  );
}

/** Stays together, however the legend wraps. */
function legendItem(...parts: readonly HTMLElement[]): HTMLElement {
  return make('span', { className: 'legend-item' }, ...parts);
}
