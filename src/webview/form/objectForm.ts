import type { FormSection } from '../../fields/field.ts';
import { holdsDevices, isFlagField, isTextField } from '../../fields/objectFields.ts';
import type { FormRow } from '../../protocol/hostMessages.ts';
import { make } from '../dom/dom.ts';
import { FlagInput } from './flagInput.ts';
import { FormBody, StatusLine } from './formBody.ts';
import type { FormContext, FormControl } from './formControl.ts';
import { Picker } from './picker.ts';
import { ScheduleField } from './scheduleField.ts';
import { TextInput } from './textInput.ts';

/** The fields of a job or a group in their sections. */
export function objectForm(context: FormContext): FormBody {
  const { texts, folds, fields } = context;
  const rows = fields.map(row => ({ ...row, control: controlOf(context, row) }));
  const warning = new StatusLine('problem warning');
  const count = new StatusLine('device-count');
  const sections = (...ids: readonly FormSection[]) =>
    ids.flatMap(id => {
      const inside = rows.filter(row => row.section === id);
      const lines = inside.some(row => holdsDevices(row.field)) ? [warning.element, count.element] : [];
      const elements = inside.map(row => row.control.element);
      const heading = make('h2', { text: texts[id] });
      return inside.length === 0 ? [] : [folds.section(id, heading, ...elements, ...lines)];
    });
  const controls = rows.map(row => row.control);
  const pickers = controls.filter(control => control instanceof Picker);
  // Side by side where there is room: what and when, and for whom.
  const columns = [sections('general', 'schedule'), sections('targets', 'devices', 'work')];
  return new FormBody(columns, { all: controls, pickers }, message => {
    count.show(message.deviceCount);
    warning.show(message.deviceWarning);
    for (const { control, onlyWith } of rows)
      control.element.hidden = pickers.some(picker => picker.field === onlyWith && picker.isEmpty);
  });
}

/** The control follows from what the field holds; a schedule is text that has one of its own. */
function controlOf(context: FormContext, row: FormRow): FormControl {
  const { field } = row;
  if (field === 'params') return new ScheduleField(context, row);
  if (isTextField(field)) return new TextInput(context, { ...row, field });
  if (isFlagField(field)) return new FlagInput(context, field, row.label);
  return new Picker(context, { ...row, field });
}
