import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { make } from '../dom/dom.ts';
import { plainButton } from './scheduleInputs.ts';

export interface ScheduleChange {
  readonly texts: ScheduleTexts;
  readonly onReplace: () => void;
  readonly onKeep: () => void;
}

/** Shows what a choice in the builder is about to replace, and by what, before anything is written. */
export class ChangeNotice {
  readonly element: HTMLElement;
  readonly #before = make('dd');
  readonly #after = make('dd');

  constructor({ texts, onReplace, onKeep }: ScheduleChange) {
    this.element = make(
      'div',
      { className: 'builder-change', attributes: { role: 'group', 'aria-label': texts.replaces } },
      make('div', { className: 'problem warning', text: texts.replaces, attributes: { role: 'status' } }),
      make(
        'dl',
        {},
        make('dt', { text: texts.before }),
        this.#before,
        make('dt', { text: texts.after }),
        this.#after,
      ),
      make(
        'div',
        { className: 'builder-items' },
        plainButton('schedule-replace', texts.replace, onReplace),
        plainButton('schedule-keep', texts.keep, onKeep),
      ),
    );
  }

  show(sentences: { readonly before: string; readonly after: string }): void {
    this.#before.textContent = sentences.before;
    this.#after.textContent = sentences.after;
  }
}
