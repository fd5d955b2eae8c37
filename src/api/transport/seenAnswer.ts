import type { Transport } from './transport.ts';

/** An answer as it came over the wire, for looking into what a server does. */
export interface SeenAnswer {
  readonly path: string;
  readonly status: number;
  readonly body: string;
  /** The server's clock (`Date`), in ms since 1970; `undefined` when it does not tell. */
  readonly serverTimeMs: number | undefined;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** The same transport, which tells of every answer. */
export function watched(
  transport: Transport,
  onAnswer: (answer: SeenAnswer) => void,
  now: () => number = Date.now,
): Transport {
  return {
    send: async request => {
      const sentAtMs = now();
      const response = await transport.send(request);
      const { status, body } = response;
      const time = Date.parse(response.header('date') ?? '');
      onAnswer({
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
