import type { FormRow } from '../../protocol/hostMessages.ts';
import { make } from '../dom/dom.ts';
import { ScheduleBuilder } from '../schedule/scheduleBuilder.ts';
import { SchedulePreview } from '../schedule/schedulePreview.ts';
import type { FormContext, FormControl } from './formControl.ts';
import { TextInput } from './textInput.ts';

/**
 * The schedule of a job: a builder, its text, and its description. Builder and text both edit the field `params`, and
 * each receives the changes of the other through the document.
 */
export function scheduleField(context: FormContext, row: Pick<FormRow, 'label' | 'help'>): FormControl {
  const { link, folds, schedule } = context;
  let params = '';
  let waitingFor = 0;
  const text = new TextInput(context, { field: 'params', label: row.label, help: row.help, lines: 4 });
  const builder = new ScheduleBuilder({
    ...schedule,
    folds,
    describe: schedules => link.send({ type: 'describe', schedules }),
    onChange: value => {
      text.flush();
      waitingFor = link.change({ kind: 'text', field: 'params', value });
    },
  });
  const preview = new SchedulePreview(schedule.texts, folds);
  const rawText = folds.section('text', make('span', { text: schedule.texts.rawText }), text.element);
  rawText.className = 'fold';
  return {
    element: make('div', {}, builder.element, rawText, preview.element),
    flush: () => {
      builder.flush();
      text.flush();
    },
    showDescriptions: descriptions => builder.showDescriptions(descriptions),
    receive: message => {
      const found = (message.schedule?.problems ?? []).map(problem => ({ ...problem, field: 'params' }));
      text.receive({ ...message, problems: [...message.problems, ...found] });
      params = message.values.text.params ?? params;
      // While a change from the builder is being applied, the document is outdated.
      if (!builder.hasUnsent && message.acknowledged >= waitingFor) builder.show(params);
      // The text has errors, or contains what the builder cannot show.
      if (builder.isCustom || found.some(({ severity }) => severity === 'error')) rawText.open = true;
      preview.show(message.schedule);
    },
  };
}
