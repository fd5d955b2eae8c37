import type { FormRow, ScheduleDescription } from '../../protocol/hostMessages.ts';
import { make } from '../dom/dom.ts';
import { ScheduleBuilder } from '../schedule/scheduleBuilder.ts';
import { SchedulePreview } from '../schedule/schedulePreview.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';
import { TextInput } from './textInput.ts';

/**
 * The schedule of a job: a builder, its text, and its description. Builder and text both change the field
 * `params`; each follows the other through the document.
 */
export class ScheduleField implements FormControl {
  readonly element: HTMLElement;
  readonly #text: TextInput;
  readonly #rawText: HTMLDetailsElement;
  readonly #builder: ScheduleBuilder;
  readonly #preview: SchedulePreview;
  #params = '';
  #waitingFor = 0;

  constructor(context: FormContext, { label, help }: Pick<FormRow, 'label' | 'help'>) {
    const { texts, issues, readerZone } = context.schedule;
    const { folds } = context;
    this.#text = new TextInput(context, { field: 'params', label, help, lines: 4 });
    this.#builder = new ScheduleBuilder({
      texts,
      issues,
      readerZone,
      folds,
      describe: schedules => context.link.send({ type: 'describe', schedules }),
      onChange: value => {
        this.#text.flush();
        this.#waitingFor = context.link.change({ kind: 'text', field: 'params', value });
      },
    });
    this.#preview = new SchedulePreview(texts, folds);
    this.#rawText = folds.section('text', make('span', { text: texts.rawText }), this.#text.element);
    this.#rawText.className = 'fold';
    this.element = make('div', {}, this.#builder.element, this.#rawText, this.#preview.element);
  }

  flush(): void {
    this.#builder.flush();
    this.#text.flush();
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    this.#builder.showDescriptions(descriptions);
  }

  receive(message: DocumentMessage): void {
    const found = (message.schedule?.problems ?? []).map(problem => ({ ...problem, field: 'params' }));
    this.#text.receive({ ...message, problems: [...message.problems, ...found] });
    this.#params = message.values.text.params ?? this.#params;
    // While a change of the builder is being written, the document is behind it.
    if (!this.#builder.hasUnsent && message.acknowledged >= this.#waitingFor)
      this.#builder.show(this.#params);
    // The text shows what the builder cannot, and the errors.
    if (this.#builder.isCustom || found.some(({ severity }) => severity === 'error'))
      this.#rawText.open = true;
    this.#preview.show(message.schedule);
  }
}
