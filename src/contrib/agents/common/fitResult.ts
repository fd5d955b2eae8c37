import { cutText } from '../../../base/displayText.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { Redact } from '../../../base/redact.ts';
import type { ToolResult } from './changePlan.ts';

/** A longer result would leave a model no room to think. */
const mostBytes = 13_000;
/** For the sentence about what was left out. */
const sentenceBytes = 700;
/** One item of a list gets at most this part of it, so that others are seen, too. */
const shareOfItem = 4;

/** The rows of a result that come in pages, and where the page begins. */
export interface ResultPage {
  readonly rows: string;
  readonly offset: number;
}

/**
 * The result in at most 13 kB of JSON: the longest lists and texts are cut, and “omitted” says which. The next page
 * begins with the first row that was left out.
 */
export function fitResult(result: ToolResult, redact: Redact, page?: ResultPage): ToolResult {
  const plain = toPlain(result, redact);
  if (sizeOf(plain) <= mostBytes) return plain;
  const omitted = new Map<string, number>();
  const fitted = fitObject(plain, { bytes: mostBytes - sentenceBytes, path: '', omitted });
  const [all, shown] = page === undefined ? [] : [plain[page.rows], fitted[page.rows]];
  if (page !== undefined && Array.isArray(all) && Array.isArray(shown) && shown.length < all.length) {
    omitted.delete(page.rows);
    fitted['next_offset'] = page.offset + shown.length;
  }
  return omitted.size === 0 ? fitted : { ...fitted, omitted: omittedText(omitted) };
}

/** As it is in JSON, without secrets, which would not be recognized once they are cut. */
function toPlain(result: ToolResult, redact: Redact): ToolResult {
  const text = JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  );
  const plain = parseJson(text);
  return isRecord(plain) ? plain : {};
}

function omittedText(omitted: ReadonlyMap<string, number>): string {
  const parts = [...omitted].map(([path, count]) =>
    count === 0 ? `a part of ${path}` : `${count} of ${path}`,
  );
  const named = parts.slice(0, 8).map(part => cutText(part, 50));
  const more = parts.length > named.length ? [`${parts.length - named.length} more`] : [];
  return `Too long for one result, so these are left out: ${[...named, ...more].join(', ')}. Ask about fewer objects, or let the user open it.`;
}

interface Room {
  readonly bytes: number;
  readonly path: string;
  /** How many items of each list were left out; 0 for a text that was cut. */
  readonly omitted: Map<string, number>;
}

function fitValue(value: unknown, room: Room): unknown {
  if (sizeOf(value) <= room.bytes) return value;
  if (typeof value === 'string') return fitText(value, room);
  if (Array.isArray(value)) return fitList(value, room);
  return isRecord(value) ? fitObject(value, room) : value;
}

function fitText(text: string, { bytes, path, omitted }: Room): string {
  omitted.set(path, omitted.get(path) ?? 0);
  let length = Math.min(Array.from(text).length, Math.max(1, bytes));
  while (length > 1 && sizeOf(cutText(text, length)) > bytes) length = Math.floor(length * 0.8);
  return cutText(text, length);
}

function fitList(items: readonly unknown[], { bytes, path, omitted }: Room): unknown[] {
  const shown: unknown[] = [];
  let left = bytes - 2;
  for (const item of items) {
    const omittedHere = new Map(omitted);
    const fitted = fitValue(item, { bytes: Math.floor(bytes / shareOfItem), path, omitted: omittedHere });
    left -= sizeOf(fitted) + 1;
    if (left < 0) break;
    for (const [place, count] of omittedHere) omitted.set(place, count);
    shown.push(fitted);
  }
  note(omitted, path, items.length - shown.length);
  return shown;
}

/** Small members stay whole, and the others share what is left. Of very many members, the first ones stay. */
function fitObject(object: ToolResult, { bytes, path, omitted }: Room): Record<string, unknown> {
  const entries: { readonly key: string; readonly value: unknown; readonly own: number }[] = [];
  let left = bytes - 2;
  for (const [key, value] of Object.entries(object)) {
    const nameBytes = sizeOf(key) + 2 + smallest;
    if (left - nameBytes < bytes / 2) break;
    left -= nameBytes;
    entries.push({ key, value, own: sizeOf(value) });
  }
  note(omitted, path, Object.keys(object).length - entries.length);
  const fitted = new Map<string, unknown>();
  const bySize = entries.toSorted((one, other) => one.own - other.own);
  for (const [index, { key, value }] of bySize.entries()) {
    const share = smallest + Math.floor(left / (bySize.length - index));
    const own = fitValue(value, { bytes: share, path: path === '' ? key : `${path}.${key}`, omitted });
    left -= Math.max(0, sizeOf(own) - smallest);
    fitted.set(key, own);
  }
  return Object.fromEntries(entries.map(({ key }) => [key, fitted.get(key)]));
}

/** Every member gets so much: a number, an empty list, or the first character of a text. */
const smallest = 24;

function note(omitted: Map<string, number>, path: string, count: number): void {
  if (count > 0) omitted.set(path, (omitted.get(path) ?? 0) + count);
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
