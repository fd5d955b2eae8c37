import { html, nothing, type TemplateResult } from 'lit';
import type { Unsigned } from '../../protocol/signature.ts';
import type { TimelinePageMessage } from '../../protocol/timelineMessages.ts';
import {
  rowsAtOnce,
  type TimelineHostMessage,
  type TimelineOverview,
  type TimelineRange,
  type TimelineRow,
} from '../../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { joinTexts } from '../../util/displayText.ts';
import { icon } from '../dom/dom.ts';
import { type ListRow, VirtualList } from '../dom/virtualList.ts';

/** Browsers cannot lay out elements of more than about 30 million pixels. */
const rowsAtMost = 1_000_000;

interface AgendaActions {
  readonly send: (message: Unsigned<TimelinePageMessage>) => void;
  readonly showAll: () => void;
  readonly redraw: () => void;
}

/** The runs in the selected hours, one per line. Only visible lines are requested. */
export class TimelineAgenda {
  readonly #texts: TimelineTexts;
  readonly #actions: AgendaActions;
  readonly #list: VirtualList;
  #title = '';
  #isAll = true;
  #range: TimelineRange = { from: 0, to: 0 };
  #revision = -1;
  /** Lines by index; those of an older revision are shown until the new ones have arrived. */
  readonly #rows = new Map<number, { readonly row: TimelineRow; readonly revision: number }>();
  readonly #requested = new Set<number>();

  constructor(texts: TimelineTexts, actions: AgendaActions) {
    this.#texts = texts;
    this.#actions = actions;
    this.#list = new VirtualList({
      id: 'agenda',
      label: texts.agenda,
      describedBy: 'agenda-help',
      isTabStop: true,
      isMultiple: false,
      rowsAtMost: 20,
      row: index => this.#row(index),
      redraw: actions.redraw,
    });
  }

  show(
    { runs, rowsBefore, revision, firstCell, endCell }: TimelineOverview,
    range: TimelineRange,
    title: string,
  ): void {
    const isSameRange = range.from === this.#range.from && range.to === this.#range.to;
    if (!isSameRange) this.#rows.clear();
    this.#range = range;
    this.#revision = revision;
    this.#requested.clear();
    const lines = (rowsBefore[range.to] ?? 0) - (rowsBefore[range.from] ?? 0);
    const count = Math.min(lines, rowsAtMost);
    // The number in the cells: a line may stand for several runs of a job.
    const total = runs.slice(range.from, range.to).reduce((sum, inCell) => sum + inCell, 0);
    const number = new Intl.NumberFormat(document.documentElement.lang || 'en').format(total);
    this.#title = `${this.#texts.agenda}: ${title} (${number})`;
    this.#isAll = range.from <= firstCell && range.to >= endCell;
    if (!isSameRange || count !== this.#list.count)
      this.#list.show(count, isSameRange ? this.#list.active : -1);
  }

  receive({ revision, range, offset, rows }: Extract<TimelineHostMessage, { type: 'rows' }>): void {
    if (revision !== this.#revision || range.from !== this.#range.from || range.to !== this.#range.to) return;
    rows.forEach((row, index) => {
      this.#rows.set(offset + index, { row, revision });
    });
  }

  view(): TemplateResult {
    const { agendaHelp, nothing: empty, showAll } = this.#texts;
    return html`<section class="agenda-section">
      <div class="agenda-head">
        <h2 id="agenda-title">${this.#title}</h2>
        <button class="link" type="button" .hidden=${this.#isAll} @click=${this.#actions.showAll}>${showAll}</button>
      </div>
      <p id="agenda-help" class="help">${agendaHelp}</p>
      <p class="help" .hidden=${this.#list.count > 0}>${empty}</p>
      <div @keydown=${this.#pressed} @click=${this.#clicked} @focusin=${this.#focused}>${this.#list.view()}</div>
    </section>`;
  }

  #row(index: number): ListRow {
    const known = this.#rows.get(index);
    if (known?.revision !== this.#revision) this.#request(index);
    if (known === undefined)
      return { title: '', content: html`<span class="option-detail">${this.#texts.loading}</span>` };
    const { time, name, times, clash } = known.row;
    const warning = html`${icon('warning')}<span class="option-detail">${clash}</span>`;
    return {
      title: joinTexts(' · ', time, name, times, clash),
      content: html`<span class="agenda-time">${time}</span><span class="option-label">${name}</span
        ><span class="agenda-times">${times}</span>${clash === '' ? nothing : warning}`,
    };
  }

  /** Requests the page of lines around an index, once. */
  #request(index: number): void {
    const offset = index - (index % rowsAtOnce);
    if (this.#requested.has(offset)) return;
    this.#requested.add(offset);
    const [revision, range] = [this.#revision, this.#range];
    this.#actions.send({ type: 'rows', revision, range, offset, limit: rowsAtOnce });
  }

  readonly #focused = () => {
    if (this.#list.active < 0) this.#list.activate(0);
  };

  readonly #pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') this.#open(this.#list.active);
    else if (!this.#list.move(event.key)) return;
    event.preventDefault();
  };

  readonly #clicked = (event: MouseEvent) => {
    const index = this.#list.indexOf(event);
    if (index === undefined) return;
    this.#list.activate(index);
    this.#open(index);
  };

  #open(index: number): void {
    const row = this.#rows.get(index)?.row;
    if (row !== undefined) this.#actions.send({ type: 'open', jobId: row.jobId });
  }
}
