import { html, type TemplateResult } from 'lit';
import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { plainButton } from './scheduleInputs.ts';

export interface ScheduleChange {
  readonly texts: ScheduleTexts;
  /** Descriptions of the current and the proposed schedule; '' until the host has sent them. */
  readonly before: string;
  readonly after: string;
  readonly onReplace: () => void;
  readonly onKeep: () => void;
}

/** Shows what a choice in the builder would replace, and with what, before anything is written. */
export function changeNotice({ texts, before, after, onReplace, onKeep }: ScheduleChange): TemplateResult {
  return html`<div class="builder-change" role="group" aria-label=${texts.replaces}>
    <div class="problem warning" role="status">${texts.replaces}</div>
    <dl>
      <dt>${texts.before}</dt>
      <dd>${before}</dd>
      <dt>${texts.after}</dt>
      <dd>${after}</dd>
    </dl>
    <div class="builder-items">
      ${plainButton('schedule-replace', texts.replace, onReplace)}
      ${plainButton('schedule-keep', texts.keep, onKeep)}
    </div>
  </div>`;
}
