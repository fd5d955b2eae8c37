import { cutText, oneLine } from '../../base/displayText.ts';
import { isRecord, jsonOrUndefined } from '../../base/json.ts';
import type { Redact } from '../../base/redact.ts';
import type { FieldError, HttpStatusError } from './apiError.ts';

const maxDetail = 1_000;
const maxFieldErrors = 100;
const maxDepth = 12;

/** Members with messages about the whole request, or with errors that say themselves what they are about (decision 18). */
const wholeRequestKeys: ReadonlySet<string> = new Set(
  'detail message error error_description error_message errorMessages title errors details non_field_errors __all__ invalid-params invalid_params'.split(
    ' ',
  ),
);

/** Members of an error that do not say what is wrong, if they are plain values. */
const metadata: ReadonlySet<string> = new Set(
  'type status code instance timestamp path trace traceId requestId request_id success error_uri'.split(' '),
);

/** Where an error in a list has its message, most precise first. */
const messageKeys = ['detail', 'msg', 'message', 'reason', 'defaultMessage', 'title', 'description'];

/** The same 401 in the words of the REST framework’s translations, and of other servers. */
const tokenLost =
  /credentials were not provided|not_authenticated|учетные данные не были предоставлены|anmeldedaten fehlen|authentification non fournies|autenticación no se proveyeron|(missing|no) authorization|authorization (header )?(is )?(missing|required)/i;

/** Reads an error body of any known form (decision 18) as plain text without markup or secrets. */
export function readErrorBody(
  body: string,
  redact: Redact,
): Pick<HttpStatusError, 'detail' | 'fieldErrors' | 'form' | 'lacksToken'> {
  const text = body.trim();
  const lacksToken = tokenLost.test(text.slice(0, maxDetail));
  if (text === '') return { detail: '', fieldErrors: [], form: 'none', lacksToken };
  if (looksLikeHtml(text))
    return { detail: htmlTitle(text, redact), fieldErrors: [], form: 'html', lacksToken };
  const clean = (dirty: string, maxLength = maxDetail) => cutText(redact(oneLine(dirty)), maxLength);
  const value = jsonOrUndefined(text);
  if (value === undefined) return { detail: clean(text), fieldErrors: [], form: 'text', lacksToken };
  const found = collectErrors(value, clean);
  const general = found.filter(error => error.path.length === 0);
  return {
    detail: cutText(general.map(error => error.message).join(' '), maxDetail),
    fieldErrors: found.filter(error => error.path.length > 0),
    form: 'json',
    lacksToken,
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
        const place = isRecord(item) ? placeIn(item) : undefined;
        const message = isRecord(item) && messageKeys.map(key => item[key]).find(isMessage);
        if (isMessage(message) && (place !== undefined || path.length === 0)) {
          const own = (place ?? []).map(part => (typeof part === 'string' ? clean(part, 100) : part));
          found.push({ path: [...path, ...own], message: clean(message) });
          continue;
        }
        // Strings are messages about one field; objects are errors for individual items.
        const isPerItem = isRecord(item) || Array.isArray(item);
        collect(item, isPerItem && path.length > 0 ? [...path, index] : path, depth + 1);
      }
    } else if (isRecord(value)) {
      const isEnvelope = Object.keys(value).some(key => wholeRequestKeys.has(key));
      // The name of the status is repeated beside a message.
      const isRepeated = ['detail', 'message', 'error_description'].some(key => isMessage(value[key]));
      for (const [key, inner] of Object.entries(value)) {
        const isPlain = typeof inner !== 'object';
        if (isEnvelope && isPlain && (metadata.has(key) || (isRepeated && /^(title|error)$/.test(key))))
          continue;
        collect(inner, wholeRequestKeys.has(key) ? path : [...path, clean(key, 100)], depth + 1);
      }
    }
  };
  collect(body, [], 0);
  return found;
}

function isMessage(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/**
 * The field that an error in a list is about: of drf-standardized-errors (`attr`), FastAPI (`loc`), JSON:API (`source`),
 * RFC 9457 (`pointer`, or `name` with a `reason`) and Spring (`field`); `undefined` if it does not say.
 */
function placeIn(error: Record<string, unknown>): FieldError['path'] | undefined {
  const source = isRecord(error['source']) ? error['source'] : {};
  const named = 'reason' in error ? error['name'] : undefined;
  const { attr, loc, pointer, field } = error;
  const place = attr ?? loc ?? source['pointer'] ?? pointer ?? field ?? named ?? source['parameter'];
  const parts = Array.isArray(place) ? place : isMessage(place) ? place.split(/[/.[\]]+/) : undefined;
  const path = parts
    ?.filter(part => typeof part === 'number' || (isMessage(part) && part !== '#'))
    .map(part => (typeof part === 'string' && /^\d{1,9}$/.test(part) ? Number(part) : part));
  const start = path?.findIndex(part => !wrapping.has(part)) ?? -1;
  if (path === undefined) return undefined;
  return start < 0 || wholeRequestKeys.has(String(path[start])) ? [] : path.slice(start);
}

/** Parts of a place that lead to the object itself. */
const wrapping: ReadonlySet<unknown> = new Set(['body', 'query', 'data', 'attributes', 'relationships', '$']);
