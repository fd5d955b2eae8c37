import { html, nothing, type TemplateResult } from 'lit';
import { joinTexts } from '../../../base/displayText.ts';
import { icon } from '../../../pages/dom/dom.ts';
import { type ListRow, VirtualList } from '../../../pages/dom/virtualList.ts';
import type { Unsigned } from '../../../pages/protocol/signature.ts';
import { dayRange, sumIn } from '../protocol/timelineGrid.ts';
import type { TimelinePageMessage } from '../protocol/timelineMessages.ts';
import {
  hoursADay,
  rowsAtOnce,
  type TimelineBar,
  type TimelineHostMessage,
  type TimelineOverview,
  type TimelineRange,
  type TimelineRow,
} from '../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../protocol/timelineTexts.ts';

/** Browsers cannot lay out elements of more than about 30 million pixels. */
const linesAtMost = 1_000_000;

interface AgendaActions {
  readonly send: (message: Unsigned<TimelinePageMessage>) => void;
  readonly showAll: () => void;
  readonly redraw: () => void;
}

/** The lines of one day: where its heading is in the list, and which of the host's rows follow it. */
interface AgendaDay {
  readonly heading: string;
  readonly line: number;
  readonly row: number;
}

/** The runs in the selected hours, one per line, with each day as a heading. Only visible lines are requested. */
export class TimelineAgenda {
  readonly #texts: TimelineTexts;
  readonly #actions: AgendaActions;
  readonly #list: VirtualList;
  #title = '';
  #runCount = '';
  #isAll = true;
  #range: TimelineRange = { from: 0, to: 0 };
  #revision = -1;
  #days: readonly AgendaDay[] = [];
  /** Whether the days are headings in the list; a single day is the title. */
  #hasHeadings = false;
  #rowCount = 0;
  /** Whether it was scrolled to the current time after all lines had been counted. */
  #isSettled = false;
  /** Rows by index; those of an older revision are shown until the new ones have arrived. */
  readonly #rows = new Map<number, { readonly row: TimelineRow; readonly revision: number }>();
  readonly #requested = new Set<number>();

  constructor(texts: TimelineTexts, actions: AgendaActions) {
    this.#texts = texts;
    this.#actions = actions;
    this.#list = new VirtualList({
      id: 'agenda',
      label: texts.agenda,
      isTabStop: true,
      isMultiple: false,
      rowsAtMost: 20,
      row: index => this.#line(index),
      headingAt: index => ({ text: this.#dayAt(index)?.heading ?? '', isHere: this.#isHeading(index) }),
      redraw: actions.redraw,
    });
  }

  /** `isNew` for another period, whose agenda begins at the current time. */
  show(overview: TimelineOverview, range: TimelineRange, title: string, isNew: boolean): void {
    const { runs, rowsBefore, revision, days } = overview;
    const isSameRange = !isNew && range.from === this.#range.from && range.to === this.#range.to;
    if (!isSameRange) this.#rows.clear();
    this.#range = range;
    this.#revision = revision;
    this.#requested.clear();
    this.#hasHeadings = range.to - range.from > hoursADay;
    this.#showDays(overview);
    // The number in the cells: a line may stand for several runs of a job.
    this.#runCount = new Intl.NumberFormat(document.documentElement.lang || 'en').format(sumIn(runs, range));
    this.#title = title;
    this.#isAll = range.from <= 0 && range.to >= days.length * hoursADay;
    const count = Math.min(this.#rowCount + (this.#hasHeadings ? this.#days.length : 0), linesAtMost);
    if (!isSameRange || count !== this.#list.count)
      this.#list.show(count, isSameRange ? this.#list.active : -1);
    this.#isSettled &&= isSameRange;
    if (this.#isSettled || this.#list.active >= 0) return;
    this.#isSettled = overview.isComplete;
    const now = Math.max(range.from, Math.min(range.to, Math.floor(overview.nowCell)));
    const row = (rowsBefore[now] ?? 0) - (rowsBefore[range.from] ?? 0);
    this.#list.scrollTo(overview.nowCell < range.to ? this.#lineOf(row) : 0);
  }

  receive({ revision, range, offset, rows }: Extract<TimelineHostMessage, { type: 'rows' }>): void {
    if (revision !== this.#revision || range.from !== this.#range.from || range.to !== this.#range.to) return;
    rows.forEach((row, index) => {
      this.#rows.set(offset + index, { row, revision });
    });
  }

  view(): TemplateResult {
    const { nothing: empty, showAll } = this.#texts;
    return html`<section class="agenda-section">
      <div class="agenda-head">
        <h2 id="agenda-title">${this.#title}</h2>
        <span class="count" .hidden=${this.#rowCount === 0}>${this.#runCount}</span>
        <button class="link" type="button" .hidden=${this.#isAll} @click=${this.#actions.showAll}>${showAll}</button>
      </div>
      <p class="help" .hidden=${this.#list.count > 0}>${empty}</p>
      <div
        @keydown=${this.#pressed}
        @click=${this.#clicked}
        @contextmenu=${this.#pointed}
        @focusin=${this.#focused}
      >${this.#list.view()}</div>
    </section>`;
  }

  #showDays({ days, rowsBefore }: TimelineOverview): void {
    const { from, to } = this.#range;
    const before = (cell: number) => (rowsBefore[cell] ?? 0) - (rowsBefore[from] ?? 0);
    this.#rowCount = before(to);
    const shown: AgendaDay[] = [];
    days.forEach(({ long }, day) => {
      const start = Math.max(from, dayRange(day).from);
      const end = Math.min(to, dayRange(day).to);
      if (start >= end || before(start) === before(end)) return;
      const line = before(start) + (this.#hasHeadings ? shown.length : 0);
      shown.push({ heading: long, line, row: before(start) });
    });
    this.#days = shown;
  }

  #dayAt(line: number): AgendaDay | undefined {
    return this.#days.findLast(day => day.line <= line);
  }

  #isHeading(line: number): boolean {
    return this.#hasHeadings && this.#dayAt(line)?.line === line;
  }

  #rowAt(line: number): number {
    const day = this.#dayAt(line);
    return day === undefined ? line : day.row + line - day.line - (this.#hasHeadings ? 1 : 0);
  }

  /** The line of a row, or of the heading above it. */
  #lineOf(row: number): number {
    const day = this.#days.findLast(({ row: first }) => first <= row);
    if (day === undefined || day.row === row) return day?.line ?? 0;
    return day.line + row - day.row + (this.#hasHeadings ? 1 : 0);
  }

  #line(line: number): ListRow {
    const day = this.#dayAt(line)?.heading ?? '';
    if (this.#isHeading(line)) return { title: day, content: day };
    const index = this.#rowAt(line);
    const known = this.#rows.get(index);
    if (known?.revision !== this.#revision) this.#request(index);
    const place = { at: index + 1, of: this.#rowCount };
    if (known === undefined)
      return { title: '', place, content: html`<span class="option-detail">${this.#texts.loading}</span>` };
    const { row } = known;
    const { time, name, timesText, status, reach, clashText, context } = row;
    const title = joinTexts(' · ', time, name, timesText, status, reach, clashText);
    return { title, place, context, content: lineContent(row, this.#hasHeadings ? `${day}, ` : '') };
  }

  /** Requests the page of rows around an index, once. */
  #request(index: number): void {
    const offset = index - (index % rowsAtOnce);
    if (this.#requested.has(offset)) return;
    this.#requested.add(offset);
    const [revision, range] = [this.#revision, this.#range];
    this.#actions.send({ type: 'rows', revision, range, offset, limit: rowsAtOnce });
  }

  readonly #focused = () => {
    if (this.#list.active < 0) this.#list.activate(this.#list.firstVisible());
  };

  readonly #pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') this.#open(this.#list.active);
    else if (!this.#list.move(event.key)) return;
    event.preventDefault();
  };

  readonly #clicked = (event: MouseEvent) => {
    const line = this.#pointed(event);
    if (line !== undefined) this.#open(line);
  };

  readonly #pointed = (event: MouseEvent) => {
    const line = this.#list.indexOf(event);
    if (line !== undefined) this.#list.activate(line);
    return line;
  };

  #open(line: number): void {
    const row = this.#isHeading(line) ? undefined : this.#rows.get(this.#rowAt(line))?.row;
    if (row !== undefined) this.#actions.send({ type: 'open', jobId: row.jobId });
  }
}

/** Screen readers also get the day, and words instead of numbers with icons. */
function lineContent(row: TimelineRow, day: string): TemplateResult {
  const {
    time,
    icon: name,
    color,
    name: job,
    times,
    timesText,
    devices,
    reach,
    clash,
    clashText,
    isPast,
    bars,
  } = row;
  return html`<span class="agenda-row ${isPast ? 'past' : ''}"
    ><span class="agenda-time"><span class="hidden-text">${day}</span>${time}</span
    ><span class="codicon codicon-${name}" aria-hidden="true" .style=${`color: ${color}`}></span
    ><span class="agenda-name"><span class="option-label">${job}</span> <span class="agenda-times" aria-hidden="true">${times}</span
      ><span class="hidden-text">${timesText}</span>${bars.map(barView)}</span
    ><span class="agenda-number">${withIcon('device-desktop', devices, reach)}</span
    ><span class="agenda-number">${withIcon('warning', clash, clashText)}</span></span>`;
}

/** When it ran within the hour; its ends fade over the time in which they may have been. */
function barView({ from, solidFrom, solidTo, to }: TimelineBar): TemplateResult {
  const place = `--from: ${from}%; --solid-from: ${solidFrom}%; --solid-to: ${solidTo}%; --to: ${to}%`;
  return html`<span class="run-span" aria-hidden="true" .style=${place}></span>`;
}

function withIcon(name: string, text: string, words: string): TemplateResult | typeof nothing {
  if (text === '') return nothing;
  return html`${icon(name)}<span aria-hidden="true">${text}</span><span class="hidden-text">${words}</span>`;
}
