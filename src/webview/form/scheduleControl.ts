import { html, nothing, type TemplateResult } from 'lit';
import type { FormProblem, FormRow, ScheduleDescription, ScheduleView } from '../../protocol/hostMessages.ts';
import { ScheduleBuilder } from '../schedule/scheduleBuilder.ts';
import { schedulePreview } from '../schedule/schedulePreview.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';
import { TextInput } from './textInput.ts';

const nothingYet: ScheduleView = { sentence: '', runs: [], notes: [], warnings: [], problems: [] };

/**
 * The schedule of a job: a builder, its text, and its description. Builder and text both edit the field `params`, and
 * each receives the changes of the other through the document.
 */
export class ScheduleControl implements FormControl {
  readonly #context: FormContext;
  readonly #text: TextInput;
  readonly #builder: ScheduleBuilder;
  #params = '';
  #waitingFor = 0;
  #shown = nothingYet;

  constructor(context: FormContext, row: FormRow) {
    const { link, setup, folds, redraw } = context;
    this.#context = context;
    this.#text = new TextInput(context, 'params', row, 4);
    this.#builder = new ScheduleBuilder({
      ...setup.schedule,
      folds,
      redraw,
      describe: schedules => link.send({ type: 'describe', schedules }),
      onChange: value => {
        this.#text.flush();
        this.#waitingFor = link.change({ kind: 'text', field: 'params', value });
      },
    });
  }

  get hasUnsent(): boolean {
    return this.#builder.hasUnsent || this.#text.hasUnsent;
  }

  flush(): void {
    this.#builder.flush();
    this.#text.flush();
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    this.#builder.showDescriptions(descriptions);
  }

  receive(message: DocumentMessage): void {
    const { schedule, values, acknowledged } = message;
    this.#text.receive(message);
    this.#params = values.text.params ?? this.#params;
    // While a change from the builder is being applied, the document is outdated.
    if (!this.#builder.hasUnsent && acknowledged >= this.#waitingFor) this.#builder.show(this.#params);
    // The text has errors, or contains what the builder cannot show.
    const isWrong = schedule?.problems.some(({ severity }) => severity === 'error');
    if (this.#builder.isCustom || isWrong === true) this.#context.folds.reveal('text');
    this.#shown = schedule ?? this.#shown;
  }

  view(problems: readonly FormProblem[]): TemplateResult {
    const { folds, setup } = this.#context;
    const { texts } = setup.schedule;
    return html`${this.#builder.view()} ${folds.section('text', texts.rawText, this.#text.view(problems))}
    ${this.#builder.isUnreadable ? nothing : schedulePreview(this.#shown, texts, folds)}`;
  }
}
