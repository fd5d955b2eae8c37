import { isRecord, parseJson } from '../../base/json.ts';
import type { Draft } from './draft.ts';

/**
 * Keys that start with `$` have a meaning in VS Code's JSON editor: it fetches the URL in `$schema`, which a server
 * could choose, and resolves `$ref`. In document text, such keys are escaped with one more mark.
 */
const mark = '~';
const special = new RegExp(`^${mark}*\\$`);
const marked = new RegExp(`^${mark}+\\$`);

/** Escapes the value for the text of a document; `fromTextKeys` is the inverse. */
export function toTextKeys(value: unknown): unknown {
  return withKeys(value, key => (special.test(key) ? `${mark}${key}` : key));
}

export function fromTextKeys(value: unknown): unknown {
  return withKeys(value, key => (marked.test(key) ? key.slice(mark.length) : key));
}

/** The value of a document's text; `undefined` while it is not one JSON object, for example half typed. */
export function toTypedDraft(text: string): Draft | undefined {
  try {
    const value = fromTextKeys(parseJson(text));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function withKeys(value: unknown, renamed: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => withKeys(item, renamed));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  let isSame = true;
  const entries = Object.entries(value).map(([key, inner]) => {
    const entry = [renamed(key), withKeys(inner, renamed)] as const;
    if (entry[0] !== key || entry[1] !== inner) isSame = false;
    return entry;
  });
  return isSame ? value : Object.fromEntries(entries);
}
