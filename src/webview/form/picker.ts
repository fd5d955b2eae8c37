import { html, type TemplateResult } from 'lit';
import {
  holdsDevices,
  isIdList,
  isLabeled,
  type ListField,
  type ListItem,
} from '../../fields/objectFields.ts';
import type { Choice, FormProblem, FormRow } from '../../protocol/hostMessages.ts';
import { isPastedList, pastedNames } from '../../protocol/pastedNames.ts';
import { displayText } from '../../util/displayText.ts';
import { fillIn } from '../dom/dom.ts';
import { ChoiceBox } from './choiceBox.ts';
import { ChoiceIndex, typedItem } from './choiceFilter.ts';
import { ChosenList } from './chosenList.ts';
import { fieldMessages, isInvalid } from './fieldMessages.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';

/** Edits a list of a document: its members, and a box for adding known choices. */
export class Picker implements FormControl {
  readonly #context: FormContext;
  readonly #field: ListField;
  readonly #row: FormRow;
  readonly #chosen: ChosenList;
  readonly #box: ChoiceBox;
  #items: readonly ListItem[] = [];
  #itemSet: ReadonlySet<ListItem> = new Set();
  #index: ChoiceIndex | undefined;
  #problems: readonly FormProblem[] = [];
  #notice = '';

  constructor(context: FormContext, field: ListField, row: FormRow) {
    const { link, redraw, setup } = context;
    const { texts } = setup;
    const id = `field-${field}`;
    this.#context = context;
    this.#field = field;
    this.#row = row;
    this.#box = new ChoiceBox({
      id,
      label: row.addLabel,
      texts,
      isIdList: isIdList(field),
      isChosen: item => this.#itemSet.has(item),
      onAdd: item => this.#add(item),
      onUnknownId: key => link.send({ type: 'findGroup', key }),
      onPaste: text => this.#paste(text),
      redraw,
    });
    const name = (item: ListItem) => {
      if (isLabeled(field) && typeof item === 'number') link.send({ type: 'nameId', field, id: item });
    };
    this.#chosen = new ChosenList({
      id: `${id}-chosen`,
      label: row.label,
      texts,
      marksUnknown: holdsDevices(field),
      onRemove: item => this.#change('remove', [item]),
      onName: isLabeled(field) ? name : undefined,
      onEmptied: () => this.#box.focus(),
      redraw,
    });
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  receive({ values, problems }: DocumentMessage): void {
    this.#problems = problems.filter(problem => problem.field === this.#field);
    const { [this.#field]: items }: { readonly [Field in ListField]?: readonly ListItem[] } = {
      ...values.ids,
      ...values.names,
    };
    if (items === undefined) return;
    this.#items = items;
    this.#itemSet = new Set(items);
    this.#chosen.show(items, this.#index);
    this.#box.refresh();
  }

  showChoices(choices: readonly Choice[]): void {
    this.#index = new ChoiceIndex(choices);
    this.#box.show(this.#index);
    this.#chosen.show(this.#items, this.#index);
  }

  showNotice(text: string): void {
    this.#notice = text;
    this.#context.redraw();
  }

  view(): TemplateResult {
    const { texts } = this.#context.setup;
    const { label, help } = this.#row;
    const id = `field-${this.#field}`;
    return html`<div class="field picker" role="group" aria-labelledby="${id}-label">
      <div class="picker-head">
        <span id="${id}-label" class="field-label">${label}</span>
        <span class="count" .hidden=${this.isEmpty}>${this.#items.length}</span>
        <span class="help" .hidden=${!this.isEmpty}>${texts.nothingChosen}</span>
      </div>
      ${this.#chosen.view()} ${this.#box.view(isInvalid(this.#problems))}
      ${fieldMessages(this.#field, texts, { help, problems: this.#problems, notice: this.#notice })}
    </div>`;
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
    const entries = pastedNames(text).map(name => ({ name, item: typedItem(name, isIdList(this.#field)) }));
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
