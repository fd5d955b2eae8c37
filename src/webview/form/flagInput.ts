import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FlagField } from '../../fields/objectFields.ts';
import type { FormProblem } from '../../protocol/hostMessages.ts';
import { inInput } from '../dom/dom.ts';
import { fieldMessages, isInvalid } from './fieldMessages.ts';
import type { FormContext, FormControl } from './formControl.ts';

/** A checkbox; indeterminate if the server does not return the value. */
export function flagInput({ link, setup }: FormContext, field: FlagField, label: string): FormControl {
  let value: boolean | null = null;
  let problems: readonly FormProblem[] = [];
  const changed = inInput(({ checked }) => {
    // Shown until the document contains it.
    value = checked;
    link.change({ kind: 'flag', field, value: checked });
  });
  return {
    view: () => html`<div class="field flag">
      <label class="check"
        ><input
          id="field-${field}"
          type="checkbox"
          aria-invalid=${String(isInvalid(problems))}
          aria-describedby="field-${field}-messages"
          .checked=${live(value === true)}
          .indeterminate=${live(value === null)}
          @change=${changed}
        /><span>${label}</span></label
      >
      ${fieldMessages(field, setup.texts, { problems })}
    </div>`,
    receive: message => {
      const { [field]: next = value } = message.values.flags;
      value = next;
      problems = message.problems.filter(problem => problem.field === field);
    },
  };
}
