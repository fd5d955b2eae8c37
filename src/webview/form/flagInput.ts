import type { FlagField } from '../../fields/objectFields.ts';
import { make } from '../dom/dom.ts';
import { FieldMessages } from './fieldMessages.ts';
import type { FormContext, FormControl } from './formControl.ts';
import { describeInner } from './innerField.ts';

/** A checkbox; indeterminate if the server does not return the value. */
export function flagInput({ link, texts }: FormContext, field: FlagField, label: string): FormControl {
  const box = make('vscode-checkbox', { id: `field-${field}` });
  const messages = new FieldMessages(`field-${field}-messages`, '', texts);
  box.label = label;
  box.addEventListener('change', () => {
    link.change({ kind: 'flag', field, value: box.checked });
  });
  return {
    element: make('div', { className: 'field flag' }, box, messages.element),
    receive: ({ values, problems }) => {
      const value = values.flags[field];
      if (value !== undefined) {
        box.checked = value === true;
        box.indeterminate = value === null;
      }
      const isInvalid = messages.showProblems(problems.filter(problem => problem.field === field));
      void describeInner(box, messages.text, isInvalid);
    },
  };
}
