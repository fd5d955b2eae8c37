import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  spanKinds,
  type TimelineAction,
  type TimelineNote,
  type TimelineOverview,
  type TimelineQuery,
} from '../../protocol/timelineOverview.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { jsonEqual } from '../../util/json.ts';
import { Debounce, inInput } from '../dom/dom.ts';

export interface TimelineHeadActions {
  readonly ask: (query: TimelineQuery) => void;
  readonly action: (action: TimelineAction) => void;
}

type Shown = Pick<TimelineOverview, 'query' | 'groups' | 'notes'>;

const nothingYet: Shown = { query: { span: 'week', name: '', group: '' }, groups: [], notes: [] };

const longestName = 200;

/** The top of the timeline: the filter, its results, and what is left out. */
export class TimelineHead {
  readonly #texts: TimelineTexts;
  readonly #actions: TimelineHeadActions;
  #shown = nothingYet;
  /** The last complete summary; numbers that still increase would be wrong. */
  #summary: string;
  /** The current choices, even before the host has responded to them. */
  #query = nothingYet.query;
  /** The choices that the host has not responded to yet; responses to earlier choices may still arrive. */
  #requested: TimelineQuery | undefined;
  readonly #debounce = new Debounce(() => this.#ask({}));

  constructor(texts: TimelineTexts, actions: TimelineHeadActions) {
    this.#texts = texts;
    this.#actions = actions;
    this.#summary = texts.loading;
  }

  show(overview: TimelineOverview): void {
    const isTyping = document.activeElement?.id === 'name' || this.#debounce.isPending;
    this.#shown = overview;
    if (overview.isComplete) this.#summary = overview.summary;
    if (jsonEqual(this.#requested, overview.query)) this.#requested = undefined;
    const query = this.#requested ?? overview.query;
    this.#query = isTyping ? { ...query, name: this.#query.name } : query;
  }

  view(): TemplateResult {
    const { title, times, leftOut } = this.#texts;
    const { notes } = this.#shown;
    return html`<header class="timeline-head">
      <h1>${title}</h1>
      <div class="query">${this.#spanChoice()}${this.#nameField()}${this.#groupField()}</div>
      <p class="summary" role="status">${this.#summary}</p>
      <p class="help">${times}</p>
      <ul class="notes" aria-label=${leftOut} .hidden=${notes.length === 0}>
        ${notes.map(note => this.#note(note))}
      </ul>
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
          @change=${() => this.#ask({ span })}
        /><span>${this.#texts[span]}</span></label
      >`,
    );
    return html`<fieldset class="segments"><legend>${this.#texts.span}</legend>${choices}</fieldset>`;
  }

  #nameField(): TemplateResult {
    const typed = inInput(({ value }) => {
      this.#query = { ...this.#query, name: value.slice(0, longestName) };
      this.#debounce.restart();
    });
    return html`<div class="query-field">
      <label for="name">${this.#texts.name}</label>
      <input
        id="name"
        class="choice-input"
        type="search"
        maxlength=${longestName}
        .value=${live(this.#query.name)}
        @input=${typed}
        @change=${() => this.#debounce.flush()}
      />
    </div>`;
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
    const chosen = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) this.#ask({ group: event.target.value });
    };
    return html`<div class="query-field">
      <label for="group">${this.#texts.group}</label>
      <select id="group" class="choice-input" @change=${chosen}>${options}</select>
    </div>`;
  }

  #note({ text, action, actionText }: TimelineNote): TemplateResult {
    if (action === undefined) return html`<li><span>${text}</span></li>`;
    const click = () => this.#actions.action(action);
    return html`<li>
      <span>${text}</span>
      <button class="link" type="button" @click=${click}>${actionText}</button>
    </li>`;
  }

  #ask(change: Partial<TimelineQuery>): void {
    this.#debounce.cancel();
    this.#query = { ...this.#query, ...change };
    this.#requested = this.#query;
    this.#actions.ask(this.#query);
  }
}
