import { displayText } from '../util/displayText.ts';
import { isRecord, parseJson } from '../util/json.ts';
import type { FieldError } from './errors.ts';

export interface ErrorBody {
  readonly detail: string;
  readonly fieldErrors: readonly FieldError[];
}

const maxDetail = 1_000;
const maxFieldErrors = 100;
const maxDepth = 8;

/** Keys that Django REST Framework uses for messages about the whole request (decision 18). */
const wholeRequestKeys: ReadonlySet<string> = new Set(['detail', 'message', 'error', 'non_field_errors']);

/** Reads any known form of an error body (decision 18) as plain text; never markup. */
export function readErrorBody(body: string): ErrorBody {
  const text = body.trim();
  if (text === '') return { detail: '', fieldErrors: [] };
  if (looksLikeHtml(text)) return { detail: htmlTitle(text), fieldErrors: [] };
  const value = tryParse(text);
  if (value === undefined) return { detail: displayText(text, maxDetail), fieldErrors: [] };
  const fieldErrors: FieldError[] = [];
  collect(value, [], fieldErrors);
  const general = fieldErrors.filter(error => error.path.length === 0);
  return {
    detail: displayText(general.map(error => error.message).join(' '), maxDetail),
    fieldErrors: fieldErrors.filter(error => error.path.length > 0),
  };
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*(<!doctype\s+html|<html|<head|<body|<\?xml|<!--)/i.test(text);
}

/** The first title or heading of an HTML page as text, or ''. */
export function htmlTitle(html: string): string {
  const head = html.slice(0, 20_000);
  const match = /<title[^>]*>([^<]*)/i.exec(head) ?? /<h1[^>]*>([^<]*)/i.exec(head);
  return displayText(match?.[1] ?? '', 200);
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Not JSON is one of the known forms: plain text.
    return undefined;
  }
}

function collect(value: unknown, path: (string | number)[], found: FieldError[]): void {
  if (found.length >= maxFieldErrors || path.length > maxDepth) return;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    found.push({ path, message: displayText(String(value), maxDetail) });
  } else if (Array.isArray(value)) {
    collectList(value, path, found);
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      collect(inner, wholeRequestKeys.has(key) ? path : [...path, key], found);
    }
  }
}

/** A list of strings is messages about one field; a list of objects is errors per item. */
function collectList(list: readonly unknown[], path: (string | number)[], found: FieldError[]): void {
  list.forEach((item, index) => {
    const isPerItem = isRecord(item) || Array.isArray(item);
    collect(item, isPerItem && path.length > 0 ? [...path, index] : path, found);
  });
}
