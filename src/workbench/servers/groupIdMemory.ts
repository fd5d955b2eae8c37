import * as z from 'zod/mini';
import { storedGroupKey } from '../../api/model/group.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import type { GroupIdMemory } from '../../store/groups/groupIdentity.ts';
import { t } from '../platform/localize.ts';
import type { Memory, ValueShape } from '../platform/memory.ts';

const GroupIdsSchema = z.record(z.string(), z.int().check(z.minimum(0)));

/**
 * Group IDs found on a server, stored by its origin across windows (decision 12). Other windows may write at the same
 * time, so each write merges what was learned here into the stored value.
 */
export function groupIdMemory(memory: Memory, server: ServerConfig): GroupIdMemory {
  const stored = memory.of(groupIdsShape(server));
  const known = new Map(Object.entries(stored.get()).map(([key, id]) => [storedGroupKey(key), id]));
  const learned = new Map<string, number>();
  let [isWriting, hasNews] = [false, false];
  // Searches find IDs one by one: those found during a write are stored by the next write.
  const write = async () => {
    hasNews = true;
    if (isWriting) return;
    isWriting = true;
    try {
      while (hasNews) {
        hasNews = false;
        for (const [key, id] of Object.entries({ ...stored.get(), ...Object.fromEntries(learned) }))
          known.set(key, id);
        await stored.set(Object.fromEntries(known));
      }
    } finally {
      isWriting = false;
    }
  };
  return {
    get: key => known.get(key),
    set: (key, id) => {
      if (known.get(key) === id) return;
      learned.set(key, id);
      known.set(key, id);
      void write();
    },
  };
}

function groupIdsShape({ id, url, name }: ServerConfig): ValueShape<z.infer<typeof GroupIdsSchema>> {
  return {
    key: `groupIds:${id}:${url}`,
    schema: GroupIdsSchema,
    fallback: {},
    meaning: () => t('The group IDs of “{server}” will be searched for again.', { server: name }),
  };
}
