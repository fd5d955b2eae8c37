import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { inInput } from '../../../pages/dom/dom.ts';
import { VirtualList } from '../../../pages/dom/virtualList.ts';

interface DeviceBoxActions {
  /** Called on each input; the host completes what was typed. */
  readonly typed: (text: string) => void;
  readonly chosen: (name: string) => void;
  readonly redraw: () => void;
}

/** A combobox for the name of a device. */
export class DeviceBox {
  readonly #label: string;
  readonly #actions: DeviceBoxActions;
  readonly #list: VirtualList;
  #names: readonly string[] = [];
  #isOpen = false;

  constructor(label: string, actions: DeviceBoxActions) {
    this.#label = label;
    this.#actions = actions;
    this.#list = new VirtualList({
      id: 'device-list',
      label,
      isTabStop: false,
      isMultiple: false,
      row: index => ({ title: this.#names[index] ?? '', content: this.#names[index] }),
      redraw: actions.redraw,
    });
  }

  show(names: readonly string[]): void {
    this.#names = names;
    this.#list.show(names.length, -1);
  }

  view(text: string, longestText: number): TemplateResult {
    const isExpanded = this.#isOpen && this.#names.length > 0;
    const typed = inInput(({ value }) => {
      this.#isOpen = value !== '';
      this.#actions.typed(value.slice(0, longestText));
    });
    return html`<div class="choice-box device-box">
      <input
        id="device"
        class="choice-input"
        type="search"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        maxlength=${longestText}
        placeholder=${this.#label}
        aria-label=${this.#label}
        aria-autocomplete="list"
        aria-controls="device-list"
        aria-expanded=${String(isExpanded)}
        aria-activedescendant=${this.#list.activeId}
        .value=${live(text)}
        @input=${typed}
        @keydown=${this.#keyDown}
        @blur=${this.#close}
      />
      <div
        class="popup"
        .hidden=${!isExpanded}
        @mousedown=${(event: Event) => event.preventDefault()}
        @click=${(event: Event) => this.#take(this.#list.indexOf(event))}
      >${this.#list.view()}</div>
    </div>`;
  }

  readonly #close = () => {
    this.#isOpen = false;
    this.#actions.redraw();
  };

  readonly #keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !this.#isOpen) return;
    if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter') this.#take(Math.max(0, this.#list.active));
    else if (!/^(Arrow(Up|Down)|Page(Up|Down))$/.test(event.key) || !this.#list.move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #take(place = -1): void {
    const name = this.#names[place];
    this.#close();
    if (name !== undefined) this.#actions.chosen(name);
  }
}
