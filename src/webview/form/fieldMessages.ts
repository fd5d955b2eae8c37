import { html, type TemplateResult } from 'lit';
import type { FormTexts } from '../../protocol/formTexts.ts';
import type { FormProblem } from '../../protocol/hostMessages.ts';
import { icon } from '../dom/dom.ts';

const shownAtMost = 5;

type Problem = Pick<FormProblem, 'severity' | 'text'>;

/** The texts below a field, which describe it to screen readers: its help, its problems, and the last notice. */
export function fieldMessages(
  field: string,
  texts: FormTexts,
  { help = '', problems, notice = '' }: { help?: string; problems: readonly Problem[]; notice?: string },
): TemplateResult {
  const problem = ({ severity, text }: Problem) => html`<div class="problem ${severity}">
    ${icon(severity)}<span class="hidden-text">${`${texts[severity]}: `}</span><span>${text}</span>
  </div>`;
  return html`<div id="field-${field}-messages" class="messages">
    <div class="help" .hidden=${help === ''}>${help}</div>
    <div class="problems">${problems.slice(0, shownAtMost).map(problem)}</div>
    <div class="notice" role="status">${notice}</div>
  </div>`;
}

export function isInvalid(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}
