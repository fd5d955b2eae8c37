import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { describeRecurrenceSet } from '../../recurrence/describe/description.ts';
import { asSentence } from '../../recurrence/describe/sentence.ts';
import { parseRecurrenceSet } from '../../recurrence/text/recurrenceSet.ts';
import { createLocalizer } from '../../util/localizer.ts';
import { make } from '../dom/dom.ts';
import { plainButton } from './scheduleInputs.ts';

export interface ScheduleChange {
  readonly texts: ScheduleTexts;
  readonly before: string;
  /** '' where it can not be written yet. */
  readonly after: string;
  readonly onReplace: () => void;
  readonly onKeep: () => void;
}

/** Shows what a choice in the builder is about to replace, and by what, before anything is written. */
export function changeNotice({ texts, before, after, onReplace, onKeep }: ScheduleChange): HTMLElement {
  return make(
    'div',
    { className: 'builder-change', attributes: { role: 'group', 'aria-label': texts.replaces } },
    make('div', { className: 'problem warning', text: texts.replaces, attributes: { role: 'status' } }),
    make(
      'dl',
      {},
      make('dt', { text: texts.before }),
      make('dd', { text: sentenceOf(before) }),
      make('dt', { text: texts.after }),
      make('dd', { text: sentenceOf(after) }),
    ),
    make(
      'div',
      { className: 'builder-items' },
      plainButton('schedule-replace', texts.replace, onReplace),
      plainButton('schedule-keep', texts.keep, onKeep),
    ),
  );
}

function sentenceOf(text: string): string {
  const language = document.documentElement.lang || 'en';
  const words = createLocalizer(language, message => message);
  const options = { dialect: 'rfc', zone: 'UTC' } as const;
  return asSentence(describeRecurrenceSet(parseRecurrenceSet(text), words, options), language);
}
