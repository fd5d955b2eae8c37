import { ByteSegments } from '../util/byteSegments.ts';
import { type Act, type RequestInfo, ResponseTooLargeError } from './errors.ts';

/** Longer bodies stay bytes: decoding and parsing them at once would keep other work waiting. */
export const longestText = 256 * 1024;
/** Nobody reads more of what a server says beside an error. */
const longestError = 256 * 1024;

/** An object, unlike a list, is checked, compared and shown as a whole. */
const longestObject = 4 * 1024 * 1024;

/** How long a response to such a request may be, where `most` is the limit for all. */
export function bodyLimit(act: Act, most: number): number {
  return act === 'listJobs' || act === 'listGroups' ? most : Math.min(most, longestObject);
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

  /** Throws `ResponseTooLargeError`; false when no more of the body is wanted. */
  add(chunk: Uint8Array): boolean {
    const { info, maxBytes, status } = this.#limits;
    if (this.#bytes.length + chunk.byteLength > maxBytes) throw new ResponseTooLargeError(info, maxBytes);
    this.#bytes.add(chunk);
    return status < 300 || this.#bytes.length < longestError;
  }

  get body(): ResponseBody {
    if (this.#bytes.length > longestText && this.#limits.status < 300) return { body: '', long: this.#bytes };
    return { body: new TextDecoder().decode(this.#bytes.view(0, longestError)) };
  }
}
