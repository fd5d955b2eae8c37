import * as z from 'zod/mini';
import type { ServerConfig } from '../../api/model/server.ts';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
import type { Event } from '../../base/emitter.ts';
import { isRecord } from '../../base/json.ts';
import { t } from '../platform/localize.ts';
import type { StoredValue, ValueShape } from '../platform/memory.ts';

const OwnersSchema = z.array(z.object({ id: z.string(), url: z.string() }));

/** Servers that were configured and may have a token. Only their addresses are stored, never a token. */
export const tokenOwners: ValueShape<z.infer<typeof OwnersSchema>> = {
  key: 'tokenOwners',
  schema: OwnersSchema,
  fallback: [],
  meaning: () =>
    t('The list of servers with a token was lost: tokens of servers removed earlier remain stored.'),
};

export interface RemovedServersParts {
  readonly servers: {
    readonly servers: readonly ServerConfig[];
    isTemporary(id: string): boolean;
    readonly onDidChange: Event<void>;
  };
  /** Tokens and passphrases. */
  readonly secrets: readonly { delete(server: ServerConfig): Promise<void> }[];
  readonly owners: Pick<StoredValue<z.infer<typeof OwnersSchema>>, 'get' | 'set'>;
  /** All lists of configured servers; `undefined` if any cannot be read. */
  readonly settings: () => Promise<readonly unknown[] | undefined>;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/** An entry that the user moves by cut and paste is missing for a moment. */
const waitMs = 10_000;

/**
 * Deletes the secrets of a server whose settings entry was removed manually, in this window, in another, or while none
 * was open. Unreadable settings or invalid entries do not prove a removal.
 */
export function watchRemovedServers(parts: RemovedServersParts) {
  const { servers, secrets, owners, settings, clock, onFailure } = parts;
  let next: ScheduledCall | undefined;
  const check = async (): Promise<void> => {
    const found = await settings();
    if (found === undefined) return;
    const ids = new Set(found.flatMap(entry => (isRecord(entry) ? [entry['id']] : [])));
    const removed = owners.get().filter(({ id }) => !ids.has(id));
    for (const store of secrets) for (const { id, url } of removed) await store.delete({ id, name: id, url });
    if (removed.length > 0) await owners.set(owners.get().filter(owner => !isAmong(removed, owner)));
  };
  const note = async (): Promise<void> => {
    const known = owners.get();
    const added = servers.servers
      .filter(({ id }) => !servers.isTemporary(id))
      .map(({ id, url }) => ({ id, url: new URL(url).origin }))
      .filter(owner => !isAmong(known, owner));
    if (added.length > 0) await owners.set([...known, ...added]);
  };
  const changed = (): void => {
    next?.dispose();
    next = clock.schedule(waitMs, () => void check().catch(onFailure));
    note().catch(onFailure);
  };
  const subscription = servers.onDidChange(changed);
  changed();
  const dispose = (): void => {
    next?.dispose();
    subscription.dispose();
  };
  return { check, dispose };
}

type Owner = z.infer<typeof OwnersSchema>[number];

function isAmong(owners: readonly Owner[], { id, url }: Owner): boolean {
  return owners.some(owner => owner.id === id && owner.url === url);
}
