import { html, render } from 'lit';
import { assertNever } from '../../../base/assertNever.ts';
import { fillIn, returnFocus } from '../../../pages/dom/dom.ts';
import type { PageLink } from '../../../pages/dom/pageLink.ts';
import { hourRangeText } from '../protocol/timelineGrid.ts';
import type { TimelinePageMessage } from '../protocol/timelineMessages.ts';
import {
  hoursADay,
  type TimelineHostMessage,
  type TimelineOverview,
  type TimelineRange,
  type TimelineState,
} from '../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../protocol/timelineTexts.ts';
import { CalendarGrid } from './calendarGrid.ts';
import { TimelineAgenda } from './timelineAgenda.ts';
import { TimelineHead } from './timelineHead.ts';

type TimelineLink = PageLink<TimelineHostMessage, TimelinePageMessage, TimelineState>;

interface Parts {
  readonly texts: TimelineTexts;
  readonly head: TimelineHead;
  readonly grid: CalendarGrid;
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
    returnFocus();
    window.setInterval(() => this.#draw(), minuteMs);
    window.addEventListener('scroll', () => this.#keep(), { passive: true });
  }

  #receive(message: TimelineHostMessage): void {
    switch (message.type) {
      case 'setup':
        this.#setUp(message.language, message.texts);
        this.#draw();
        break;
      case 'overview':
        this.#show(message);
        break;
      case 'rows':
        this.#parts?.agenda.receive(message);
        this.#draw();
        break;
      default:
        assertNever(message);
    }
  }

  #setUp(language: string, texts: TimelineTexts): void {
    const redraw = () => this.#draw();
    const select = (range: TimelineRange) => this.#select(range);
    const head = new TimelineHead(texts, {
      ask: query => {
        this.#link.send({ type: 'query', query });
        // Even if the page is hidden before the response arrives.
        this.#link.keep({ ...wholeSpan, scrollTop: window.scrollY, query });
      },
      action: action => this.#link.send({ type: 'action', action }),
      redraw,
      chosenDay: () => this.#chosenDay,
    });
    this.#parts = {
      texts,
      head,
      grid: new CalendarGrid(texts, language, { choose: select, turn: step => head.turn(step), redraw }),
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
    const isNew = !isFirst && !isSamePeriod(overview, this.#overview);
    if (isNew) this.#selection = wholeSpan;
    const scrollTop = isFirst ? (this.#link.state?.scrollTop ?? 0) : window.scrollY;
    // The first overview is drawn once, with all parts; reading the place of a list in between would lay out the page.
    if (!isFirst) this.#overview = overview;
    this.#parts.head.show(overview);
    this.#parts.grid.show(overview);
    this.#showSelection(this.#parts, overview, isNew);
    this.#overview = overview;
    this.#keep(scrollTop);
    this.#draw();
    // For VS Code's developer tools, and for `npm run bench`.
    performance.mark('timeline-shown');
    if (overview.isComplete) performance.mark('timeline-complete');
    if (isFirst && scrollTop > 0) window.scrollTo({ top: scrollTop });
  }

  /** Not before the first overview: an empty timeline would be drawn, and then move. */
  #draw(): void {
    if (this.#parts === undefined || this.#overview === undefined) return;
    const { head, grid, agenda } = this.#parts;
    this.#main.setAttribute('aria-busy', String(!this.#overview.isComplete));
    render(html`${head.view()}${grid.view()}${agenda.view()}`, this.#main);
    grid.restoreFocus();
  }

  #select(range: TimelineRange): void {
    this.#selection = range;
    this.#keep();
    if (this.#parts !== undefined && this.#overview !== undefined)
      this.#showSelection(this.#parts, this.#overview);
    this.#draw();
  }

  get #chosenDay(): number | undefined {
    const { from, to } = this.#selection;
    return to > from && this.#overview ? this.#overview.firstDay + Math.floor(from / hoursADay) : undefined;
  }

  #showSelection({ grid, agenda, texts }: Parts, overview: TimelineOverview, isNew = false): void {
    const end = overview.days.length * hoursADay;
    const { from, to } = this.#selection;
    const isInside = to > from && to <= end;
    const range = isInside ? { from, to } : { from: 0, to: end };
    grid.select(isInside ? range : wholeSpan);
    agenda.show(overview, range, titleOf(texts, overview, range), isNew);
  }

  #keep(scrollTop = window.scrollY): void {
    const query = this.#overview?.query;
    if (query !== undefined) this.#link.keep({ ...this.#selection, scrollTop, query });
  }
}

function titleOf({ agenda, cell }: TimelineTexts, { days }: TimelineOverview, range: TimelineRange): string {
  const { from, to } = range;
  const day = days[Math.floor(from / hoursADay)]?.long ?? '';
  if (to - from > hoursADay) return agenda;
  return to - from === hoursADay ? day : fillIn(cell, { day, hour: hourRangeText(range) });
}

/** Hours are counted from the first day of the period, so a selection is meaningless in another one. */
function isSamePeriod(one: TimelineOverview, other: TimelineOverview | undefined): boolean {
  return (
    one.query.span === other?.query.span &&
    one.query.clock === other.query.clock &&
    one.days[0]?.long === other.days[0]?.long
  );
}
