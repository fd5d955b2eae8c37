import { ByteSegments } from '../../util/byteSegments.ts';
import { ContractError, type RequestInfo } from '../errors/apiError.ts';

/** Longer bodies stay bytes, because decoding and parsing them in one go could delay other work. */
export const longestText = 256 * 1024;
/** JSON that is mostly text, as in any real list, is parsed in one go up to this length. */
const longestSparse = 1024 * 1024;
/** More of an error message would not be shown. */
const longestError = 256 * 1024;

/** A complete body: as text, or as bytes if it is long. */
export interface ResponseBody {
  readonly body: string;
  readonly long?: ByteSegments;
}

export interface BodyLimits {
  readonly info: RequestInfo;
  readonly maxBytes: number;
  readonly status: number;
}

/** Collects a body as it arrives. */
export class BodyCollector {
  readonly #limits: BodyLimits;
  readonly #bytes = new ByteSegments();

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Adds a part; false when no more is needed. Throws `ContractError` when the body is too long. */
  add(chunk: Uint8Array): boolean {
    const { info, maxBytes, status } = this.#limits;
    if (this.#bytes.length + chunk.byteLength > maxBytes)
      throw new ContractError(info, { code: 'tooLarge', limitBytes: maxBytes });
    this.#bytes.add(chunk);
    return status < 300 || this.#bytes.length < longestError;
  }

  get body(): ResponseBody {
    const { length } = this.#bytes;
    const isWhole = length <= longestText || (length <= longestSparse && isSparse(this.#bytes));
    if (isWhole) return { body: new TextDecoder().decode(this.#bytes.view(0, length)) };
    if (this.#limits.status < 300) return { body: '', long: this.#bytes };
    return { body: new TextDecoder().decode(this.#bytes.view(0, longestError)) };
  }
}

/** About five of a hundred bytes of real jobs and groups start an object, a list or the value of a key. */
const mostDense = 0.09;

/** Whether the body has few objects, lists and keys, which are slow to parse. */
function isSparse(bytes: ByteSegments): boolean {
  let count = 0;
  for (const byte of bytes.view(0, bytes.length)) {
    // [ { :
    if (byte === 0x5b || byte === 0x7b || byte === 0x3a) count += 1;
  }
  return count <= mostDense * bytes.length;
}
