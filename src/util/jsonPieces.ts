import type { ByteSegments } from './byteSegments.ts';
import type { Slices } from './slices.ts';
import { inSlices, type Steps } from './steps.ts';

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
  /** The longest string. */
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
export function parseJsonPieces(
  bytes: ByteSegments,
  slices: Slices,
  limits = serverLimits,
): Promise<unknown> {
  return inSlices(new JsonPieces(bytes, limits).parse(), slices);
}

/** Consecutive elements or members that are parsed together. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** The container ends after this run. */
  readonly isLast: boolean;
}

/** Parses step by step. Only containers longer than a piece are split; everything else is left to `JSON.parse`. */
class JsonPieces {
  readonly #bytes: ByteSegments;
  readonly #limits: JsonLimits;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #at: number;

  constructor(bytes: ByteSegments, limits: JsonLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#at = bytes.at(0) === 0xef && bytes.at(1) === 0xbb && bytes.at(2) === 0xbf ? 3 : 0;
  }

  *parse(): Steps<unknown> {
    const value = yield* this.#value(0);
    yield* this.#skipSpace();
    if (this.#at < this.#bytes.length) throw new SyntaxError('text behind the value');
    return value;
  }

  *#value(depth: number): Steps<unknown> {
    yield* this.#skipSpace();
    if (depth > this.#limits.depth) throw new JsonPieceError('excessive');
    const first = this.#bytes.at(this.#at);
    if (first === undefined) throw new JsonPieceError('truncated');
    if (first === openList) return yield* this.#list(depth);
    if (first === openObject) return yield* this.#object(depth);
    const start = this.#at;
    const length = yield* this.#pass();
    if (length > this.#limits.valueBytes) throw new JsonPieceError('excessive');
    return this.#parsed('', { start, end: this.#at }, '');
  }

  *#list(depth: number): Steps<unknown[]> {
    const list: unknown[] = [];
    this.#at += 1;
    for (let isOver = false; !isOver; yield) {
      const run = this.#run(closeList);
      if (run === undefined) {
        list.push(yield* depth <= 1 ? this.#row(depth + 1) : this.#value(depth + 1));
        isOver = yield* this.#isClosed(closeList);
      } else {
        const values = this.#parsed('[', run, ']');
        if (!Array.isArray(values) || isGap(values.length, list.length, run))
          throw new SyntaxError('no element');
        for (const value of values) list.push(value);
        isOver = run.isLast;
      }
      if (list.length > this.#limits.elements) throw new JsonPieceError('excessive');
    }
    return list;
  }

  /** Parses an element of a list. One that exceeds the limits becomes a text with its length, so that the others are shown. */
  *#row(depth: number): Steps<unknown> {
    yield* this.#skipSpace();
    const start = this.#at;
    const length = yield* this.#pass();
    this.#at = start;
    try {
      return yield* this.#value(depth);
    } catch (error) {
      if (!(error instanceof JsonPieceError)) throw error;
      this.#at = start + length;
      return `(${length} bytes)`;
    }
  }

  *#object(depth: number): Steps<Record<string, unknown>> {
    const members: Record<string, unknown> = {};
    let count = 0;
    this.#at += 1;
    for (let isOver = false; !isOver; yield) {
      const run = this.#run(closeObject);
      if (run === undefined) {
        const name = yield* this.#name();
        setMember(members, name, yield* this.#value(depth + 1));
        isOver = yield* this.#isClosed(closeObject);
        count += 1;
      } else {
        const found = Object.entries(Object(this.#parsed('{', run, '}')));
        if (isGap(found.length, count, run)) throw new SyntaxError('no member');
        for (const [name, value] of found) setMember(members, name, value);
        isOver = run.isLast;
        count += found.length;
      }
      if (count > this.#limits.keys) throw new JsonPieceError('excessive');
    }
    return members;
  }

  *#name(): Steps<string> {
    yield* this.#skipSpace();
    const start = this.#at;
    yield* this.#pass(colon);
    const name = this.#parsed('', { start, end: this.#at }, '');
    if (typeof name !== 'string' || this.#bytes.at(this.#at) !== colon) throw new SyntaxError('no name');
    this.#at += 1;
    return name;
  }

  /** The next elements or members that fit into a piece; `undefined` when the next one does not fit. */
  #run(close: number): Run | undefined {
    const start = this.#at;
    const bytes = this.#bytes.view(start, start + this.#limits.pieceBytes);
    let end = -1;
    let level = 0;
    let isText = false;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === quote) isText = !isText;
      else if (isText) at += byte === backslash ? 1 : 0;
      else if (byte === openList || byte === openObject) level += 1;
      else if (byte === comma) end = level === 0 ? at : end;
      else if (byte === closeList || byte === closeObject) {
        level -= 1;
        if (level >= 0) continue;
        if (byte !== close) throw new SyntaxError('closed by the wrong bracket');
        this.#at = start + at + 1;
        return { start, end: start + at, isLast: true };
      }
    }
    if (end < 0 && start + bytes.length === this.#bytes.length) throw new JsonPieceError('truncated');
    if (end < 0) return undefined;
    this.#at = start + end + 1;
    return { start, end: start + end, isLast: false };
  }

  /** Skips a value; returns its length. */
  *#pass(separator = comma): Steps<number> {
    const start = this.#at;
    let level = 0;
    let isText = false;
    /** Bytes at the start of the next piece that belong to an escape which begins in this one. */
    let skipped = 0;
    while (this.#at < this.#bytes.length) {
      const bytes = this.#bytes.view(this.#at, this.#at + this.#limits.pieceBytes);
      let at = skipped;
      for (; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === quote) isText = !isText;
        else if (isText) at += byte === backslash ? 1 : 0;
        else if (byte === openList || byte === openObject) level += 1;
        else if (byte === closeList || byte === closeObject) level -= 1;
        if (level < 0 || (level === 0 && !isText && byte === separator)) {
          this.#at += at;
          return this.#at - start;
        }
      }
      skipped = at - bytes.length;
      this.#at += bytes.length;
      yield;
    }
    if (level > 0 || isText) throw new JsonPieceError('truncated');
    return this.#at - start;
  }

  /** Whether the container ends here. If not, skips the comma. */
  *#isClosed(close: number): Steps<boolean> {
    yield* this.#skipSpace();
    const next = this.#bytes.at(this.#at);
    if (next === undefined) throw new JsonPieceError('truncated');
    if (next !== comma && next !== close) throw new SyntaxError('neither a comma nor the end');
    this.#at += 1;
    return next === close;
  }

  *#skipSpace(): Steps<void> {
    while (isSpace(this.#bytes.at(this.#at))) {
      const bytes = this.#bytes.view(this.#at, this.#at + this.#limits.pieceBytes);
      let at = 1;
      while (isSpace(bytes[at])) at += 1;
      this.#at += at;
      yield;
    }
  }

  #parsed(before: string, { start, end }: Pick<Run, 'start' | 'end'>, behind: string): unknown {
    const text = this.#decoder.decode(this.#bytes.view(start, end));
    const value: unknown = JSON.parse(before + text + behind);
    return value;
  }
}

/** An element is missing between two commas, or between a comma and the end. */
function isGap(found: number, before: number, { isLast }: Run): boolean {
  return found === 0 && (before > 0 || !isLast);
}

/** A plain assignment to `__proto__` would change the prototype; `JSON.parse` avoids that, too. */
function setMember(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true });
  else members[name] = value;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
