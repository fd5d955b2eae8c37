import { applyEdits, type FormattingOptions, type JSONPath, modify } from 'jsonc-parser';
import { isRecord, jsonOrUndefined, listOf } from '../../base/json.ts';
import type { FormChange } from '../../pages/protocol/pageMessages.ts';

/** One replacement in a text. */
export interface TextReplacement {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Above this, the whole list is rewritten instead of its items, because each item edit parses the text. */
const itemEditsAtMost = 20;

/**
 * The text after a change made in the form. Only the value of the field is edited; unknown fields and formatting
 * stay. `undefined` if the text is not a JSON object, because then nothing may be overwritten.
 */
export function editDocumentText(text: string, change: FormChange, eol: string): string | undefined {
  const value = jsonOrUndefined(text);
  // While a JSON editor of the document has incomplete text, the form reports that and waits.
  if (!isRecord(value)) return undefined;
  const { field } = change;
  const formattingOptions = { ...indentation(text), eol };
  let changed = text;
  const set = (path: JSONPath, to: unknown, isArrayInsertion = false) => {
    changed = applyEdits(changed, modify(changed, path, to, { formattingOptions, isArrayInsertion }));
  };
  if ('value' in change) {
    // An empty dn is removed, so that the server keeps or generates one (decision 16).
    set([field], field === 'dn' && change.value === '' ? undefined : change.value);
    return changed;
  }
  const present: readonly unknown[] = listOf(value[field]);
  const items = new Set<unknown>(change.items);
  if (change.kind === 'add') {
    const added = [...items].filter(item => !present.includes(item));
    const isWhole = present.length === 0 || added.length > itemEditsAtMost;
    if (isWhole && added.length > 0) set([field], [...present, ...added]);
    else for (const [index, item] of added.entries()) set([field, present.length + index], item, true);
  } else {
    const places = present.flatMap((item, index) => (items.has(item) ? [index] : []));
    const rest = present.filter(item => !items.has(item));
    const isWhole = rest.length === 0 || places.length > itemEditsAtMost;
    if (isWhole && places.length > 0) set([field], rest);
    else for (const place of places.reverse()) set([field, place], undefined);
  }
  return changed;
}

/** The smallest replacement that turns `before` into `after`; `undefined` if they are equal. */
export function smallestReplacement(before: string, after: string): TextReplacement | undefined {
  if (before === after) return undefined;
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  // VS Code would move an edit that starts inside a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(before[start - 1] ?? '')) start -= 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (/[\uDC00-\uDFFF]/.test(before[before.length - end] ?? '')) end -= 1;
  return { offset: start, length: before.length - end - start, text: after.slice(start, after.length - end) };
}

/** The indentation of the document, taken from its first indented line. */
function indentation(text: string): Pick<FormattingOptions, 'tabSize' | 'insertSpaces'> {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return indent.startsWith('\t')
    ? { tabSize: 4, insertSpaces: false }
    : { tabSize: indent.length, insertSpaces: true };
}
