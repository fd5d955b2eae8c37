import { createHash } from 'node:crypto';
import { normalizeBaseUrl } from './server.ts';

/** Identifies a server by its address, without revealing it; the same for everybody, whatever they call the server. */
export function fingerprintOf(url: string): string {
  const base = normalizeBaseUrl(url);
  const place = base.kind === 'ok' ? base.url : url;
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}
