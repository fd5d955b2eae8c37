import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { hoursADay, type TimelineOverview, type TimelineRange } from '../../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { joinTexts } from '../../util/displayText.ts';
import { fillIn, numberAt } from '../dom/dom.ts';
import { type HourRow, hourRowLabel, hourRows, hourRowTitle, hourText, isFolded } from './hourRows.ts';

const levels = 5;

/**
 * The heat map of a span: a row for each hour, a column for each day, darker for more runs. For the keyboard it is a
 * grid: one cell is focusable, and arrow keys move the focus.
 */
export class TimelineHeat {
  readonly #texts: TimelineTexts;
  readonly #compact: Intl.NumberFormat;
  readonly #choose: (range: TimelineRange) => void;
  readonly #redraw: () => void;
  readonly #table = createRef<HTMLTableElement>();
  #overview: TimelineOverview | undefined;
  #selection: TimelineRange = { from: 0, to: 0 };
  /** Every hour has its own row until the timeline is complete. */
  #rows: readonly HourRow[] = Array.from({ length: hoursADay }, (_, from) => ({ from, to: from + 1 }));
  /** The cell that is focusable, and the last one that the user focused; -1 before. */
  #current = -1;
  #visited = -1;
  #hadFocus = false;

  constructor(
    texts: TimelineTexts,
    language: string,
    { choose, redraw }: { choose: (range: TimelineRange) => void; redraw: () => void },
  ) {
    this.#texts = texts;
    this.#compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 });
    this.#choose = choose;
    this.#redraw = redraw;
  }

  show(overview: TimelineOverview): void {
    const { runs, days, isComplete } = overview;
    // While the timeline is incomplete, no hour is folded, so the focused hour stays and nothing moves.
    const open = this.#rows.filter(row => !isFolded(row)).map(({ from }) => from);
    this.#rows = hourRows(runs, days.length, isComplete ? [] : open);
    this.#overview = overview;
    const order = this.#order;
    this.#current = order.includes(this.#visited) ? this.#visited : (order[0] ?? -1);
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
    const { heatMap, heatMapHelp } = this.#texts;
    this.#hadFocus = this.#table.value?.contains(document.activeElement) === true;
    // Positions the line for the current time within its hour.
    const now = `--now: ${(new Date().getMinutes() / 60) * 100}%`;
    return html`<section class="heat-section">
      <h2>${heatMap}</h2>
      <p id="heat-help" class="help">${heatMapHelp}</p>
      <div class="heat-scroll">
        <table
          ${ref(this.#table)}
          class="heat"
          role="grid"
          aria-label=${heatMap}
          aria-describedby="heat-help"
          .style=${now}
          @click=${this.#clicked}
          @keydown=${this.#pressed}
          @focusin=${this.#focused}
        >
          ${guard([this.#overview, this.#selection, this.#current], () => this.#content())}
        </table>
      </div>
      ${this.#legend()}
    </section>`;
  }

  #content(): TemplateResult | typeof nothing {
    if (this.#overview === undefined) return nothing;
    const { days, runs, clashes } = this.#overview;
    const clashing = new Set(clashes);
    const most = runs.reduce((max, count) => Math.max(max, count), 1);
    const heads = days.map(
      ({ short, long }, day) => html`<th scope="col">
        <button type="button" title=${long} data-day=${day}>${short}</button>
      </th>`,
    );
    const rows = this.#rows.map(row => {
      const cells = isFolded(row)
        ? html`<td role="gridcell" colspan=${days.length} aria-disabled="true">${this.#texts.noRuns}</td>`
        : days.map((_, day) => this.#cell(day * hoursADay + row.from, clashing, most));
      return html`<tr class=${isFolded(row) ? 'quiet' : ''}>
        <th scope="row" aria-label=${hourRowLabel(row)}>${hourRowTitle(row)}</th>
        ${cells}
      </tr>`;
    });
    return html`<thead>
        <tr>
          <td class="corner" role="columnheader"><span class="hidden-text">${this.#texts.hour}</span></td>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>`;
  }

  #cell(cell: number, clashing: ReadonlySet<number>, most: number): TemplateResult {
    const { days = [], runs = [], firstCell = 0 } = this.#overview ?? {};
    if (!this.#isInside(cell)) return html`<td class="outside" role="gridcell" aria-disabled="true"></td>`;
    const count = runs[cell] ?? 0;
    // The square root keeps small numbers distinguishable when one hour has a thousand runs.
    const level = count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / most) * levels));
    const [isClashing, isNow] = [clashing.has(cell), cell === firstCell];
    const { from, to } = this.#selection;
    const isSelected = cell >= from && cell < to && to - from <= hoursADay;
    const day = days[Math.floor(cell / hoursADay)]?.long ?? '';
    const shown = count === 0 ? '' : this.#compact.format(count);
    // What is visible comes first, so that it can be said to a voice control.
    const number = shown === String(count) ? shown : `${shown} (${count})`;
    const { cell: place, noRuns, runs: some, clash, now } = this.#texts;
    const where = fillIn(place, { day, hour: hourText(cell % hoursADay) });
    const what = count === 0 ? noRuns : fillIn(some, { count: number });
    const label = joinTexts('; ', `${where}: ${what}`, isClashing && clash, isNow && now);
    return html`<td
      class="cell level-${level}${isClashing ? ' clash' : ''}${isNow ? ' now' : ''}"
      role="gridcell"
      tabindex=${cell === this.#current ? '0' : '-1'}
      title=${label}
      aria-label=${label}
      aria-selected=${String(isSelected)}
      data-cell=${cell}
    >${shown}</td>`;
  }

  #legend(): TemplateResult {
    const { fewer, more, clashLegend, now } = this.#texts;
    const swatches = Array.from(
      { length: levels + 1 },
      (_, level) => html`<span class="swatch level-${level}"></span>`,
    );
    // Hidden, because the accessible name of each cell already states its meaning.
    return html`<p class="legend help" aria-hidden="true">
      <span class="legend-item"><span>${fewer}</span>${swatches}<span>${more}</span></span>
      <span class="legend-item"><span class="swatch clash"></span><span>${clashLegend}</span></span>
      <span class="legend-item"><span class="swatch now"></span><span>${now}</span></span>
    </p>`;
  }

  #isInside(cell: number): boolean {
    const { firstCell = 0, endCell = 0 } = this.#overview ?? {};
    return cell >= firstCell && cell < endCell;
  }

  /** The visible cells in chronological order. */
  get #order(): readonly number[] {
    const hours = this.#rows.filter(row => !isFolded(row)).map(({ from }) => from);
    const days = this.#overview?.days ?? [];
    return days
      .flatMap((_, day) => hours.map(hour => day * hoursADay + hour))
      .filter(cell => this.#isInside(cell));
  }

  #focus(cell: number | undefined): void {
    this.#table.value?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  }

  readonly #focused = (event: Event) => {
    const cell = numberAt(event, 'cell');
    if (cell === undefined || cell === this.#visited) return;
    this.#visited = cell;
    this.#current = cell;
    this.#redraw();
  };

  readonly #clicked = (event: Event) => {
    const { firstCell = 0, endCell = 0 } = this.#overview ?? {};
    const day = numberAt(event, 'day');
    const cell = numberAt(event, 'cell');
    if (day !== undefined) {
      const start = day * hoursADay;
      this.#choose({ from: Math.max(firstCell, start), to: Math.min(endCell, start + hoursADay) });
    } else if (cell !== undefined) {
      this.#focus(cell);
      this.#choose({ from: cell, to: cell + 1 });
    }
  };

  readonly #pressed = (event: KeyboardEvent) => {
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
    this.#focus(next);
  };

  /** The cell that a key leads to. Hours continue on the next day, and folded hours are skipped. */
  #nextCell(cell: number, key: string): number | undefined {
    const order = this.#order;
    const inRow = order.filter(other => other % hoursADay === cell % hoursADay);
    const moves: Readonly<Record<string, number | undefined>> = {
      ArrowDown: order.find(other => other > cell),
      ArrowUp: order.findLast(other => other < cell),
      ArrowRight: inRow.find(other => other > cell),
      ArrowLeft: inRow.findLast(other => other < cell),
      Home: inRow[0],
      End: inRow.at(-1),
    };
    return moves[key];
  }
}

function numberIn(element: Element | null): number | undefined {
  const { cell } = element instanceof HTMLElement ? element.dataset : {};
  return cell === undefined ? undefined : Number(cell);
}
