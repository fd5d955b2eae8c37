import { html, nothing, type TemplateResult } from 'lit';
import { ascending } from '../../../base/collections.ts';
import { button, Debounce, fillIn, icon } from '../../../pages/dom/dom.ts';
import type { Folds } from '../../../pages/dom/foldParts.ts';
import type { ScheduleTexts } from '../../../pages/protocol/formTexts.ts';
import type { ScheduleDescription } from '../../../pages/protocol/hostMessages.ts';
import { replacementOf, toBuilder } from '../../../recurrence/builder/builderReading.ts';
import {
  type BuilderKind,
  type BuilderSchedule,
  builderKinds,
  kindOf,
  losesSomething,
  withKind,
} from '../../../recurrence/builder/builderSchedule.ts';
import { type BuilderIssue, builderIssues, fromBuilder } from '../../../recurrence/builder/builderText.ts';
import { localDate } from '../../../recurrence/text/dateTimeValue.ts';
import { hasErrors, parseRecurrenceSet } from '../../../recurrence/text/recurrenceSet.ts';
import { onceFields, repeatingFields } from './scheduleFields.ts';
import { choiceInput, type Editing, labeled } from './scheduleInputs.ts';

export interface ScheduleBuilderParts {
  readonly texts: ScheduleTexts;
  readonly issues: Readonly<Record<BuilderIssue, string>>;
  /** The time zone of the reader. */
  readonly readerZone: string;
  readonly folds: Folds;
  readonly redraw: () => void;
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
  readonly #parts: ScheduleBuilderParts;
  #issues: readonly BuilderIssue[] = [];
  #schedule: BuilderSchedule | undefined = { kind: 'none' };
  #isUnreadable = false;
  /** The text that the choices represent; `undefined` before the first one. */
  #text: string | undefined;
  /** The user's choice if it would lose something of the current schedule; not accepted yet. */
  #proposed: BuilderSchedule | undefined;
  /** Descriptions of the schedules in the notice, by text, once the host has sent them. */
  readonly #sentences = new Map<string, string>();
  readonly #debounce = new Debounce(() => this.#write());

  constructor(parts: ScheduleBuilderParts) {
    this.#parts = parts;
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
    const set = parseRecurrenceSet(text);
    this.#schedule = toBuilder(set);
    this.#isUnreadable = hasErrors(set);
    this.#proposed = undefined;
    this.#issues = [];
    this.#draw();
  }

  /** Whether the text has parts that the choices cannot show. */
  get isCustom(): boolean {
    return this.#schedule === undefined;
  }

  get isUnreadable(): boolean {
    return this.isCustom && this.#isUnreadable;
  }

  view(): TemplateResult {
    const issues = this.#issueText(this.#issues);
    return html`<div class="builder">
      ${this.#kindField()}${this.#changeNotice()}${this.#kindFields()}
      <div class="problem warning" role="status" .hidden=${issues === ''}>${issues}</div>
    </div>`;
  }

  #draw(): void {
    const focused = document.activeElement;
    const group = focused?.closest('[role=group]');
    this.#parts.redraw();
    if (focused === null || focused.isConnected) return;
    // The button that adds another value is next to where the last one was removed.
    const add = group?.isConnected ? group.querySelector<HTMLElement>('.builder-items > button') : null;
    const again = document.getElementById(focused.id) ?? add ?? document.getElementById('schedule-kind');
    again?.focus({ preventScroll: true });
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    for (const { schedule, sentence } of descriptions) this.#sentences.set(schedule, sentence);
  }

  /**
   * Shows which schedule would be replaced, and by what. The proposal is written once the user accepts or edits it.
   * Descriptions are empty until the host has sent them.
   */
  #changeNotice(): TemplateResult | typeof nothing {
    const proposed = this.#proposed;
    if (proposed === undefined) return nothing;
    const { texts } = this.#parts;
    const issues = builderIssues(proposed);
    const after = issues.length > 0 ? this.#issueText(issues) : this.#sentences.get(fromBuilder(proposed));
    return html`<div class="builder-change" role="group" aria-label=${texts.replaces}>
      <div class="problem warning" role="status">${texts.replaces}</div>
      <dl>
        <dt>${texts.before}</dt>
        <dd>${this.#sentences.get(this.#text ?? '') ?? ''}</dd>
        <dt>${texts.after}</dt>
        <dd>${after ?? ''}</dd>
      </dl>
      <div class="builder-items">
        ${button(texts.replace, () => this.#change(proposed))}${button(texts.keep, () => this.#keep())}
      </div>
    </div>`;
  }

  #keep(): void {
    this.#proposed = undefined;
    this.#draw();
  }

  /** Descriptions depend on the current time, so those of an earlier proposal are requested again. */
  #propose(schedule: BuilderSchedule): void {
    this.#proposed = schedule;
    this.#sentences.clear();
    this.#issues = [];
    this.#draw();
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
    const select = choiceInput(id, kinds, { chosen, onChange: kind => this.#choose(kind) });
    const custom = this.#isUnreadable
      ? html`<span class="problem" role="status">${icon('warning')}<span>${texts.unreadableHelp}</span></span>`
      : texts.customHelp;
    return labeled(id, texts.repeat, select, { help: shown === undefined ? custom : '' });
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

  #kindFields(): unknown[] {
    const schedule = this.#proposed ?? this.#schedule;
    if (schedule?.kind === 'once') return onceFields(this.#editing(schedule));
    return schedule?.kind === 'repeating' ? repeatingFields(this.#editing(schedule)) : [];
  }

  #editing<Schedule extends BuilderSchedule>(schedule: Schedule): Editing<Schedule> {
    return {
      ...this.#parts,
      today: today(),
      schedule,
      change: (changes, isTyped) => this.#change({ ...schedule, ...changes }, isTyped),
    };
  }

  /** Typed text is written when the user pauses. */
  #change(schedule: BuilderSchedule, isTyped = false): void {
    this.#schedule = schedule;
    this.#proposed = undefined;
    if (isTyped) {
      this.#debounce.restart();
      this.#parts.redraw();
      return;
    }
    this.#debounce.cancel();
    this.#draw();
    this.#write();
  }

  #write(): void {
    if (this.#schedule === undefined) return;
    this.#issues = builderIssues(this.#schedule);
    this.#parts.redraw();
    if (this.#issues.length > 0) return;
    const text = fromBuilder(inOrder(this.#schedule));
    if (text === this.#text) return;
    this.#text = text;
    this.#parts.onChange(text);
  }

  #issueText(issues: readonly BuilderIssue[]): string {
    const problems = issues.map(issue => this.#parts.issues[issue]).join(' ');
    return problems === '' ? '' : fillIn(this.#parts.texts.notYet, { problems });
  }
}

/** Lists stay in the order in which they were typed until they are written. */
function inOrder(schedule: BuilderSchedule): BuilderSchedule {
  if (schedule.kind === 'none') return schedule;
  const extraDates = ascending(schedule.extraDates);
  if (schedule.kind === 'once') return { ...schedule, extraDates };
  const { times, exceptionDates } = schedule;
  return { ...schedule, extraDates, times: ascending(times), exceptionDates: ascending(exceptionDates) };
}

function today(): string {
  const now = new Date();
  return localDate(now.getTime() - now.getTimezoneOffset() * 60_000);
}
