import {
  holdsDevices,
  isIdList,
  isLabeled,
  type ListField,
  type ListItem,
} from '../../fields/objectFields.ts';
import type { Choice } from '../../protocol/hostMessages.ts';
import { isPastedList, pastedNames } from '../../protocol/pastedNames.ts';
import { displayText } from '../../util/displayText.ts';
import { fillIn, make } from '../dom/dom.ts';
import { ChoiceBox } from './choiceBox.ts';
import { ChoiceIndex, typedItem } from './choiceFilter.ts';
import { ChosenList } from './chosenList.ts';
import { FieldMessages } from './fieldMessages.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';

export interface PickerOptions {
  readonly field: ListField;
  readonly label: string;
  readonly addLabel: string;
  readonly help?: string;
}

/** Edits a list of a document: its members, and a box for adding known choices. */
export class Picker implements FormControl {
  readonly element: HTMLElement;
  readonly field: ListField;
  readonly #context: FormContext;
  readonly #messages: FieldMessages;
  readonly #count = make('vscode-badge', { className: 'count' });
  readonly #chosen: ChosenList;
  readonly #box: ChoiceBox;
  #items: readonly ListItem[] = [];
  #itemSet: ReadonlySet<ListItem> = new Set();
  #index: ChoiceIndex | undefined;

  constructor(context: FormContext, { field, label, addLabel, help = '' }: PickerOptions) {
    const id = `field-${field}`;
    this.#context = context;
    this.field = field;
    this.#messages = new FieldMessages(`${id}-messages`, help, context.texts);
    this.#box = this.#choiceBox(id, addLabel);
    this.#chosen = this.#chosenList(`${id}-chosen`, label);
    const title = make('span', { id: `${id}-label`, className: 'picker-label', text: label });
    this.#count.setAttribute('variant', 'counter');
    this.#box.input.setAttribute('aria-describedby', this.#messages.element.id);
    this.element = make(
      'div',
      { className: 'field picker', attributes: { role: 'group', 'aria-labelledby': title.id } },
      make('div', { className: 'picker-head' }, title, this.#count, this.#chosen.emptyText),
      this.#chosen.element,
      this.#box.element,
      this.#messages.element,
    );
    this.#showCount();
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  receive({ values, problems }: DocumentMessage): void {
    const items: readonly ListItem[] | undefined = isIdList(this.field)
      ? values.ids[this.field]
      : values.names[this.field];
    if (items !== undefined) {
      this.#items = items;
      this.#itemSet = new Set(items);
      this.#chosen.show(this.#items, this.#index);
      this.#box.refresh();
      this.#showCount();
    }
    const isInvalid = this.#messages.showProblems(problems.filter(problem => problem.field === this.field));
    this.#box.input.setAttribute('aria-invalid', String(isInvalid));
  }

  showChoices(choices: readonly Choice[]): void {
    this.#index = new ChoiceIndex(choices);
    this.#box.show(this.#index);
    this.#chosen.show(this.#items, this.#index);
  }

  showNotice(text: string): void {
    this.#messages.showNotice(text);
  }

  #choiceBox(id: string, label: string): ChoiceBox {
    return new ChoiceBox({
      id,
      label,
      texts: this.#context.texts,
      isIdList: isIdList(this.field),
      isChosen: item => this.#itemSet.has(item),
      onAdd: item => this.#add(item),
      onUnknownId: key => this.#context.link.send({ type: 'findGroup', key }),
      onPaste: text => this.#paste(text),
    });
  }

  #chosenList(id: string, label: string): ChosenList {
    const { field } = this;
    const { link, texts } = this.#context;
    return new ChosenList({
      id,
      label,
      texts,
      marksUnknown: holdsDevices(field),
      onRemove: item => this.#change('remove', [item]),
      onName: isLabeled(field)
        ? item => {
            if (typeof item === 'number') link.send({ type: 'nameId', field, id: item });
          }
        : undefined,
      onEmptied: () => this.#box.input.focus(),
    });
  }

  /** Adds a member. The box cannot remove members that are already in the list; only the list itself does. */
  #add(item: ListItem): void {
    const text = this.#index?.find(item)?.label ?? String(item);
    if (!this.#itemSet.has(item)) this.#change('add', [item]);
    else this.#messages.showNotice(fillIn(this.#context.texts.alreadyChosen, { text }));
  }

  /** Adds all entries of pasted text; a single entry is treated like typed text. */
  #paste(text: string): boolean {
    if (!isPastedList(text)) return false;
    const entries = pastedNames(text).map(name => ({ name, item: typedItem(name, isIdList(this.field)) }));
    const items = entries.map(({ item }) => item).filter(item => item !== undefined);
    if (items.length > 0) this.#change('add', items);
    const others = entries.filter(({ item }) => item === undefined).map(({ name }) => name);
    const { notIds } = this.#context.texts;
    if (others.length > 0)
      this.#messages.showNotice(fillIn(notIds, { text: displayText(others.join(', ')) }));
    return true;
  }

  #change(kind: 'add' | 'remove', items: readonly ListItem[]): void {
    const { field } = this;
    this.#messages.showNotice('');
    if (isIdList(field)) {
      this.#context.link.change({ kind, field, items: items.filter(item => typeof item === 'number') });
    } else {
      this.#context.link.change({ kind, field, items: items.filter(item => typeof item === 'string') });
    }
  }

  #showCount(): void {
    this.#count.textContent = String(this.#items.length);
    this.#count.hidden = this.isEmpty;
  }
}
