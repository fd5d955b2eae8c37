import { ConnectionError } from '../errors/connectionError.ts';
import type { Transport } from './transport.ts';

/** The transport of a client, and whether it may send writes. */
export interface Connection {
  readonly transport: Transport;
  readonly readOnly: boolean;
}

/**
 * Whether the request may be sent again over another connection, because we closed its own: a read always, a write only
 * if no byte of it was sent.
 */
export function mayMove(error: unknown, method: string): boolean {
  if (!(error instanceof ConnectionError) || error.reason !== 'closed') return false;
  return method === 'GET' || !error.mayHaveSent;
}
