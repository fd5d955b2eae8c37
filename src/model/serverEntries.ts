import { isRecord, jsonEqual, listOf } from '../util/json.ts';
import { demoServerId, normalizeBaseUrl, type ServerConfig, ServerConfigSchema } from './server.ts';

/** An entry of the setting that cannot be used, and its position counted from 1. */
export interface UnusableEntry {
  readonly number: number;
  /** The invalid fields; empty if an earlier entry or the demo server has the same ID. */
  readonly fields: readonly string[];
}

export interface ServerEntries {
  readonly servers: readonly ServerConfig[];
  readonly unusable: readonly UnusableEntry[];
}

/** The servers of the setting. Users also edit it manually, so unusable entries are left untouched. */
export function readServerEntries(value: unknown): ServerEntries {
  const servers = new Map<string, ServerConfig>();
  const isFree = (id: string) => id !== demoServerId && !servers.has(id);
  const unusable: UnusableEntry[] = [];
  for (const [index, entry] of listOf(value).entries()) {
    const reading = ServerConfigSchema.safeParse(entry);
    if (reading.success && isFree(reading.data.id)) {
      servers.set(reading.data.id, withPlainUrl(reading.data));
      continue;
    }
    const paths = reading.error?.issues.map(({ path }) => path.join('.')) ?? [];
    unusable.push({ number: index + 1, fields: [...new Set(paths)].filter(path => path !== '') });
  }
  return { servers: [...servers.values()], unusable };
}

/** The setting with the server added; an existing entry stays unchanged. */
export function withServerAdded(value: unknown, server: ServerConfig): unknown {
  return indexOf(value, server.id) < 0 ? [...listOf(value), server] : value;
}

/**
 * The setting with only the differences between `before` and `after` applied to the server's entry. Fields of newer
 * versions and simultaneous changes of other windows survive.
 */
export function withServerEdited(value: unknown, before: ServerConfig, after: ServerConfig): unknown {
  const index = indexOf(value, before.id);
  const entry = listOf(value)[index];
  if (!isRecord(entry)) return value;
  const edited = new Map(Object.entries(entry));
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map(Object.entries(after))];
  for (const field of new Set([...old.keys(), ...now.keys()])) {
    if (jsonEqual(old.get(field), now.get(field))) continue;
    if (now.get(field) === undefined) edited.delete(field);
    else edited.set(field, now.get(field));
  }
  return listOf(value).with(index, Object.fromEntries(edited));
}

export function withServerRemoved(value: unknown, id: string): unknown {
  const index = indexOf(value, id);
  return index < 0 ? value : listOf(value).toSpliced(index, 1);
}

/** The index of the entry that the server was read from. Unusable entries with the same ID are skipped. */
function indexOf(value: unknown, id: string): number {
  return listOf(value).findIndex(entry => {
    const reading = ServerConfigSchema.safeParse(entry);
    return reading.success && reading.data.id === id;
  });
}

function withPlainUrl(server: ServerConfig): ServerConfig {
  const base = normalizeBaseUrl(server.url);
  return base.kind === 'ok' ? { ...server, url: base.url } : server;
}
