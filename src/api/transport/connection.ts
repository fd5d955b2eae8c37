import { ConnectionError } from '../errors/apiError.ts';
import type { Transport } from './transport.ts';

/** The transport of a client, and whether it may send writes. */
export interface Connection {
  readonly transport: Transport;
  readonly readOnly: boolean;
}

/**
 * Whether the request may be sent again on a new connection after we closed the old one: reads always, writes only if
 * no byte of them was sent.
 */
export function mayResend(error: unknown, method: string): boolean {
  if (!(error instanceof ConnectionError) || error.reason !== 'closed') return false;
  return method === 'GET' || !error.mayHaveSent;
}
