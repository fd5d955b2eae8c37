import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { joinTexts } from '../../../base/displayText.ts';
import { jsonEqual } from '../../../base/json.ts';
import { button, Debounce, fillIn, icon, inInput } from '../../../pages/dom/dom.ts';
import { calendarDate, dayNumber } from '../../../recurrence/text/calendarDay.ts';
import {
  clockKinds,
  firstQuery,
  spanKinds,
  type TimelineAction,
  type TimelineNote,
  type TimelineOverview,
  type TimelineQuery,
} from '../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../protocol/timelineTexts.ts';
import { DeviceBox } from './deviceBox.ts';

export interface TimelineHeadActions {
  readonly ask: (query: TimelineQuery) => void;
  readonly action: (action: TimelineAction) => void;
  readonly redraw: () => void;
  /** The day that the user chose in the calendar. */
  readonly chosenDay: () => number | undefined;
}

type Shown = Pick<TimelineOverview, 'query' | 'title' | 'day' | 'groups' | 'details' | 'zones'>;

const nothingYet: Shown = {
  query: firstQuery,
  title: '',
  day: 0,
  groups: [],
  details: [],
  zones: { mine: '', server: '' },
};

const longestText = 200;

/** The top of the timeline: the period, the filter, and one line of facts. */
export class TimelineHead {
  readonly #texts: TimelineTexts;
  readonly #actions: TimelineHeadActions;
  #shown = nothingYet;
  /** The last complete facts; numbers that still increase would be wrong. */
  #facts: string;
  #isOpen = false;
  /** The current choices, even before the host has responded to them. */
  #query = nothingYet.query;
  /** The choices that the host has not responded to yet; responses to earlier choices may still arrive. */
  #requested: TimelineQuery | undefined;
  readonly #debounce = new Debounce(() => this.#ask({}));
  readonly #device: DeviceBox;

  constructor(texts: TimelineTexts, actions: TimelineHeadActions) {
    this.#texts = texts;
    this.#actions = actions;
    this.#facts = texts.loading;
    this.#device = new DeviceBox(texts.device, {
      typed: device => this.#typed({ device }),
      chosen: device => this.#ask({ device }),
      redraw: actions.redraw,
    });
  }

  show(overview: TimelineOverview): void {
    const { activeElement } = document;
    const isTyping =
      activeElement?.id === 'name' || activeElement?.id === 'device' || this.#debounce.isPending;
    this.#shown = overview;
    if (overview.isComplete) this.#facts = overview.facts;
    if (jsonEqual(this.#requested, overview.query)) this.#requested = undefined;
    const { name, device } = this.#query;
    const query = this.#requested ?? overview.query;
    this.#query = isTyping ? { ...query, name, device } : query;
    this.#device.show(overview.deviceNames);
  }

  /** A day that was chosen in a period is not meant after turning to another one. */
  get #chosenDay(): number | undefined {
    return this.#query.day === this.#shown.query.day ? this.#actions.chosenDay() : undefined;
  }

  /** Shows the period before or after the one that was chosen last. */
  turn(step: 1 | -1): void {
    const { span, day: chosen } = this.#query;
    const day = chosen ?? this.#shown.day;
    const { year, month } = calendarDate(day);
    const months = year * 12 + month - 1 + step;
    const firstOfMonth = dayNumber(Math.floor(months / 12), (months % 12) + 1, 1);
    const turned = { day: day + step, week: day + step * 7, month: firstOfMonth };
    this.#ask({ day: turned[span] });
  }

  view(): TemplateResult {
    const { title, today, previous, next, print, export: exportText } = this.#texts;
    const arrow = (name: string, text: string, step: 1 | -1) =>
      html`<button class="button arrow" type="button" title=${text} aria-label=${text} @click=${() => this.turn(step)}>
        ${icon(name)}
      </button>`;
    return html`<header class="timeline-head">
      <div class="head-line">
        <h1>${joinTexts(' · ', title, this.#shown.title)}</h1>
        <div class="pages">
          ${arrow('chevron-left', previous, -1)}${button(today, () => this.#ask({ day: null }))}${arrow('chevron-right', next, 1)}
        </div>
        ${this.#spanChoice()}${this.#clockChoice()}
      </div>
      <div class="head-line filters">
        ${this.#nameField()}${this.#device.view(this.#query.device, longestText)}${this.#groupField()}
        <div class="pages outputs">
          ${button(print, () => this.#actions.action('print'))}${button(exportText, () => this.#actions.action('export'))}
        </div>
      </div>
      ${this.#factsLine()}${this.#details()}
    </header>`;
  }

  #spanChoice(): TemplateResult {
    const choices = spanKinds.map(
      span => html`<label class="segment"
        ><input
          id="span-${span}"
          type="radio"
          name="span"
          value=${span}
          .checked=${live(span === this.#query.span)}
          @change=${() => this.#ask({ span, day: this.#chosenDay ?? this.#query.day })}
        /><span>${this.#texts[span]}</span></label
      >`,
    );
    return html`<fieldset class="segments"><legend class="hidden-text">${this.#texts.span}</legend>${choices}</fieldset>`;
  }

  #clockChoice(): TemplateResult {
    const { zones } = this.#shown;
    const options = clockKinds.map(kind => {
      const zone = placeIn(zones[kind]) || this.#texts.zoneUnknown;
      const isChosen = live(kind === this.#query.clock);
      return html`<option value=${kind} .selected=${isChosen} ?disabled=${zones[kind] === ''}>
        ${fillIn(this.#texts[kind], { zone })}
      </option>`;
    });
    const chosen = (value: string) => this.#ask({ clock: value === 'server' ? 'server' : 'mine' });
    const title = joinTexts(': ', this.#texts.clock, zones[this.#query.clock]);
    return this.#select('clock', { label: this.#texts.clock, title }, options, chosen);
  }

  #typed(change: Partial<TimelineQuery>): void {
    this.#query = { ...this.#query, ...change };
    this.#debounce.restart();
  }

  #nameField(): TemplateResult {
    const { name: label } = this.#texts;
    return html`<input
      id="name"
      class="choice-input"
      type="search"
      maxlength=${longestText}
      placeholder=${label}
      aria-label=${label.replace('…', '')}
      .value=${live(this.#query.name)}
      @input=${inInput(({ value }) => this.#typed({ name: value.slice(0, longestText) }))}
      @change=${() => this.#debounce.flush()}
    />`;
  }

  #groupField(): TemplateResult {
    const { group } = this.#query;
    const known = [{ value: '', label: this.#texts.allGroups }, ...this.#shown.groups];
    // A group that loaded jobs no longer target stays selected until the user picks another.
    const isKnown = known.some(({ value }) => value === group);
    const groups = isKnown ? known : [...known, { value: group, label: group }];
    const options = groups.map(
      ({ value, label }) => html`<option value=${value} .selected=${live(value === group)}>${label}</option>`,
    );
    return this.#select('group', { label: this.#texts.group }, options, value => this.#ask({ group: value }));
  }

  #select(
    id: string,
    { label, title = label }: { readonly label: string; readonly title?: string },
    options: readonly TemplateResult[],
    choose: (value: string) => void,
  ) {
    const chosen = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) choose(event.target.value);
    };
    return html`<select id=${id} class="choice-input" aria-label=${label} title=${title} @change=${chosen}>
      ${options}
    </select>`;
  }

  #factsLine(): TemplateResult {
    const toggle = () => {
      this.#isOpen = !this.#isOpen;
      this.#actions.redraw();
    };
    const { details } = this.#texts;
    return html`<p class="facts">
      <span role="status">${this.#facts}</span>
      <button
        class="link"
        type="button"
        title=${details}
        aria-label=${details}
        aria-expanded=${String(this.#isOpen)}
        aria-controls="details"
        .hidden=${this.#shown.details.length === 0}
        @click=${toggle}
      >${icon('info')}</button>
    </p>`;
  }

  #details(): TemplateResult {
    const isHidden = !this.#isOpen || this.#shown.details.length === 0;
    return html`<ul id="details" class="notes" aria-label=${this.#texts.details} .hidden=${isHidden}>
      ${this.#shown.details.map(note => this.#note(note))}
    </ul>`;
  }

  #note({ text, action, actionText }: TimelineNote): TemplateResult {
    const act = action === undefined ? undefined : () => this.#actions.action(action);
    return html`<li>
      <span>${text}</span>
      ${act === undefined ? nothing : html`<button class="link" type="button" @click=${act}>${actionText}</button>`}
    </li>`;
  }

  #ask(change: Partial<TimelineQuery>): void {
    this.#debounce.cancel();
    this.#query = { ...this.#query, ...change };
    this.#requested = this.#query;
    this.#actions.ask(this.#query);
  }
}

/** "Buenos Aires" for `America/Argentina/Buenos_Aires`, which would be cut. */
function placeIn(zone: string): string {
  return (zone.split('/').at(-1) ?? '').replaceAll('_', ' ');
}
