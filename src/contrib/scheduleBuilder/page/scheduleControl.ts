import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../../pages/dom/dom.ts';
import type { Folds } from '../../../pages/dom/foldParts.ts';
import { TextInput } from '../../../pages/form/fieldInputs.ts';
import type {
  DocumentMessage,
  FieldControls,
  FormContext,
  FormControl,
} from '../../../pages/form/formControl.ts';
import type { ScheduleTexts } from '../../../pages/protocol/formTexts.ts';
import type {
  FormNote,
  FormProblem,
  FormRow,
  ScheduleDescription,
  ScheduleView,
} from '../../../pages/protocol/hostMessages.ts';
import { ScheduleBuilder } from './scheduleBuilder.ts';

const nothingYet: ScheduleView = { sentence: '', runs: [], notes: [], warnings: [], problems: [] };

/** Schedules are built instead of typed. */
export const scheduleControls: FieldControls = {
  params: (context, row) => new ScheduleControl(context, row),
};

/**
 * The schedule of a job: a builder, its text, and its description. Builder and text both edit the field `params`, and
 * each receives the changes of the other through the document.
 */
class ScheduleControl implements FormControl {
  readonly #context: FormContext;
  readonly #text: TextInput;
  readonly #builder: ScheduleBuilder;
  #params = '';
  #isEnabled = true;
  #waitingFor = 0;
  #shown = nothingYet;
  #notes: readonly FormNote[] = [];

  constructor(context: FormContext, row: FormRow) {
    const { link, setup, folds, redraw } = context;
    this.#context = context;
    this.#text = new TextInput(context, 'params', row);
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

  showNotes(notes: readonly FormNote[]): void {
    this.#notes = notes;
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    this.#builder.showDescriptions(descriptions);
  }

  receive(message: DocumentMessage): void {
    const { schedule, values, acknowledged } = message;
    this.#text.receive(message);
    this.#params = values.params ?? this.#params;
    if (values.enabled !== undefined) this.#isEnabled = values.enabled !== false;
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
    ${this.#builder.isUnreadable ? nothing : schedulePreview(this.#shown, this.#isEnabled, texts, folds)}
    ${this.#notes.map(noteChart)}`;
  }
}

const barHeight = 44;

function noteChart({ title, summary, bars }: FormNote): TemplateResult | typeof nothing {
  if (bars.length === 0) return nothing;
  const items = bars.map(
    ({ look, mark, share, text }) => html`<li title=${text}>
      <span class="hidden-text">${text}</span>
      <span class="run-bar ${look}" aria-hidden="true" .style=${`height: ${Math.round(share * barHeight)}px`}></span>
      <span class="run-mark" aria-hidden="true">${mark}</span>
    </li>`,
  );
  return html`<figure class="last-runs">
    <figcaption><span class="field-label">${title}</span> <span class="help">${summary}</span></figcaption>
    <ol>${items}</ol>
  </figure>`;
}

/** Further runs are folded. */
const runsAtFirst = 4;

/** The meaning of a schedule: its sentence, warnings, what it leaves open, and next runs in local time and UTC. */
export function schedulePreview(
  { sentence, warnings, notes, runs }: ScheduleView,
  isEnabled: boolean,
  texts: ScheduleTexts,
  folds: Folds,
): TemplateResult {
  const warning = (text: string) =>
    html`<div class="problem warning">${icon('warning')}<span>${text}</span></div>`;
  return html`<div class="schedule-preview">
    <div class="sentence" role="status">${sentence}</div>
    <div class="schedule-warnings">
      ${warnings.map(warning)}${notes.map(text => html`<div class="help">${text}</div>`)}
    </div>
    <div class="schedule-runs">${runs.length === 0 ? nothing : runList(runs, isEnabled, texts, folds)}</div>
  </div>`;
}

function runList(
  runs: ScheduleView['runs'],
  isEnabled: boolean,
  texts: ScheduleTexts,
  folds: Folds,
): TemplateResult {
  const hasOneClock = runs.every(({ isInUtc }) => isInUtc);
  const { nextRuns, wouldRun, moreRuns, local, utc, fromStart, fromEndDate } = texts;
  const notes = { start: ` — ${fromStart}`, end: ` — ${fromEndDate}` };
  const rows = runs.map(
    run => html`<tr>
      <td>${run.local}<span class="help">${run.source === undefined ? '' : notes[run.source]}</span></td>
      ${hasOneClock ? nothing : html`<td>${run.utc}</td>`}
    </tr>`,
  );
  const later = rows.slice(runsAtFirst);
  const table = html`<table>
    <caption class="hidden-text">${moreRuns}</caption>
    <tbody>${later}</tbody>
  </table>`;
  return html`<table>
      <caption>${isEnabled ? nextRuns : wouldRun}</caption>
      <thead><tr>
        <th scope="col">${local}</th>
        ${hasOneClock ? nothing : html`<th scope="col">${utc}</th>`}
      </tr></thead>
      <tbody>${rows.slice(0, runsAtFirst)}</tbody>
    </table>
    ${later.length === 0 ? nothing : folds.section('runs', `${moreRuns} (${later.length})`, table)}`;
}
