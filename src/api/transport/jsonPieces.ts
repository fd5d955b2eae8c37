import type { Slices } from '../../base/slices.ts';
import { parseServerJson } from './serverJson.ts';

/** The text ends in the middle of a value, or contains more elements than may be built from a server's text. */
export class JsonPieceError extends SyntaxError {
  override readonly name = 'JsonPieceError';
  readonly code: 'truncated' | 'excessive';

  constructor(code: JsonPieceError['code']) {
    super(code);
    this.code = code;
  }
}

export interface JsonLimits {
  readonly pieceBytes: number;
  readonly elements: number;
  readonly keys: number;
  /** The deepest nesting of containers that are longer than a piece. */
  readonly depth: number;
  readonly valueBytes: number;
}

const serverLimits: JsonLimits = {
  // This much is parsed in a few milliseconds, even in the worst case.
  pieceBytes: 32 * 1024,
  elements: 600_000,
  keys: 100_000,
  depth: 20,
  valueBytes: 4 * 1024 * 1024,
};

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Parses long JSON in UTF-8. Throws `SyntaxError`, or its subclass `JsonPieceError`. */
export function parseJsonPieces(bytes: Uint8Array, slices: Slices, limits = serverLimits): Promise<unknown> {
  return new JsonPieces(bytes, slices, limits).parse();
}

/** How far a container was scanned. */
interface Place {
  at: number;
  /** The nesting of containers in the current element; below 0 at the end of the container. */
  level: number;
  isText: boolean;
  /** The latest colon. */
  nameEnd: number;
}

/** Only containers longer than a piece are taken apart; everything else is left to `JSON.parse`. */
class JsonPieces {
  readonly #bytes: Uint8Array;
  readonly #slices: Slices;
  readonly #limits: JsonLimits;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(bytes: Uint8Array, slices: Slices, limits: JsonLimits) {
    this.#bytes = bytes;
    this.#slices = slices;
    this.#limits = limits;
  }

  async parse(): Promise<unknown> {
    const [first, second, third] = this.#bytes;
    const start = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
    return this.#value(start, this.#bytes.length, 0);
  }

  async #value(from: number, end: number, depth: number): Promise<unknown> {
    if (depth > this.#limits.depth) throw new JsonPieceError('excessive');
    const start = await this.#skipSpace(from);
    const first = this.#bytes[start];
    if (first === openList || first === openObject) return this.#container(start, end, depth);
    if (end - start > this.#limits.valueBytes) throw new JsonPieceError('excessive');
    return this.#parsed(start, end);
  }

  /** Short elements are parsed together, in runs that fit into a piece. */
  async #container(open: number, end: number, depth: number): Promise<unknown> {
    const { pieceBytes, elements, keys } = this.#limits;
    const isList = this.#bytes[open] === openList;
    const list: unknown[] = [];
    const members: [string, unknown][] = [];
    const addRun = (start: number, stop: number, isOnly: boolean) => {
      const before = list.length + members.length;
      const found = this.#parsed(start, stop, isList ? '[]' : '{}');
      if (Array.isArray(found)) for (const value of found) list.push(value);
      else members.push(...Object.entries(Object(found)));
      if (list.length + members.length === before && !isOnly) throw new SyntaxError('an element is missing');
    };
    let run = open + 1;
    let element = run;
    let lastComma = open;
    const place: Place = { at: run, level: 0, isText: false, nameEnd: open };
    while (place.at < end) {
      const isElementEnd = this.#scan(place, Math.min(end, place.at + pieceBytes));
      if (!isElementEnd || place.level < 0) await this.#pause();
      if (!isElementEnd) continue;
      const { at, nameEnd } = place;
      const isLast = place.level < 0;
      if (isLast && this.#bytes[at] !== (isList ? closeList : closeObject))
        throw new SyntaxError('closed by the wrong bracket');
      if (at - element > pieceBytes) {
        const start = await this.#skipSpace(element);
        if (run === element) run = start;
        element = start;
      }
      if (at - run > pieceBytes && lastComma >= run) {
        addRun(run, lastComma, false);
        run = element;
        await this.#pause();
      }
      if (at - element > pieceBytes) {
        if (isList) list.push(await this.#row(element, at, depth + 1));
        else members.push([this.#name(element, nameEnd), await this.#value(nameEnd + 1, at, depth + 1)]);
        run = at + 1;
      } else if (isLast) addRun(run, at, lastComma === open);
      if (list.length > elements || members.length > keys) throw new JsonPieceError('excessive');
      if (isLast) {
        if ((await this.#skipSpace(at + 1)) < end) throw new SyntaxError('text behind the value');
        return isList ? list : Object.fromEntries(members);
      }
      lastComma = at;
      element = at + 1;
      place.at = element;
    }
    throw new JsonPieceError('truncated');
  }

  /** Scans a container for the end of its current element, up to `stop`; whether it was found. */
  #scan(place: Place, stop: number): boolean {
    const bytes = this.#bytes;
    let { at, level, isText, nameEnd } = place;
    for (; at < stop; at++) {
      const byte = bytes[at];
      if (byte === quote) isText = !isText;
      else if (isText) at += byte === backslash ? 1 : 0;
      else if (byte === openList || byte === openObject) level += 1;
      else if (byte === closeList || byte === closeObject) level -= 1;
      else if (level > 0) continue;
      else if (byte === colon) nameEnd = at;
      else if (byte === comma) break;
      if (level < 0) break;
    }
    Object.assign(place, { at, level, isText, nameEnd });
    return at < stop;
  }

  /** An element of a list. One that exceeds the limits becomes a text with its length, so that the others are shown. */
  async #row(start: number, end: number, depth: number): Promise<unknown> {
    try {
      return await this.#value(start, end, depth);
    } catch (error) {
      if (!(error instanceof JsonPieceError) || depth > 2) throw error;
      return `(${end - start} bytes)`;
    }
  }

  #name(start: number, end: number): string {
    const name = end < start ? undefined : this.#parsed(start, end);
    if (typeof name !== 'string') throw new SyntaxError('no name');
    return name;
  }

  /** The position of the next byte that is not white space. */
  async #skipSpace(from: number): Promise<number> {
    let at = from;
    for (; isSpace(this.#bytes[at]); at++) if (at % this.#limits.pieceBytes === 0) await this.#pause();
    return at;
  }

  async #pause(): Promise<void> {
    if (this.#slices.isOver) await this.#slices.rest();
  }

  #parsed(start: number, end: number, [before = '', behind = ''] = ''): unknown {
    const text = this.#decoder.decode(this.#bytes.subarray(start, end));
    return parseServerJson(before + text + behind);
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
