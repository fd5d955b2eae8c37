import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { joinTexts } from '../../../base/displayText.ts';
import { fillIn, numberAt } from '../../../pages/dom/dom.ts';
import {
  dayRange,
  type GridRow,
  gridRows,
  hourRangeText,
  shadeOf,
  shades,
  sumIn,
} from '../protocol/timelineGrid.ts';
import { hoursADay, type TimelineOverview, type TimelineRange } from '../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../protocol/timelineTexts.ts';

interface GridActions {
  readonly choose: (range: TimelineRange) => void;
  /** Shows the period after or before. */
  readonly turn: (step: 1 | -1) => void;
  readonly redraw: () => void;
}

/**
 * The calendar: days across and hours down, or the weeks of a month, darker for more runs. For the keyboard it is a
 * grid: one cell is focusable, and arrow keys move the focus.
 */
export class CalendarGrid {
  readonly #texts: TimelineTexts;
  readonly #compact: Intl.NumberFormat;
  readonly #actions: GridActions;
  readonly #table = createRef<HTMLTableElement>();
  #overview: TimelineOverview | undefined;
  #clashes: ReadonlySet<number> = new Set();
  #unwatched: ReadonlySet<number> = new Set();
  #receivedMs = 0;
  #selection: TimelineRange = { from: 0, to: 0 };
  #rows: readonly GridRow[] = [];
  /** The first hour of the cell that is focusable, and of the last one that the user focused; -1 before. */
  #current = -1;
  #visited = -1;
  #hadFocus = false;

  constructor(texts: TimelineTexts, language: string, actions: GridActions) {
    this.#texts = texts;
    this.#compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 });
    this.#actions = actions;
  }

  show(overview: TimelineOverview): void {
    const { days, nowCell, clashes, isComplete, query } = overview;
    const isToday = nowCell >= 0 && nowCell < days.length * hoursADay;
    const now = isToday ? [Math.floor(nowCell) % hoursADay] : [];
    // While the timeline is incomplete, no hour is folded, so the focused hour stays and nothing moves.
    const wereOpen =
      this.#overview === undefined || this.#overview.query.span === 'month'
        ? Array.from({ length: hoursADay }, (_, hour) => hour)
        : this.#rows.flatMap(({ cells: [first] }) => (first === undefined ? [] : [first.from % hoursADay]));
    this.#rows = gridRows(overview, isComplete ? now : [...now, ...wereOpen]);
    if (query.span !== this.#overview?.query.span) this.#visited = -1;
    this.#overview = overview;
    this.#clashes = new Set(clashes);
    this.#unwatched = new Set(overview.unwatched);
    this.#receivedMs = Date.now();
    const order = this.#order;
    const wanted = this.#visited < 0 ? Math.floor(nowCell) : this.#visited - (this.#visited % hoursADay);
    const nearest = order.find(cell => cell >= wanted) ?? order[0] ?? -1;
    this.#current = order.includes(this.#visited) ? this.#visited : nearest;
  }

  select(selection: TimelineRange): void {
    this.#selection = selection;
  }

  /** Call after drawing: the focused element may be removed, or show another hour. */
  restoreFocus(): void {
    const focused = document.activeElement;
    const cell = numberIn(focused);
    const isElsewhere = cell === undefined ? !this.#table.value?.contains(focused) : cell !== this.#current;
    if (this.#hadFocus && isElsewhere) this.#focus(this.#current);
  }

  view(): TemplateResult {
    const { calendar } = this.#texts;
    this.#hadFocus = this.#table.value?.contains(document.activeElement) === true;
    const now = this.#now;
    const { span = 'week' } = this.#overview?.query ?? {};
    return html`<section class="grid-section">
      <table
        ${ref(this.#table)}
        class="calendar ${span}"
        role="grid"
        aria-label=${calendar}
        .style=${`--now: ${Math.round((now - Math.floor(now)) * 100)}%`}
        @click=${this.#clicked}
        @mouseover=${this.#dragged}
        @keydown=${this.#pressed}
        @focusin=${this.#focused}
      >
        ${guard([this.#overview, this.#selection, this.#current, Math.floor(now)], () => this.#content())}
      </table>
      ${this.#legend()}
    </section>`;
  }

  /** The current time in cells. The host sends it again each hour. */
  get #now(): number {
    return (this.#overview?.nowCell ?? -1) + (Date.now() - this.#receivedMs) / 3_600_000;
  }

  #content(): TemplateResult | typeof nothing {
    if (this.#overview === undefined) return nothing;
    const { days, runs } = this.#overview;
    const isMonth = this.#isMonth;
    const most = this.#rows
      .flatMap(({ cells }) => cells.map(cell => sumIn(runs, cell)))
      .reduce((max, count) => Math.max(max, count), 1);
    const today = Math.floor(this.#now / hoursADay);
    const heads = days.slice(0, isMonth ? 7 : undefined).map(({ weekday, date, long }, day) =>
      isMonth
        ? html`<th scope="col"><span class="weekday">${weekday}</span></th>`
        : html`<th scope="col">
            <button type="button" title=${long} data-day=${day} class=${day === today ? 'today' : ''}>
              <span class="weekday">${weekday}</span> <span class="date">${date}</span>
            </button>
          </th>`,
    );
    const corner = isMonth
      ? nothing
      : html`<td class="corner" role="columnheader"><span class="hidden-text">${this.#texts.hour}</span></td>`;
    return html`<thead>
        <tr>
          ${corner}${heads}
        </tr>
      </thead>
      <tbody>
        ${this.#rows.map(row => this.#row(row, most))}
      </tbody>`;
  }

  #row({ head, label, cells }: GridRow, most: number): TemplateResult {
    const { days = [] } = this.#overview ?? {};
    const filled =
      cells.length === 0
        ? html`<td role="gridcell" colspan=${days.length} aria-disabled="true">
            <span class="hidden-text">${this.#texts.noRuns}</span>
          </td>`
        : cells.map(cell => this.#cell(cell, most));
    const heading = head === '' ? nothing : html`<th scope="row" aria-label=${label}>${head}</th>`;
    return html`<tr class=${cells.length === 0 ? 'quiet' : ''}>${heading}${filled}</tr>`;
  }

  #cell(range: TimelineRange, most: number): TemplateResult {
    const { days = [], runs = [], missed = [] } = this.#overview ?? {};
    const isMonth = this.#isMonth;
    const now = this.#now;
    const count = sumIn(runs, range);
    const isClashing = isAny(range, cell => this.#clashes.has(cell));
    const missedCount = sumIn(missed, range);
    const isWatched = count === 0 || !isAny(range, cell => this.#unwatched.has(cell));
    const isNow = now >= range.from && now < range.to;
    const isPast = now >= range.to;
    const { from, to } = this.#selection;
    const isSelected = range.from >= from && range.to <= to && to - from <= hoursADay;
    const day = days[Math.floor(range.from / hoursADay)];
    const shown = count === 0 ? '' : this.#compact.format(count);
    // What is visible comes first, so that it can be said to a voice control.
    const number = shown === String(count) ? shown : `${shown} (${count})`;
    const {
      cell: place,
      noRuns,
      runs: some,
      clash,
      now: nowText,
      past,
      missed: missedText,
      unwatched,
    } = this.#texts;
    const long = day?.long ?? '';
    const where = isMonth ? long : fillIn(place, { day: long, hour: hourRangeText(range) });
    const what = count === 0 ? noRuns : fillIn(some, { count: number });
    const label = joinTexts(
      '; ',
      `${where}: ${what}`,
      isClashing && clash,
      missedCount > 0 && fillIn(missedText, { count: String(missedCount) }),
      !isWatched && unwatched,
      isNow && nowText,
      isPast && past,
    );
    const classes = [
      'cell',
      `shade-${shadeOf(count, most)}`,
      isClashing && 'clash',
      missedCount > 0 && 'missed',
      !isWatched && 'unwatched',
      isNow && 'now',
      isPast && 'past',
      day?.isOther === true && 'other',
    ];
    return html`<td
      class=${joinTexts(' ', ...classes)}
      role="gridcell"
      tabindex=${range.from === this.#current ? '0' : '-1'}
      title=${label}
      aria-label=${label}
      aria-selected=${String(isSelected)}
      data-cell=${range.from}
    >${isMonth ? html`<span class="date">${day?.date}</span>` : nothing}<span class="count-text">${shown}</span></td>`;
  }

  #legend(): TemplateResult {
    const { fewer, more, clash, now, missedLegend, unwatched } = this.#texts;
    const { missed = [] } = this.#overview ?? {};
    const swatches = Array.from(
      { length: shades },
      (_, shade) => html`<span class="swatch shade-${shade + 1}"></span>`,
    );
    const line = swatch('now', now);
    // Hidden, because the accessible name of each cell already states its meaning.
    return html`<p class="legend help" aria-hidden="true">
      <span class="legend-item"><span>${fewer}</span>${swatches}<span>${more}</span></span>
      ${swatch('clash shade-3', clash)}
      ${missed.some(count => count > 0) ? swatch('missed shade-3', missedLegend) : nothing}
      ${this.#unwatched.size > 0 ? swatch('unwatched shade-3 past', unwatched) : nothing}
      ${this.#isMonth ? nothing : line}
    </p>`;
  }

  get #isMonth(): boolean {
    return this.#overview?.query.span === 'month';
  }

  /** The first hours of the visible cells in chronological order. */
  get #order(): readonly number[] {
    return this.#rows.flatMap(({ cells }) => cells.map(({ from }) => from)).sort((a, b) => a - b);
  }

  /** The hours that the cell with this first hour stands for. */
  #rangeAt(from: number): TimelineRange {
    return { from, to: from + (this.#isMonth ? hoursADay : 1) };
  }

  /** The hours from the selection to this cell, if both are on one day; else the hours of the cell. */
  #rangeTo(cell: number): TimelineRange {
    const range = this.#rangeAt(cell);
    const { from, to } = this.#selection;
    const isOneDay = to > from && dayOf(from) === dayOf(to - 1) && dayOf(from) === dayOf(cell);
    return isOneDay ? { from: Math.min(from, range.from), to: Math.max(to, range.to) } : range;
  }

  #focus(cell: number | undefined): void {
    this.#table.value?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  }

  readonly #focused = (event: Event) => {
    const cell = numberAt(event, 'cell');
    if (cell === undefined || cell === this.#visited) return;
    this.#visited = cell;
    this.#current = cell;
    this.#actions.redraw();
  };

  readonly #clicked = (event: Event) => {
    const day = numberAt(event, 'day');
    const cell = numberAt(event, 'cell');
    if (day !== undefined) this.#actions.choose(dayRange(day));
    else if (cell !== undefined) {
      this.#focus(cell);
      const isExtended = event instanceof MouseEvent && event.shiftKey;
      this.#actions.choose(isExtended ? this.#rangeTo(cell) : this.#rangeAt(cell));
    }
  };

  /** The focus moves to a cell when the mouse button is pressed, so the drag starts there. */
  readonly #dragged = (event: MouseEvent) => {
    const cell = numberAt(event, 'cell');
    const start = this.#current;
    if (cell === undefined || event.buttons !== 1 || !this.#hadFocus || dayOf(cell) !== dayOf(start)) return;
    this.#actions.choose({ from: Math.min(start, cell), to: Math.max(start, cell) + 1 });
  };

  readonly #pressed = (event: KeyboardEvent) => {
    const cell = numberAt(event, 'cell');
    if (cell === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = { PageDown: 1, PageUp: -1 } as const;
    const next = this.#nextCell(cell, event.key);
    if (event.key === 'Enter' || event.key === ' ')
      this.#actions.choose(event.shiftKey ? this.#rangeTo(cell) : this.#rangeAt(cell));
    else if (event.key === 'PageDown' || event.key === 'PageUp') this.#actions.turn(turn[event.key]);
    else if (next === undefined) return;
    else this.#focus(next);
    event.preventDefault();
  };

  /** The cell that a key leads to. Hours continue on the next day, days in the next week; folded hours are skipped. */
  #nextCell(cell: number, key: string): number | undefined {
    const order = this.#order;
    const row = this.#rows.find(({ cells }) => cells.some(({ from }) => from === cell));
    const inRow = row?.cells.map(({ from }) => from) ?? [];
    const isMonth = this.#isMonth;
    const [after, before] = [order.find(other => other > cell), order.findLast(other => other < cell)];
    const week = 7 * hoursADay;
    const moves: Readonly<Record<string, number | undefined>> = {
      ArrowDown: isMonth ? order.find(other => other === cell + week) : after,
      ArrowUp: isMonth ? order.find(other => other === cell - week) : before,
      ArrowRight: isMonth ? after : inRow.find(other => other > cell),
      ArrowLeft: isMonth ? before : inRow.findLast(other => other < cell),
      Home: inRow[0],
      End: inRow.at(-1),
    };
    return moves[key];
  }
}

function swatch(classes: string, text: string): TemplateResult {
  return html`<span class="legend-item"><span class="swatch ${classes}"></span><span>${text}</span></span>`;
}

function isAny({ from, to }: TimelineRange, is: (cell: number) => boolean): boolean {
  for (let cell = from; cell < to; cell++) if (is(cell)) return true;
  return false;
}

function dayOf(cell: number): number {
  return Math.floor(cell / hoursADay);
}

function numberIn(element: Element | null): number | undefined {
  const { cell } = element instanceof HTMLElement ? element.dataset : {};
  return cell === undefined ? undefined : Number(cell);
}
