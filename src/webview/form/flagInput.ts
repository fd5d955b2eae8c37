import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FlagField } from '../../fields/objectFields.ts';
import { inInput } from '../dom/dom.ts';
import { fieldMessages, isInvalid } from './fieldMessages.ts';
import type { FormContext, FormControl } from './formControl.ts';

/** A checkbox; indeterminate if the server does not return the value. */
export function flagInput({ link, setup }: FormContext, field: FlagField, label: string): FormControl {
  let received: boolean | null = null;
  /** What the user has clicked, until the document contains it. */
  let clicked: boolean | undefined;
  let waitingFor = 0;
  const changed = inInput(({ checked }) => {
    clicked = checked;
    waitingFor = link.change({ kind: 'flag', field, value: checked });
  });
  return {
    view: problems => html`<div class="field flag">
      <label class="check"
        ><input
          id="field-${field}"
          type="checkbox"
          aria-invalid=${String(isInvalid(problems))}
          aria-describedby="field-${field}-messages"
          .checked=${live((clicked ?? received) === true)}
          .indeterminate=${live((clicked ?? received) === null)}
          @change=${changed}
        /><span>${label}</span></label
      >
      ${fieldMessages(field, setup.texts, { problems })}
    </div>`,
    receive: message => {
      const { [field]: value = received } = message.values.flags;
      received = value;
      if (message.acknowledged >= waitingFor) clicked = undefined;
    },
  };
}
