import { html, render, type TemplateResult } from 'lit';
import type { ScheduleDescription } from '../../protocol/hostMessages.ts';
import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { type BuilderIssue, builderIssues } from '../../recurrence/builder/builderIssue.ts';
import {
  type BuilderKind,
  builderKinds,
  kindOf,
  losesSomething,
  withKind,
} from '../../recurrence/builder/builderKinds.ts';
import { toBuilder } from '../../recurrence/builder/builderReading.ts';
import { replacementOf } from '../../recurrence/builder/builderReplacement.ts';
import type { BuilderSchedule } from '../../recurrence/builder/builderSchedule.ts';
import { fromBuilder } from '../../recurrence/builder/builderText.ts';
import { localDate } from '../../recurrence/text/localDateTime.ts';
import { parseRecurrenceSet } from '../../recurrence/text/recurrenceSet.ts';
import { Debounce } from '../dom/debounce.ts';
import { fillIn, make } from '../dom/dom.ts';
import type { Folds } from '../dom/folds.ts';
import { changeNotice } from './scheduleChange.ts';
import { onceFields, repeatingFields } from './scheduleFields.ts';
import { choiceInput, clause, labeled } from './scheduleInputs.ts';

export interface ScheduleBuilderParts {
  readonly texts: ScheduleTexts;
  readonly issues: Readonly<Record<BuilderIssue, string>>;
  /** The time zone of the reader. */
  readonly readerZone: string;
  readonly folds: Folds;
  /** Requests descriptions from the host, which are passed to `showDescriptions`. */
  readonly describe: (schedules: string[]) => void;
  /** Called with the new text after the user has changed the schedule. */
  readonly onChange: (text: string) => void;
}

/**
 * Builds a schedule from choices. Any text can be read; if the builder cannot show all of it, the schedule is
 * "custom" and stays untouched. Text is only written when the user changes something here, and only if everything is
 * valid.
 */
export class ScheduleBuilder {
  readonly element: HTMLElement;
  readonly #parts: ScheduleBuilderParts;
  readonly #head = make('div');
  /** Not redrawn while the user types into it, so that the input stays unchanged. */
  readonly #fields = make('div');
  readonly #issues = make('div', { className: 'problem warning', attributes: { role: 'status' } });
  #schedule: BuilderSchedule | undefined = { kind: 'none' };
  /** The text that the choices represent; `undefined` before the first one. */
  #text: string | undefined;
  /** The user's choice if it would lose something of the current schedule; not accepted yet. */
  #proposed: BuilderSchedule | undefined;
  /** Descriptions of the schedules in the notice, by text, once the host has sent them. */
  readonly #sentences = new Map<string, string>();
  readonly #debounce = new Debounce(() => this.#write());

  constructor(parts: ScheduleBuilderParts) {
    this.#parts = parts;
    this.#issues.hidden = true;
    this.element = make('div', { className: 'builder' }, this.#head, this.#fields, this.#issues);
  }

  get hasUnsent(): boolean {
    return this.#debounce.isPending;
  }

  /** Writes pending input. */
  flush(): void {
    this.#debounce.flush();
  }

  /** Shows a text from the document; ignores one that was written here. */
  show(text: string): void {
    if (text === this.#text) return;
    this.#debounce.cancel();
    this.#text = text;
    this.#schedule = toBuilder(parseRecurrenceSet(text));
    this.#proposed = undefined;
    this.#draw();
    this.#showIssues([]);
  }

  /** Whether the text has parts that the choices cannot show. */
  get isCustom(): boolean {
    return this.#schedule === undefined;
  }

  #draw(): void {
    const focused = document.activeElement?.id ?? '';
    this.#drawHead();
    render(html`${this.#kindFields()}`, this.#fields);
    if (document.activeElement?.id === focused) return;
    // The focused element may have been removed.
    const again = document.getElementById(focused) ?? document.getElementById('schedule-kind');
    again?.focus({ preventScroll: true });
  }

  #drawHead(): void {
    render(html`${clause(this.#kindField())}${this.#changeNotice()}`, this.#head);
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    for (const { schedule, sentence } of descriptions) this.#sentences.set(schedule, sentence);
    this.#drawHead();
  }

  /** Explains which schedule would be replaced. The proposal is written once the user accepts or edits it. */
  #changeNotice(): TemplateResult {
    const proposed = this.#proposed;
    if (proposed === undefined) return html``;
    const issues = builderIssues(proposed);
    return changeNotice({
      texts: this.#parts.texts,
      before: this.#sentences.get(this.#text ?? '') ?? '',
      after: issues.length > 0 ? this.#issueText(issues) : (this.#sentences.get(fromBuilder(proposed)) ?? ''),
      onReplace: () => this.#change(proposed),
      onKeep: () => this.#keep(),
    });
  }

  #keep(): void {
    this.#proposed = undefined;
    this.#draw();
  }

  /** Descriptions depend on the current time, so those of an earlier proposal are requested again. */
  #propose(schedule: BuilderSchedule): void {
    this.#proposed = schedule;
    this.#sentences.clear();
    this.#draw();
    this.#showIssues([]);
    const isWritable = builderIssues(schedule).length === 0;
    this.#parts.describe([this.#text ?? '', ...(isWritable ? [fromBuilder(schedule)] : [])]);
  }

  #kindField(): TemplateResult {
    const { texts } = this.#parts;
    const shown = this.#proposed ?? this.#schedule;
    const kinds: readonly { value: BuilderKind | 'custom'; label: string }[] = [
      ...builderKinds.map(value => ({ value, label: texts[value] })),
      ...(this.#schedule === undefined ? [{ value: 'custom' as const, label: texts.custom }] : []),
    ];
    const chosen = shown === undefined ? 'custom' : kindOf(shown);
    const id = 'schedule-kind';
    const describedBy = `${id}-help`;
    const select = choiceInput({
      id,
      choices: kinds,
      chosen,
      describedBy,
      onChange: kind => this.#choose(kind),
    });
    return labeled(id, texts.repeat, select, { help: shown === undefined ? texts.customHelp : '' });
  }

  #choose(kind: BuilderKind | 'custom'): void {
    if (kind === 'custom') {
      this.#keep();
      return;
    }
    const before = this.#schedule ?? replacementOf(parseRecurrenceSet(this.#text ?? ''), today());
    const after = withKind(before, kind, today());
    if (losesSomething(this.#schedule, after)) this.#propose(after);
    else this.#change(after);
  }

  #kindFields(): TemplateResult[] {
    const schedule = this.#proposed ?? this.#schedule;
    const { texts, readerZone, folds } = this.#parts;
    const context = { texts, readerZone, folds, today: today() };
    if (schedule?.kind === 'once')
      return onceFields(schedule, context, (next, isTyped) => this.#change(next, isTyped));
    if (schedule?.kind === 'repeating')
      return repeatingFields(schedule, context, (next, isTyped) => this.#change(next, isTyped));
    return [];
  }

  /** Typed text is written when the user pauses; its field is not redrawn until then. */
  #change(schedule: BuilderSchedule, isTyped = false): void {
    this.#schedule = schedule;
    this.#proposed = undefined;
    if (isTyped) {
      this.#drawHead();
      this.#debounce.restart();
      return;
    }
    this.#debounce.cancel();
    this.#draw();
    this.#write();
  }

  #write(): void {
    if (this.#schedule === undefined) return;
    const issues = builderIssues(this.#schedule);
    this.#showIssues(issues);
    if (issues.length > 0) return;
    const text = fromBuilder(this.#schedule);
    if (text === this.#text) return;
    this.#text = text;
    this.#parts.onChange(text);
  }

  #showIssues(issues: readonly BuilderIssue[]): void {
    const text = this.#issueText(issues);
    if (this.#issues.textContent !== text) this.#issues.textContent = text;
    this.#issues.hidden = text === '';
  }

  #issueText(issues: readonly BuilderIssue[]): string {
    const problems = issues.map(issue => this.#parts.issues[issue]).join(' ');
    return problems === '' ? '' : fillIn(this.#parts.texts.notYet, { problems });
  }
}

function today(): string {
  const now = new Date();
  return localDate(now.getTime() - now.getTimezoneOffset() * 60_000);
}
