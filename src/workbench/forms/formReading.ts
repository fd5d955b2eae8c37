import {
  type FormField,
  flagFields,
  idListFields,
  nameListFields,
  type ObjectKind,
  objectFields,
  textFields,
} from '../../api/fields/objectFields.ts';
import type { Draft } from '../../api/model/draft.ts';
import { type DraftProblem, readGroupDraft, readJobDraft } from '../../api/model/drafts.ts';
import { toTypedDraft } from '../../api/model/textKeys.ts';
import { listOf, stringOf, stringsOf } from '../../base/json.ts';
import type { FormProblem, FormValues } from '../../pages/protocol/hostMessages.ts';
import { localizer, t } from '../platform/localize.ts';

/** What a form can show of a document's text. */
export type FormReading =
  | { readonly kind: 'readable'; readonly draft: Draft; readonly problems: readonly DraftProblem[] }
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] };

export function readForm(text: string, kind: ObjectKind, isNew: boolean): FormReading {
  const value = toTypedDraft(text);
  // The JSON editor marks the position.
  if (value === undefined) return { kind: 'unreadable', problems: [t('This is not valid JSON.')] };
  const { draft, problems } =
    kind === 'job' ? readJobDraft(value, isNew, localizer) : readGroupDraft(value, localizer);
  return draft === undefined
    ? { kind: 'unreadable', problems: problems.map(problem => `${problem.path.join('.')}: ${problem.text}`) }
    : { kind: 'readable', draft, problems };
}

/** The fields of a form with their values; fields missing from the document are empty. */
export function formValues(draft: Draft, kind: ObjectKind): FormValues {
  const pick = <Name extends FormField, Value>(fields: readonly Name[], read: (value: unknown) => Value) => {
    const picked: Partial<Record<Name, Value>> = {};
    for (const field of fields)
      if (Object.hasOwn(objectFields[kind], field)) picked[field] = read(draft[field]);
    return picked;
  };
  return {
    ...pick(textFields, stringOf),
    ...pick(flagFields, value => (typeof value === 'boolean' ? value : null)),
    ...pick(idListFields, value => listOf(value).filter(item => typeof item === 'number')),
    ...pick(nameListFields, stringsOf),
  };
}

/** Problems of single list items name the item, because the form shows them below the whole list. */
export function formProblems(problems: readonly DraftProblem[], draft: Draft): FormProblem[] {
  return problems.map(({ path, severity, text }) => {
    const [field = '', index] = path;
    const item = typeof index === 'number' ? listOf(draft[String(field)])[index] : undefined;
    const shown = item === undefined || item === '' ? text : `${String(item)}: ${text}`;
    return { field: String(field), severity, text: shown };
  });
}
