import type { FormSection } from '../../fields/field.ts';
import { holdsDevices, isFlagField, isTextField } from '../../fields/objectFields.ts';
import type { FormRow, ScheduleDescription } from '../../protocol/hostMessages.ts';
import { make } from '../dom/dom.ts';
import { flagInput } from './flagInput.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';
import { Picker } from './picker.ts';
import { scheduleField } from './scheduleField.ts';
import { TextInput } from './textInput.ts';

/** The fields of a job or group, by section. */
export class ObjectForm {
  readonly element: HTMLElement;
  readonly #rows: readonly (FormRow & { readonly control: FormControl })[];
  readonly #count = statusLine('device-count');
  readonly #warning = statusLine('problem warning');

  constructor(context: FormContext) {
    this.#rows = context.fields.map(row => ({ ...row, control: controlOf(context, row) }));
    // Side by side if there is room: what runs when, and on which devices.
    const columns = [
      this.#sections(context, ['general', 'schedule']),
      this.#sections(context, ['targets', 'devices', 'work']),
    ].filter(sections => sections.length > 0);
    const body = columns.map(sections => make('div', { className: 'column' }, ...sections));
    this.element = make('div', { className: 'body' }, ...body);
  }

  #sections({ texts, folds }: FormContext, ids: readonly FormSection[]): HTMLElement[] {
    return ids.flatMap(id => {
      const inside = this.#rows.filter(row => row.section === id);
      const lines = inside.some(row => holdsDevices(row.field)) ? [this.#warning, this.#count] : [];
      const elements = inside.map(row => row.control.element);
      const heading = make('h2', { text: texts[id] });
      return inside.length === 0 ? [] : [folds.section(id, heading, ...elements, ...lines)];
    });
  }

  /** The control of a list; `undefined` if the form has none for the field. */
  picker(field: string | undefined): Picker | undefined {
    const control = this.#rows.find(row => row.field === field)?.control;
    return control instanceof Picker ? control : undefined;
  }

  receive(message: DocumentMessage): void {
    for (const { control } of this.#rows) control.receive(message);
    announce(this.#count, message.deviceCount);
    announce(this.#warning, message.deviceWarning);
    for (const { control, onlyWith } of this.#rows)
      control.element.hidden = this.picker(onlyWith)?.isEmpty === true;
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    for (const { control } of this.#rows) control.showDescriptions?.(descriptions);
  }

  /** Sends all pending input. */
  flush(): void {
    for (const { control } of this.#rows) control.flush?.();
  }
}

/** The kind of value determines the control; the schedule is a text field with its own control. */
function controlOf(context: FormContext, row: FormRow): FormControl {
  const { field } = row;
  if (field === 'params') return scheduleField(context, row);
  if (isTextField(field)) return new TextInput(context, { ...row, field });
  if (isFlagField(field)) return flagInput(context, field, row.label);
  return new Picker(context, { ...row, field });
}

/** A line whose changes screen readers announce. */
function statusLine(className: string): HTMLElement {
  const line = make('div', { className, attributes: { role: 'status' } });
  line.hidden = true;
  return line;
}

function announce(line: HTMLElement, text: string): void {
  if (line.textContent !== text) line.textContent = text;
  line.hidden = text === '';
}
