import { createHash } from 'node:crypto';
import { normalizeBaseUrl, type ServerConfig } from '../model/server.ts';
import type { Manifest } from './manifest.ts';

/** Identifies a server without containing its address: IDs in files only count on the server that they were read from. */
export function fingerprintOf(url: string): string {
  const base = normalizeBaseUrl(url);
  const place = base.kind === 'ok' ? base.url : url;
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}

/**
 * Whether the files belong to this server (decision 30). Manifests of earlier versions have no fingerprint: they
 * belong to the server of their name until the next export.
 */
export function isOwnServer(
  { server, fingerprint }: Pick<Manifest, 'server' | 'fingerprint'>,
  { name, url }: Pick<ServerConfig, 'name' | 'url'>,
): boolean {
  return fingerprint === undefined ? server.trim() === name.trim() : fingerprint === fingerprintOf(url);
}
