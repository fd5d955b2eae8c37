import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on a loopback port, or on any free one for 0, and resolves with the port. */
export async function listen(server: Server, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
