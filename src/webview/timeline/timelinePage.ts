import { html, render } from 'lit';
import type { TimelinePageMessage } from '../../protocol/timelineMessages.ts';
import {
  hoursADay,
  type TimelineHostMessage,
  type TimelineOverview,
  type TimelineRange,
  type TimelineState,
} from '../../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { assertNever } from '../../util/assertNever.ts';
import { fillIn } from '../dom/dom.ts';
import type { PageLink } from '../dom/pageLink.ts';
import { hourText } from './hourRows.ts';
import { TimelineAgenda } from './timelineAgenda.ts';
import { TimelineHead } from './timelineHead.ts';
import { TimelineHeat } from './timelineHeat.ts';

type TimelineLink = PageLink<TimelineHostMessage, TimelinePageMessage, TimelineState>;

interface Parts {
  readonly texts: TimelineTexts;
  readonly head: TimelineHead;
  readonly heat: TimelineHeat;
  readonly agenda: TimelineAgenda;
}

const minuteMs = 60_000;
const wholeSpan: TimelineRange = { from: 0, to: 0 };

/** The page of the timeline: built from the host's setup message, then updated from its overviews. */
export class TimelinePage {
  readonly #link: TimelineLink;
  readonly #main: HTMLElement;
  #parts: Parts | undefined;
  #overview: TimelineOverview | undefined;
  /** The hours in the agenda; `wholeSpan` for all. */
  #selection: TimelineRange;

  constructor(link: TimelineLink, main: HTMLElement) {
    this.#link = link;
    this.#main = main;
    this.#selection = link.state ?? wholeSpan;
    main.className = 'timeline';
    link.listen('overview', message => this.#receive(message));
    window.setInterval(() => this.#draw(), minuteMs);
    window.addEventListener('scroll', () => this.#keep(), { passive: true });
  }

  #receive(message: TimelineHostMessage): void {
    switch (message.type) {
      case 'setup':
        this.#setUp(message.language, message.texts);
        break;
      case 'overview':
        this.#show(message);
        break;
      case 'rows':
        this.#parts?.agenda.receive(message);
        break;
      default:
        assertNever(message);
    }
    this.#draw();
  }

  #setUp(language: string, texts: TimelineTexts): void {
    const redraw = () => this.#draw();
    const select = (range: TimelineRange) => this.#select(range);
    this.#parts = {
      texts,
      head: new TimelineHead(texts, {
        ask: query => {
          if (query.span !== this.#overview?.query.span) this.#selection = wholeSpan;
          this.#link.send({ type: 'query', query });
        },
        action: action => this.#link.send({ type: 'action', action }),
      }),
      heat: new TimelineHeat(texts, language, { choose: select, redraw }),
      agenda: new TimelineAgenda(texts, {
        send: message => this.#link.send(message),
        showAll: () => select(wholeSpan),
        redraw,
      }),
    };
  }

  #show(overview: TimelineOverview): void {
    if (this.#parts === undefined) return;
    const isFirst = this.#overview === undefined;
    this.#overview = overview;
    this.#keep(isFirst ? (this.#link.state?.scrollTop ?? 0) : window.scrollY);
    this.#parts.head.show(overview);
    this.#parts.heat.show(overview);
    this.#showSelection(this.#parts, overview);
    this.#draw();
    // For VS Code's developer tools, and for `npm run bench`.
    performance.mark('timeline-shown');
    if (overview.isComplete) performance.mark('timeline-complete');
    if (isFirst) window.scrollTo({ top: this.#link.state?.scrollTop ?? 0 });
  }

  /** Not before the first overview: an empty timeline would be drawn, and then move. */
  #draw(): void {
    if (this.#parts === undefined || this.#overview === undefined) return;
    const { head, heat, agenda } = this.#parts;
    this.#main.setAttribute('aria-busy', String(!this.#overview.isComplete));
    render(html`${head.view()}${heat.view()}${agenda.view()}`, this.#main);
    heat.restoreFocus();
  }

  #select(range: TimelineRange): void {
    this.#selection = range;
    this.#keep();
    if (this.#parts !== undefined && this.#overview !== undefined)
      this.#showSelection(this.#parts, this.#overview);
    this.#draw();
  }

  #showSelection({ heat, agenda, texts }: Parts, overview: TimelineOverview): void {
    const { firstCell, endCell } = overview;
    const { from, to } = this.#selection;
    const isInside = to > from && from >= firstCell && to <= endCell;
    const range = isInside ? { from, to } : { from: firstCell, to: endCell };
    heat.select(this.#selection);
    agenda.show(overview, range, this.#title(texts, overview, range));
  }

  #title(texts: TimelineTexts, { days, query }: TimelineOverview, { from, to }: TimelineRange): string {
    if (to - from > hoursADay || (this.#selection.to <= this.#selection.from && query.span === 'day'))
      return texts[query.span];
    const day = days[Math.floor(from / hoursADay)]?.long ?? '';
    return to - from === 1 ? fillIn(texts.cell, { day, hour: hourText(from % hoursADay) }) : day;
  }

  #keep(scrollTop = window.scrollY): void {
    const query = this.#overview?.query;
    if (query !== undefined) this.#link.keep({ ...this.#selection, scrollTop, query });
  }
}
