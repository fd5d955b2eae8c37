import type { Unsigned } from '../../protocol/signature.ts';
import {
  rowsAtOnce,
  type TimelineHostMessage,
  type TimelineOverview,
  type TimelineRange,
  type TimelineRow,
} from '../../protocol/timeline.ts';
import type { TimelinePageMessage } from '../../protocol/timelineMessages.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { joinTexts } from '../../util/displayText.ts';
import { icon, make } from '../dom/dom.ts';
import { VirtualList } from '../dom/virtualList.ts';

type Send = (message: Unsigned<TimelinePageMessage>) => void;

const rowsShown = 20;
/** Browsers cannot lay out elements of more than about 30 million pixels. */
const rowsAtMost = 1_000_000;

/** The runs in the selected hours, one per line. Only visible lines are requested. */
export class TimelineAgenda {
  readonly element: HTMLElement;
  readonly #send: Send;
  readonly #texts: TimelineTexts;
  readonly #list: VirtualList;
  readonly #title: HTMLElement;
  readonly #all: HTMLButtonElement;
  readonly #empty: HTMLElement;
  #range: TimelineRange = { from: 0, to: 0 };
  #revision = -1;
  /** Lines by index; those of an older revision are shown until the new ones have arrived. */
  #rows = new Map<number, { readonly row: TimelineRow; readonly revision: number }>();
  readonly #requested = new Set<number>();

  constructor(send: Send, texts: TimelineTexts, showAll: () => void) {
    this.#send = send;
    this.#texts = texts;
    this.#title = make('h2', { id: 'agenda-title', text: texts.agenda });
    this.#empty = make('p', { className: 'help', text: texts.nothing });
    this.#all = make('button', { className: 'link', text: texts.showAll, attributes: { type: 'button' } });
    this.#all.addEventListener('click', showAll);
    this.#list = new VirtualList({
      id: 'agenda',
      label: texts.agenda,
      rowsAtMost: rowsShown,
      fill: (option, index) => this.#fill(option, index),
    });
    this.#list.element.removeAttribute('aria-multiselectable');
    this.#list.element.setAttribute('aria-describedby', 'agenda-help');
    this.element = make(
      'section',
      { className: 'agenda-section' },
      make('div', { className: 'agenda-head' }, this.#title, this.#all),
      make('p', { id: 'agenda-help', className: 'help', text: texts.agendaHelp }),
      this.#empty,
      this.#list.element,
    );
    this.#list.element.addEventListener('keydown', event => this.#pressed(event));
    this.#list.element.addEventListener('click', event => {
      const index = this.#list.indexOf(event);
      if (index === undefined) return;
      this.#list.activate(index);
      this.#open(index);
    });
    this.#list.element.addEventListener('focus', () => {
      if (this.#list.active < 0) this.#list.activate(0);
    });
  }

  show(overview: TimelineOverview, range: TimelineRange, title: string): void {
    const { rowsBefore, revision, firstCell, endCell } = overview;
    const isSameRange = range.from === this.#range.from && range.to === this.#range.to;
    if (!isSameRange) this.#rows.clear();
    this.#range = range;
    this.#revision = revision;
    this.#requested.clear();
    const total = (rowsBefore[range.to] ?? 0) - (rowsBefore[range.from] ?? 0);
    const count = Math.min(total, rowsAtMost);
    const isAll = range.from <= firstCell && range.to >= endCell;
    this.#title.textContent = `${this.#texts.agenda}: ${title} (${new Intl.NumberFormat(document.documentElement.lang || 'en').format(total)})`;
    this.#all.hidden = isAll;
    this.#empty.hidden = count > 0;
    this.#list.element.hidden = count === 0;
    if (isSameRange && count === this.#list.count) this.#list.redraw();
    else this.#list.show(count, isSameRange ? this.#list.active : -1);
  }

  receive({ revision, range, offset, rows }: Extract<TimelineHostMessage, { type: 'rows' }>): void {
    if (revision !== this.#revision || range.from !== this.#range.from || range.to !== this.#range.to) return;
    rows.forEach((row, index) => {
      this.#rows.set(offset + index, { row, revision });
    });
    this.#list.redraw();
  }

  #fill(option: HTMLElement, index: number): void {
    const known = this.#rows.get(index);
    if (known?.revision !== this.#revision) this.#ask(index);
    if (known === undefined) {
      option.append(make('span', { className: 'option-detail', text: this.#texts.loading }));
      return;
    }
    const { time, name, times, clash } = known.row;
    option.append(
      make('span', { className: 'agenda-time', text: time }),
      make('span', { className: 'option-label', text: name }),
      make('span', { className: 'agenda-times', text: times }),
    );
    option.title = joinTexts(' · ', time, name, times, clash);
    if (clash === '') return;
    option.append(icon('warning', 'agenda-clash'), make('span', { className: 'option-detail', text: clash }));
  }

  /** Requests the page of lines around an index, once. */
  #ask(index: number): void {
    const offset = index - (index % rowsAtOnce);
    if (this.#requested.has(offset)) return;
    this.#requested.add(offset);
    this.#send({
      type: 'rows',
      revision: this.#revision,
      range: this.#range,
      offset,
      limit: rowsAtOnce,
    });
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.#open(this.#list.active);
    else if (!this.#list.move(event.key)) return;
    event.preventDefault();
  }

  #open(index: number): void {
    const row = this.#rows.get(index)?.row;
    if (row !== undefined) this.#send({ type: 'open', jobId: row.jobId });
  }
}
