import type {
  TimelineHostMessage,
  TimelineOverview,
  TimelineRange,
  TimelineState,
} from '../../protocol/timeline.ts';
import type { TimelinePageMessage } from '../../protocol/timelineMessages.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { assertNever } from '../../util/assertNever.ts';
import { fillIn } from '../dom/dom.ts';
import { markMilestone } from '../dom/milestones.ts';
import type { PageLink } from '../dom/pageLink.ts';
import { hoursADay, hourText } from './hourRows.ts';
import { TimelineAgenda } from './timelineAgenda.ts';
import { TimelineHead } from './timelineHead.ts';
import { TimelineHeat } from './timelineHeat.ts';

type TimelineLink = PageLink<TimelineHostMessage, TimelinePageMessage, TimelineState>;

const wholeSpan: TimelineRange = { from: 0, to: 0 };

/** The page of the timeline: built from the host's setup message, then updated from its overviews. */
export class TimelinePage {
  readonly #link: TimelineLink;
  readonly #main: HTMLElement;
  #parts:
    | { head: TimelineHead; heat: TimelineHeat; agenda: TimelineAgenda; texts: TimelineTexts }
    | undefined;
  #overview: TimelineOverview | undefined;
  /** The hours in the agenda; `wholeSpan` for all. */
  #selection: TimelineRange;

  constructor(link: TimelineLink, main: HTMLElement) {
    this.#link = link;
    this.#main = main;
    this.#selection = link.state ?? wholeSpan;
    link.listen('overview', message => this.#receive(message));
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
  }

  #setUp(language: string, texts: TimelineTexts): void {
    const head = new TimelineHead(texts, {
      ask: query => {
        if (query.span !== this.#overview?.query.span) this.#selection = wholeSpan;
        this.#link.send({ type: 'query', query });
      },
      action: action => this.#link.send({ type: 'action', action }),
    });
    const heat = new TimelineHeat(texts, language, range => this.#select(range));
    const agenda = new TimelineAgenda(
      message => this.#link.send(message),
      texts,
      () => this.#select(wholeSpan),
    );
    this.#parts = { head, heat, agenda, texts };
    this.#main.className = 'timeline';
    // Without an overview it would be drawn empty, and then move.
    this.#main.hidden = this.#overview === undefined;
    this.#main.replaceChildren(head.element, heat.element, agenda.element);
  }

  #show(overview: TimelineOverview): void {
    const isFirst = this.#overview === undefined;
    this.#overview = overview;
    this.#main.hidden = false;
    this.#keep(isFirst ? (this.#link.state?.scrollTop ?? 0) : window.scrollY);
    this.#parts?.head.show(overview);
    this.#parts?.heat.show(overview, this.#selection);
    this.#showAgenda();
    this.#main.setAttribute('aria-busy', String(!overview.isComplete));
    markMilestone('timeline-shown');
    if (overview.isComplete) markMilestone('timeline-complete');
    if (isFirst) window.scrollTo({ top: this.#link.state?.scrollTop ?? 0 });
  }

  #select(range: TimelineRange): void {
    this.#selection = range;
    this.#keep();
    this.#parts?.heat.select(range);
    this.#showAgenda();
  }

  #showAgenda(): void {
    const overview = this.#overview;
    if (overview === undefined || this.#parts === undefined) return;
    const { firstCell, endCell } = overview;
    const { from, to } = this.#selection;
    const isInside = to > from && from >= firstCell && to <= endCell;
    const range = isInside ? { from, to } : { from: firstCell, to: endCell };
    this.#parts.agenda.show(overview, range, this.#title(overview, range));
  }

  #title({ days, query }: TimelineOverview, { from, to }: TimelineRange): string {
    const { texts } = this.#parts ?? {};
    if (texts === undefined) return '';
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
