import type { Transport } from './transport.ts';

/** A response as received, for examining a server. */
export interface SeenResponse {
  readonly path: string;
  readonly status: number;
  readonly body: string;
  /** The server's clock (`Date`) in ms since 1970; `undefined` if the response has no such header. */
  readonly serverTimeMs: number | undefined;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** Wraps a transport to report every response. */
export function observeResponse(
  transport: Transport,
  onResponse: (response: SeenResponse) => void,
  now: () => number = Date.now,
): Transport {
  return {
    send: async request => {
      const sentAtMs = now();
      const response = await transport.send(request);
      const { status, body } = response;
      const time = Date.parse(response.header('date') ?? '');
      onResponse({
        path: request.info.path,
        status,
        body,
        serverTimeMs: Number.isNaN(time) ? undefined : time,
        sentAtMs,
        receivedAtMs: now(),
      });
      return response;
    },
    close: () => transport.close(),
  };
}
