import { isRecord, parseJson } from '../util/json.ts';
import type { Draft } from './draft.ts';

/**
 * Keys beginning with `$` mean something in JSON text: VS Code fetches the URL in `$schema`, which a server could
 * choose, and links `$ref`. In the text of a document such a key has one more mark in front.
 */
const mark = '~';
const special = new RegExp(`^${mark}*\\$`);
const marked = new RegExp(`^${mark}+\\$`);

/** The value as a document's text holds it; `fromTextKeys` is the inverse. */
export function toTextKeys(value: unknown): unknown {
  return withKeys(value, key => (special.test(key) ? `${mark}${key}` : key));
}

/** The value that a document's text stands for. */
export function fromTextKeys(value: unknown): unknown {
  return withKeys(value, key => (marked.test(key) ? key.slice(mark.length) : key));
}

/** The value of a document's text; `undefined` while that is not one JSON object, as when half of it is typed. */
export function typedDraft(text: string): Draft | undefined {
  try {
    const value = fromTextKeys(parseJson(text));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The very same value when no key in it changes. */
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
