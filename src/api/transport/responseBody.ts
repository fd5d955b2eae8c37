import { ByteSegments } from '../../util/byteSegments.ts';
import { ContractError } from '../errors/contractError.ts';
import type { Operation, RequestInfo } from '../errors/requestInfo.ts';

/** Longer bodies stay bytes: decoding and parsing them at once may keep other work waiting. */
export const longestText = 256 * 1024;
/** JSON that is mostly text, as that of any real list is, is parsed at once up to this length. */
const longestSparse = 1024 * 1024;
/** The rest of a longer error message would not be shown. */
const longestError = 256 * 1024;

/** An object, unlike a list, is checked, compared and shown as a whole. */
const longestObject = 4 * 1024 * 1024;

/** How long a response to such a request may be, where `most` is the limit for all. */
export function bodyLimit(operation: Operation, most: number): number {
  return operation === 'listJobs' || operation === 'listGroups' ? most : Math.min(most, longestObject);
}

/** A body that is complete: as text, or as bytes where it is long. */
export interface ResponseBody {
  readonly body: string;
  readonly long?: ByteSegments;
}

export interface BodyLimits {
  readonly info: RequestInfo;
  readonly maxBytes: number;
  readonly status: number;
}

/** Collects a body as it comes. */
export class BodyCollector {
  readonly #limits: BodyLimits;
  readonly #bytes = new ByteSegments();

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Throws `ContractError`; false when no more of the body is wanted. */
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

const samples = 64;
const sampleBytes = 128;
/** In a hundred bytes of real jobs and groups, about five begin an object, a list or a value of a key. */
const mostPerSample = 0.09 * sampleBytes;

/** Whether it has few objects, lists and keys, which take long to parse; judged by samples at random places. */
function isSparse(bytes: ByteSegments): boolean {
  let count = 0;
  for (let sample = 0; sample < samples; sample++) {
    const start = Math.floor(Math.random() * (bytes.length - sampleBytes));
    for (const byte of bytes.view(start, start + sampleBytes)) {
      // [ { :
      if (byte === 0x5b || byte === 0x7b || byte === 0x3a) count += 1;
    }
  }
  return count <= mostPerSample * samples;
}
