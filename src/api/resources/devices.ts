import * as z from 'zod/mini';
import type { Call, Requester } from '../transport/requester.ts';
import type { CallOptions } from './callOptions.ts';

const FoundSchema = z.looseObject({
  items: z.array(z.looseObject({ hostname: z.nullish(z.string()) })),
});

/**
 * Not part of the documented API (decision 29): some servers find devices by part of a host name, others return 404.
 */
export class DevicesResource {
  readonly #requester: Requester;

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /** The matching host names. Not retried, because nothing depends on the result. */
  async search(hostname: string, { signal }: CallOptions = {}): Promise<readonly string[]> {
    const path = `/api/peer/search/?${new URLSearchParams({ hostname })}`;
    const call: Call = { operation: 'searchDevices', method: 'GET', path, signal, once: true };
    const { items } = await this.#requester.checked(call, FoundSchema);
    return items.map(item => item.hostname ?? '').filter(name => name !== '');
  }
}
