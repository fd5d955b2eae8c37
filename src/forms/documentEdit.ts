import { applyEdits, type FormattingOptions, type JSONPath, modify } from 'jsonc-parser';
import type { ListItem } from '../fields/objectFields.ts';
import type { FormChange } from '../protocol/pageMessages.ts';
import { isRecord, jsonOrUndefined, listOf } from '../util/json.ts';

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
export function changeText(text: string, change: FormChange, eol: string): string | undefined {
  const value = jsonOrUndefined(text);
  // While a JSON editor of the document has incomplete text, the form reports that and waits.
  if (!isRecord(value)) return undefined;
  const writer = new JsonWriter(text, eol);
  switch (change.kind) {
    case 'text':
      // An empty dn is removed, so that the server keeps or generates one (decision 16).
      if (change.field === 'dn' && change.value === '') writer.set(['dn'], undefined);
      else writer.set([change.field], change.value);
      break;
    case 'flag':
      writer.set([change.field], change.value);
      break;
    case 'add':
      addItems(writer, change.field, listOf(value[change.field]), change.items);
      break;
    case 'remove':
      removeItems(writer, change.field, listOf(value[change.field]), change.items);
      break;
  }
  return writer.text;
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

function addItems(
  writer: JsonWriter,
  field: string,
  present: readonly unknown[],
  items: readonly ListItem[],
): void {
  const added = [...new Set(items)].filter(item => !present.includes(item));
  if (added.length === 0) return;
  if (present.length === 0 || added.length > itemEditsAtMost) {
    writer.set([field], [...present, ...added]);
  } else {
    added.forEach((item, index) => {
      writer.set([field, present.length + index], item, { isArrayInsertion: true });
    });
  }
}

function removeItems(
  writer: JsonWriter,
  field: string,
  present: readonly unknown[],
  items: readonly ListItem[],
): void {
  const removed = new Set<unknown>(items);
  const places = present.flatMap((item, index) => (removed.has(item) ? [index] : []));
  if (places.length === 0) return;
  if (places.length > itemEditsAtMost || places.length === present.length) {
    const rest = present.filter(item => !removed.has(item));
    writer.set([field], rest);
  } else {
    for (const place of places.reverse()) writer.set([field, place], undefined);
  }
}

class JsonWriter {
  text: string;
  readonly #formattingOptions: FormattingOptions;

  constructor(text: string, eol: string) {
    this.text = text;
    this.#formattingOptions = { ...indentation(text), eol };
  }

  set(path: JSONPath, value: unknown, { isArrayInsertion = false } = {}): void {
    const formattingOptions = this.#formattingOptions;
    const edits = modify(this.text, path, value, { formattingOptions, isArrayInsertion });
    this.text = applyEdits(this.text, edits);
  }
}

/** The indentation of the document, taken from its first indented line. */
function indentation(text: string): Pick<FormattingOptions, 'tabSize' | 'insertSpaces'> {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return indent.startsWith('\t')
    ? { tabSize: 4, insertSpaces: false }
    : { tabSize: indent.length, insertSpaces: true };
}
