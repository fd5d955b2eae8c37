import { html, nothing, type TemplateResult } from 'lit';
import type { FormSection } from '../../api/fields/field.ts';
import { holdsDevices, isFlagField, isTextField } from '../../api/fields/objectFields.ts';
import type { FormNote, FormProblem, FormRow, ScheduleDescription } from '../protocol/hostMessages.ts';
import { flagInput, isInvalid, TextInput } from './fieldInputs.ts';
import type { DocumentMessage, FieldControls, FormContext, FormControl } from './formControl.ts';
import { Picker } from './picker.ts';

/** Side by side if there is room: what runs when, and on which devices. */
const columns: readonly (readonly FormSection[])[] = [
  ['general', 'schedule'],
  ['targets', 'devices', 'work'],
];

/** The fields of a job or group, by section. */
export class ObjectForm implements FormControl {
  readonly #context: FormContext;
  readonly #rows: readonly (FormRow & { readonly control: FormControl })[];
  #devices = { deviceCount: '', deviceWarning: '' };
  #problems: readonly FormProblem[] = [];
  #isSaveTried = false;
  /** The fields that the user has left. */
  readonly #left = new Set<string>();

  constructor(context: FormContext, controls: FieldControls) {
    this.#context = context;
    this.#rows = context.setup.fields.map(row => ({
      ...row,
      control: controls[row.field]?.(context, row) ?? controlOf(context, row),
    }));
  }

  /** The control of a list; `undefined` if the form has none for the field. */
  picker(field: string | undefined): Picker | undefined {
    const control = this.#rows.find(row => row.field === field)?.control;
    return control instanceof Picker ? control : undefined;
  }

  /** The fields with errors, in form order. */
  get faults(): readonly string[] {
    const rows = this.#rows.filter(row => !this.#isHidden(row) && isInvalid(this.#problemsOf(row.field)));
    return rows.map(({ field }) => field);
  }

  get hasUnsent(): boolean {
    return this.#rows.some(({ control }) => control.hasUnsent === true);
  }

  receive(message: DocumentMessage): void {
    this.#devices = message;
    this.#isSaveTried = message.isSaveTried;
    const inSchedule = (message.schedule?.problems ?? []).map(problem => ({ ...problem, field: 'params' }));
    this.#problems = [...message.problems, ...inSchedule];
    for (const { control } of this.#rows) control.receive(message);
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    for (const { control } of this.#rows) control.showDescriptions?.(descriptions);
  }

  showNotes(notes: readonly FormNote[]): void {
    for (const { control } of this.#rows) control.showNotes?.(notes);
  }

  flush(): void {
    for (const { control } of this.#rows) control.flush?.();
  }

  view(): TemplateResult {
    const inside = columns
      .map(sections => sections.map(section => this.#section(section)).filter(part => part !== nothing))
      .filter(sections => sections.length > 0);
    return html`<div class="body" @focusout=${this.#leave}>
      ${inside.map(sections => html`<div class="column">${sections}</div>`)}
    </div>`;
  }

  readonly #leave = ({ target }: FocusEvent) => {
    // The field keeps the focus while another window or editor has it.
    if (!(target instanceof Element) || target === document.activeElement) return;
    const field = target.id.startsWith('schedule-') ? 'params' : /^field-(\w+)/.exec(target.id)?.[1];
    if (field === undefined || this.#left.has(field)) return;
    this.#left.add(field);
    this.#context.redraw();
  };

  /** A new object does not start with errors about fields that the user has not filled in yet. */
  #problemsOf(field: string): readonly FormProblem[] {
    const isShown = !this.#context.setup.isNew || this.#isSaveTried || this.#left.has(field);
    return isShown ? this.#problems.filter(problem => problem.field === field) : [];
  }

  #isHidden({ onlyWith }: FormRow): boolean {
    return this.picker(onlyWith)?.isEmpty === true;
  }

  #section(section: FormSection): TemplateResult | typeof nothing {
    const rows = this.#rows.filter(row => row.section === section);
    if (rows.length === 0) return nothing;
    const fields = rows.map(row =>
      this.#isHidden(row) ? nothing : row.control.view(this.#problemsOf(row.field)),
    );
    const { deviceCount, deviceWarning } = this.#devices;
    const lines = html`${statusLine('problem warning', deviceWarning)}${statusLine('device-count', deviceCount)}`;
    const heading = html`<h2>${this.#context.setup.texts[section]}</h2>`;
    const isOfDevices = rows.some(({ field }) => holdsDevices(field));
    return this.#context.folds.section(section, heading, fields, isOfDevices ? lines : nothing);
  }
}

/** The kind of value determines the control. */
function controlOf(context: FormContext, row: FormRow): FormControl {
  const { field } = row;
  if (isTextField(field)) return new TextInput(context, field, row);
  if (isFlagField(field)) return flagInput(context, field, row.label);
  return new Picker(context, field, row);
}

/** A line whose changes screen readers announce. */
function statusLine(className: string, text: string): TemplateResult {
  return html`<div class=${className} role="status" .hidden=${text === ''}>${text}</div>`;
}
