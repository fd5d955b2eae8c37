import { html, nothing, type TemplateResult } from 'lit';
import {
  holdsDevices,
  isIdList,
  isLabeled,
  type ListField,
  type ListItem,
} from '../../api/fields/objectFields.ts';
import { displayText } from '../../base/displayText.ts';
import { fillIn, icon } from '../dom/dom.ts';
import { type ListRow, VirtualList } from '../dom/virtualList.ts';
import type { Choice, FormProblem, FormRow } from '../protocol/hostMessages.ts';
import { isPastedList, readPastedNames } from '../protocol/pastedNames.ts';
import { ChoiceBox } from './choiceBox.ts';
import { ChoiceIndex, toTypedItem } from './choiceFilter.ts';
import { fieldMessages, isInvalid } from './fieldInputs.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';

const longestText = 500;

/**
 * Edits a list of a document: its members, and a box for adding known choices. The members are one tab stop: arrow keys
 * move, Delete removes, F2 names.
 */
export class Picker implements FormControl {
  readonly #context: FormContext;
  readonly #field: ListField;
  readonly #row: FormRow;
  readonly #members: VirtualList;
  readonly #box: ChoiceBox;
  #items: readonly ListItem[] = [];
  #itemSet: ReadonlySet<ListItem> = new Set();
  #index: ChoiceIndex | undefined;
  #notice = '';

  constructor(context: FormContext, field: ListField, row: FormRow) {
    const id = `field-${field}`;
    this.#context = context;
    this.#field = field;
    this.#row = row;
    this.#box = new ChoiceBox(context, field, row.addLabel, {
      has: item => this.#itemSet.has(item),
      add: item => this.#add(item),
      paste: text => this.#paste(text),
    });
    this.#members = new VirtualList({
      id: `${id}-chosen`,
      label: row.label,
      describedBy: `${id}-chosen-keys`,
      isTabStop: true,
      isMultiple: true,
      inLineAtMost: 12,
      row: index => this.#member(index),
      redraw: context.redraw,
    });
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  receive({ values }: DocumentMessage): void {
    const items: readonly ListItem[] | undefined = values[this.#field];
    if (items === undefined) return;
    const isEmptied = items.length === 0 && this.#members.hasFocus;
    this.#items = items;
    this.#itemSet = new Set(items);
    this.#members.show(items.length, Math.max(0, this.#members.active));
    this.#box.refresh();
    if (isEmptied) this.#box.focus();
  }

  showChoices(choices: readonly Choice[]): void {
    this.#index = new ChoiceIndex(choices);
    this.#box.show(this.#index);
  }

  showNotice(text: string): void {
    this.#notice = text;
    this.#context.redraw();
  }

  view(problems: readonly FormProblem[]): TemplateResult {
    const { texts } = this.#context.setup;
    const { label, help } = this.#row;
    const id = `field-${this.#field}`;
    return html`<div class="field picker" role="group" aria-labelledby="${id}-label">
      <div class="picker-head">
        <span id="${id}-label" class="field-label">${label}</span>
        <span class="count" .hidden=${this.isEmpty}>${this.#items.length}</span>
        <span class="help" .hidden=${!this.isEmpty}>${texts.nothingChosen}</span>
      </div>
      <div class="chosen" @keydown=${this.#keyDown} @click=${this.#clicked}>
        ${this.#members.view()}
        <div id="${id}-chosen-keys" hidden>${isLabeled(this.#field) ? texts.listKeysNamed : texts.listKeys}</div>
      </div>
      ${this.#box.view(isInvalid(problems))}
      ${fieldMessages(this.#field, texts, { help, problems, notice: this.#notice })}
    </div>`;
  }

  #member(place: number): ListRow {
    const item = this.#items[place] ?? '';
    const { texts } = this.#context.setup;
    const choice = this.#index?.find(item);
    const isItself = choice !== undefined && choice.value === item;
    const text = typeof item === 'number' ? `#${item}` : displayText(item, longestText);
    const label = isItself ? choice.label : text;
    const detail = (isItself ? choice.detail : choice?.label) ?? '';
    const isUnknown = holdsDevices(this.#field) && this.#index !== undefined && choice === undefined;
    // Buttons for the mouse; the keyboard has Delete and F2.
    return {
      title: detail === '' ? label : `${label} · ${detail}`,
      content: html`<span class="option-label">${label}</span>
        ${isUnknown ? icon('question') : nothing}
        <span class="option-detail">${isUnknown ? texts.notKnown : detail}</span>
        ${isLabeled(this.#field) ? rowAction('edit', 'name', texts.nameThis) : nothing}
        ${rowAction('close', 'remove', texts.remove)}`,
    };
  }

  readonly #keyDown = (event: KeyboardEvent) => {
    const item = this.#items[this.#members.active];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === 'Delete' || event.key === 'Backspace') && item !== undefined)
      this.#change('remove', [item]);
    else if (!(event.key === 'F2' && this.#nameId(item)) && !this.#members.move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #clicked = (event: MouseEvent) => {
    const place = this.#members.indexOf(event);
    const item = place === undefined ? undefined : this.#items[place];
    if (place === undefined || item === undefined) return;
    const action = event.target instanceof HTMLElement ? event.target.dataset['action'] : undefined;
    this.#members.activate(place);
    if (action === 'remove') this.#change('remove', [item]);
    if (action === 'name') this.#nameId(item);
  };

  /** Asks for a name of the ID; false if it cannot have one. */
  #nameId(id: ListItem | undefined): boolean {
    const field = this.#field;
    if (!isLabeled(field) || typeof id !== 'number') return false;
    this.#context.link.send({ type: 'nameId', field, id });
    return true;
  }

  /** Adds a member. The box cannot remove members that are already in the list; only the list itself does. */
  #add(item: ListItem): void {
    const text = this.#index?.find(item)?.label ?? String(item);
    if (!this.#itemSet.has(item)) this.#change('add', [item]);
    else this.showNotice(fillIn(this.#context.setup.texts.alreadyChosen, { text }));
  }

  /** Adds all entries of pasted text; a single entry is treated like typed text. */
  #paste(text: string): boolean {
    if (!isPastedList(text)) return false;
    const entries = readPastedNames(text).map(name => ({
      name,
      item: toTypedItem(name, isIdList(this.#field)),
    }));
    const items = entries.map(({ item }) => item).filter(item => item !== undefined);
    if (items.length > 0) this.#change('add', items);
    const others = entries.filter(({ item }) => item === undefined).map(({ name }) => name);
    const { notIds } = this.#context.setup.texts;
    if (others.length > 0) this.showNotice(fillIn(notIds, { text: displayText(others.join(', ')) }));
    return true;
  }

  #change(kind: 'add' | 'remove', items: readonly ListItem[]): void {
    const field = this.#field;
    this.showNotice('');
    if (isIdList(field)) {
      this.#context.link.change({ kind, field, items: items.filter(item => typeof item === 'number') });
    } else {
      this.#context.link.change({ kind, field, items: items.filter(item => typeof item === 'string') });
    }
  }
}

function rowAction(iconName: string, action: string, title: string): TemplateResult {
  return html`<span
    class="codicon codicon-${iconName} row-action"
    aria-hidden="true"
    title=${title}
    data-action=${action}
  ></span>`;
}
