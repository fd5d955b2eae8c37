import { make } from './dom.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';
import { TextInput } from './textInput.ts';

/**
 * The schedule of a job: its text, what is wrong with it, and what it says in words. A builder for it can
 * take the place of this part: all it needs is the text that comes in `receive` and the same changes of the
 * field `params` that go out.
 */
export class ScheduleField implements FormControl {
  readonly element: HTMLElement;
  readonly #text: TextInput;
  readonly #sentence = make('div', { className: 'sentence', attributes: { role: 'status' } });

  constructor(context: FormContext) {
    const { schedule, scheduleHelp } = context.texts;
    this.#text = new TextInput(context, { field: 'params', label: schedule, help: scheduleHelp, lines: 3 });
    this.element = make('div', { className: 'schedule' }, this.#text.element, this.#sentence);
  }

  get hasUnsent(): boolean {
    return this.#text.hasUnsent;
  }

  flush(): void {
    this.#text.flush();
  }

  receive(message: DocumentMessage): void {
    const found = (message.schedule?.problems ?? []).map(problem => ({ ...problem, field: 'params' }));
    this.#text.receive({ ...message, problems: [...message.problems, ...found] });
    const sentence = message.schedule?.sentence ?? '';
    if (this.#sentence.textContent !== sentence) this.#sentence.textContent = sentence;
  }
}
