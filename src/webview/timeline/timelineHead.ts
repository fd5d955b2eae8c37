import {
  spanKinds,
  type TimelineAction,
  type TimelineOverview,
  type TimelineQuery,
} from '../../protocol/timeline.ts';
import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { Debounce } from '../dom/debounce.ts';
import { make } from '../dom/dom.ts';

export interface TimelineHeadActions {
  readonly ask: (query: TimelineQuery) => void;
  readonly action: (action: TimelineAction) => void;
}

/** The top of the timeline: the filter, what it found, and what is left out. */
export class TimelineHead {
  readonly element: HTMLElement;
  readonly #actions: TimelineHeadActions;
  readonly #spans: readonly HTMLInputElement[];
  readonly #name: HTMLInputElement;
  readonly #group: HTMLSelectElement;
  readonly #allGroups: string;
  readonly #summary = make('p', { className: 'summary', attributes: { role: 'status' } });
  readonly #notes: HTMLElement;
  #groups = '';
  #shownNotes = '';
  readonly #debounce = new Debounce(() => this.#ask());

  constructor(texts: TimelineTexts, actions: TimelineHeadActions) {
    this.#actions = actions;
    this.#allGroups = texts.allGroups;
    this.#spans = spanKinds.map(kind =>
      make('input', {
        id: `span-${kind}`,
        attributes: { type: 'radio', name: 'span', value: kind },
      }),
    );
    this.#name = make('input', { id: 'name', className: 'choice-input', attributes: { type: 'search' } });
    this.#group = make('select', { id: 'group', className: 'choice-input' });
    this.#notes = make('ul', { className: 'notes', attributes: { 'aria-label': texts.leftOut } });
    this.element = make(
      'header',
      { className: 'timeline-head' },
      make('h1', { text: texts.title }),
      make(
        'div',
        { className: 'query' },
        this.#spanChoice(texts),
        labelled(this.#name, texts.name),
        labelled(this.#group, texts.group),
      ),
      this.#summary,
      make('p', { className: 'help', text: texts.times }),
      this.#notes,
    );
    this.#name.addEventListener('input', () => this.#debounce.restart());
    this.#name.addEventListener('change', () => this.#debounce.flush());
    this.#group.addEventListener('change', () => this.#ask());
  }

  show({ query, groups, summary, notes, isComplete }: TimelineOverview): void {
    for (const radio of this.#spans) radio.checked = radio.value === query.span;
    if (document.activeElement !== this.#name && !this.#debounce.isPending) this.#name.value = query.name;
    this.#showGroups(groups, query.group);
    this.#summary.classList.toggle('incomplete', !isComplete);
    if (this.#summary.textContent !== summary) this.#summary.textContent = summary;
    this.#showNotes(notes);
  }

  #spanChoice(texts: TimelineTexts): HTMLElement {
    const choices = this.#spans.map((radio, index) => {
      radio.addEventListener('change', () => this.#ask());
      const kind = spanKinds[index] ?? 'week';
      return make('label', { className: 'segment' }, radio, make('span', { text: texts[kind] }));
    });
    return make('fieldset', { className: 'segments' }, make('legend', { text: texts.span }), ...choices);
  }

  #ask(): void {
    this.#debounce.cancel();
    const span = spanKinds.find((_, index) => this.#spans[index]?.checked) ?? 'week';
    this.#actions.ask({ span, name: this.#name.value.slice(0, 200), group: this.#group.value });
  }

  #showGroups(groups: TimelineOverview['groups'], chosen: string): void {
    const all = [{ value: '', label: this.#allGroups }, ...groups];
    // A group that no loaded job is for any more stays chosen until the user chooses another.
    if (!all.some(({ value }) => value === chosen)) all.push({ value: chosen, label: chosen });
    const key = JSON.stringify(all);
    if (key !== this.#groups) {
      this.#groups = key;
      this.#group.replaceChildren(
        ...all.map(({ value, label }) => make('option', { text: label, attributes: { value } })),
      );
    }
    this.#group.value = chosen;
  }

  #showNotes(notes: TimelineOverview['notes']): void {
    const key = JSON.stringify(notes);
    if (key === this.#shownNotes) return;
    this.#shownNotes = key;
    this.#notes.replaceChildren(
      ...notes.map(({ text, action, actionText }) => {
        const item = make('li', {}, make('span', { text }));
        if (action !== undefined) {
          const button = make('button', {
            className: 'link',
            text: actionText,
            attributes: { type: 'button' },
          });
          button.addEventListener('click', () => this.#actions.action(action));
          item.append(' ', button);
        }
        return item;
      }),
    );
    this.#notes.hidden = notes.length === 0;
  }
}

function labelled(control: HTMLElement, text: string): HTMLElement {
  return make(
    'div',
    { className: 'query-field' },
    make('label', { text, attributes: { for: control.id } }),
    control,
  );
}
