import { monthDayNumbers, monthDaysOn } from '../../recurrence/builder/builderKinds.ts';
import type {
  BuilderRepeat,
  MonthDays,
  RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { make } from '../dom/dom.ts';
import type { Editing, FieldContext } from './scheduleEditing.ts';
import { checkInput, choiceInput, grouped, labelled, toggleButton, valueInput } from './scheduleInputs.ts';
import { monthNames, nthChoices, weekdayNames, weekdaysInOrder } from './scheduleNames.ts';

type Units = 'hours' | 'days' | 'weeks' | 'months' | 'years';

const unitTexts: Readonly<Record<BuilderRepeat['unit'], Units>> = {
  hour: 'hours',
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
};

/** Every how many hours, days, weeks, months or years, and on which of their days. */
export function repeatFields(
  schedule: RepeatingSchedule,
  context: FieldContext,
  editing: Editing<RepeatingSchedule>,
): Node[] {
  const { texts } = context;
  const { repeat, interval } = schedule;
  const every = valueInput({
    id: 'schedule-interval',
    type: 'number',
    value: String(interval),
    attributes: { min: '1', 'aria-describedby': 'schedule-unit' },
    onInput: value => editing.type({ interval: Number(value) }),
  });
  const unit = make('span', { id: 'schedule-unit', text: texts[unitTexts[repeat.unit]] });
  const fields: Node[] = [labelled(texts.interval, every), unit];
  if (repeat.unit === 'year') fields.push(monthField(repeat, context, editing));
  const head = make('div', { className: 'builder-row builder-interval' }, ...fields);
  if (repeat.unit === 'week') return [head, weekdayField(repeat, context, editing)];
  if (repeat.unit === 'month' || repeat.unit === 'year') {
    const setOn = (on: MonthDays, isTyped: boolean) => {
      const { repeat: now } = editing.current;
      if (!('on' in now)) return;
      if (isTyped) editing.type({ repeat: { ...now, on } });
      else editing.set({ repeat: { ...now, on } });
    };
    return [head, monthDaysField(repeat.on, schedule.start, context, setOn)];
  }
  return [head];
}

function weekdayField(
  { weekdays }: Extract<BuilderRepeat, { unit: 'week' }>,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement {
  const [names, shortNames] = [weekdayNames('long'), weekdayNames('short')];
  const toggles = weekdaysInOrder().map(weekday =>
    toggleButton({
      id: `schedule-weekday-${weekday}`,
      text: shortNames[weekday] ?? '',
      title: names[weekday] ?? '',
      isPressed: weekdays.includes(weekday),
      onToggle: isPressed => {
        const others = weekdays.filter(day => day !== weekday);
        const next = isPressed ? [...others, weekday].sort() : others;
        editing.set({ repeat: { unit: 'week', weekdays: next } });
      },
    }),
  );
  return grouped(texts.weekdays, make('div', { className: 'toggles' }, ...toggles));
}

function monthField(
  { month }: Extract<BuilderRepeat, { unit: 'year' }>,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement {
  const choices = monthNames().map((label, index) => ({ value: String(index + 1), label }));
  const select = choiceInput('schedule-month', choices, String(month), value => {
    const { repeat } = editing.current;
    if (repeat.unit === 'year') editing.set({ repeat: { ...repeat, month: Number(value) } });
  });
  return labelled(texts.month, select);
}

function monthDaysField(
  on: MonthDays,
  start: string,
  { texts }: FieldContext,
  setOn: (on: MonthDays, isTyped: boolean) => void,
): HTMLElement {
  const kinds = [
    { value: 'days' as const, label: texts.onDays },
    { value: 'weekday' as const, label: texts.onWeekday },
  ];
  const kind = choiceInput('schedule-month-kind', kinds, on.kind, chosen =>
    setOn(monthDaysOn(chosen, start), false),
  );
  const fields = on.kind === 'days' ? numberedDays(on.days, texts, setOn) : nthWeekday(on, texts, setOn);
  return make('div', { className: 'builder-row' }, labelled(texts.monthDays, kind), ...fields);
}

function numberedDays(
  days: readonly number[],
  texts: FieldContext['texts'],
  setOn: (on: MonthDays, isTyped: boolean) => void,
): Node[] {
  let numbers = days.filter(day => day !== -1);
  let hasLast = days.includes(-1);
  const changed = (isTyped: boolean) =>
    setOn({ kind: 'days', days: [...(hasLast ? [-1] : []), ...numbers] }, isTyped);
  const input = valueInput({
    id: 'schedule-month-days',
    type: 'text',
    value: numbers.join(', '),
    attributes: { inputmode: 'numeric' },
    onInput: value => {
      numbers = monthDayNumbers(value).filter(day => day !== -1);
      changed(true);
    },
  });
  const last = checkInput('schedule-last-day', texts.lastDay, hasLast, isChecked => {
    hasLast = isChecked;
    changed(false);
  });
  return [labelled(texts.dayNumbers, input, texts.dayNumbersHelp), last];
}

function nthWeekday(
  { nth, weekday }: Extract<MonthDays, { kind: 'weekday' }>,
  texts: FieldContext['texts'],
  setOn: (on: MonthDays, isTyped: boolean) => void,
): Node[] {
  const which = choiceInput('schedule-nth', nthChoices(texts, nth), String(nth), value =>
    setOn({ kind: 'weekday', nth: Number(value), weekday }, false),
  );
  const names = weekdayNames('long');
  const days = weekdaysInOrder().map(index => ({ value: String(index), label: names[index] ?? '' }));
  const day = choiceInput('schedule-nth-weekday', days, String(weekday), value =>
    setOn({ kind: 'weekday', nth, weekday: Number(value) }, false),
  );
  return [labelled(texts.which, which), labelled(texts.weekday, day)];
}
