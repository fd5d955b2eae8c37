import { cutText, oneLine } from '../../util/displayText.ts';
import { isRecord, jsonOrUndefined } from '../../util/json.ts';
import type { Redact } from '../../util/redact.ts';
import type { FieldError, HttpStatusError } from './apiError.ts';

const maxDetail = 1_000;
const maxFieldErrors = 100;
const maxDepth = 12;

/** Keys that Django REST Framework uses for messages about the whole request (decision 18). */
const wholeRequestKeys: ReadonlySet<string> = new Set(['detail', 'message', 'error', 'non_field_errors']);

/** Reads an error body of any known form (decision 18) as plain text without markup or secrets. */
export function readErrorBody(
  body: string,
  redact: Redact,
): Pick<HttpStatusError, 'detail' | 'fieldErrors' | 'form'> {
  const text = body.trim();
  if (text === '') return { detail: '', fieldErrors: [], form: 'none' };
  if (looksLikeHtml(text)) return { detail: htmlTitle(text, redact), fieldErrors: [], form: 'html' };
  const clean = (dirty: string, maxLength = maxDetail) => cutText(redact(oneLine(dirty)), maxLength);
  const value = jsonOrUndefined(text);
  if (value === undefined) return { detail: clean(text), fieldErrors: [], form: 'text' };
  const found = collectErrors(value, clean);
  const general = found.filter(error => error.path.length === 0);
  return {
    detail: cutText(general.map(error => error.message).join(' '), maxDetail),
    fieldErrors: found.filter(error => error.path.length > 0),
    form: 'json',
  };
}

/** Neither JSON nor a displayable message begins like this. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*<[a-z!?]/i.test(text);
}

/** The first title or heading of an HTML page as text without secrets; '' if there is none. */
export function htmlTitle(html: string, redact: Redact): string {
  const head = redact(html).slice(0, 20_000);
  const match = /<title[^>]*>([^<]*)/i.exec(head) ?? /<h1[^>]*>([^<]*)/i.exec(head);
  return cutText(redact(oneLine(match?.[1] ?? '').replace(/\s+/g, ' ')), 200);
}

/** Request IDs are short; anything else in such a header is not shown. */
export function requestIdOf(header: (name: string) => string | undefined, redact: Redact): string {
  const id = header('x-request-id') ?? header('x-correlation-id') ?? header('request-id') ?? '';
  return /^[\w.:+/=-]{1,100}$/.test(id) ? redact(id) : '';
}

function collectErrors(body: unknown, clean: (text: string, maxLength?: number) => string): FieldError[] {
  const found: FieldError[] = [];
  /** `path` may be shorter than `depth`, because not every level adds to it. */
  const collect = (value: unknown, path: FieldError['path'], depth: number): void => {
    if (found.length >= maxFieldErrors || depth > maxDepth) return;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      found.push({ path, message: clean(String(value)) });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        // Strings are messages about one field; objects are errors for individual items.
        const isPerItem = isRecord(item) || Array.isArray(item);
        collect(item, isPerItem && path.length > 0 ? [...path, index] : path, depth + 1);
      }
    } else if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value))
        collect(inner, wholeRequestKeys.has(key) ? path : [...path, clean(key, 100)], depth + 1);
    }
  };
  collect(body, [], 0);
  return found;
}
