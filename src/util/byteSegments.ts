const segmentBytes = 1024 * 1024;

/** Bytes that arrive in parts. Appending never copies the earlier ones. */
export class ByteSegments {
  readonly #segments: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const at = this.#length % segmentBytes;
      if (at === 0) this.#segments.push(new Uint8Array(segmentBytes));
      const part = bytes.subarray(from, from + segmentBytes - at);
      this.#segments.at(-1)?.set(part, at);
      from += part.length;
      this.#length += part.length;
    }
  }

  at(index: number): number | undefined {
    return index < this.#length
      ? this.#segments[Math.floor(index / segmentBytes)]?.[index % segmentBytes]
      : undefined;
  }

  /** The bytes from `start` up to `end`, copied only when they are not contiguous. */
  view(start: number, end: number): Uint8Array {
    const stop = Math.min(end, this.#length);
    const first = Math.floor(start / segmentBytes);
    const base = first * segmentBytes;
    if (stop <= base + segmentBytes)
      return this.#segments[first]?.subarray(start - base, stop - base) ?? new Uint8Array(0);
    const whole = new Uint8Array(stop - start);
    for (let from = start; from < stop; ) {
      const part = this.view(from, Math.min(stop, (Math.floor(from / segmentBytes) + 1) * segmentBytes));
      whole.set(part, from - start);
      from += part.length;
    }
    return whole;
  }
}
