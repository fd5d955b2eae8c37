import * as z from 'zod';
import type { ServerConfig } from '../model/server.ts';
import type { GroupIdMemory } from '../store/groupIdentity.ts';
import { localizer } from './localize.ts';
import { asBefore, type Memory, type Shape } from './memory.ts';

const GroupIdsSchema = z.record(z.string(), z.int().min(0));

/**
 * Group ids found out for a server, remembered for its origin across windows (decision 12). Another window
 * may write at the same time: all that was learned here is put upon what is there with every write.
 */
export function groupIdMemory(memory: Memory, server: ServerConfig): GroupIdMemory {
  const stored = memory.of(groupIdsShape(server));
  const known = new Map(Object.entries(stored.get()));
  const learned = new Map<string, number>();
  return {
    get: key => known.get(key),
    set: (key, id) => {
      if (known.get(key) === id) return;
      learned.set(key, id);
      for (const [other, found] of Object.entries({ ...stored.get(), ...Object.fromEntries(learned) }))
        known.set(other, found);
      void stored.set(Object.fromEntries(known));
    },
  };
}

function groupIdsShape({ id, url, name }: ServerConfig): Shape<z.infer<typeof GroupIdsSchema>> {
  return {
    key: `groupIds:${id}:${url}`,
    schema: GroupIdsSchema,
    upgrades: [asBefore],
    fallback: {},
    meaning: () => localizer.t('Ids of groups of “{server}”: they are looked for again.', { server: name }),
  };
}
