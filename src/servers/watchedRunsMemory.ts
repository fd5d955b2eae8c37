import type { ServerConfig } from '../model/server.ts';
import { localizer } from '../platform/localize.ts';
import type { Memory, StoredValue } from '../platform/memory.ts';
import { type StoredRuns, WatchedRunsSchema } from './watchedRuns.ts';

/** The stored value with the watched runs of a server, for the workspace. */
export function watchedRunsMemory(memory: Memory, { id, url, name }: ServerConfig): StoredValue<StoredRuns> {
  return memory.of({
    key: `watchedRuns:${id}:${url}`,
    schema: WatchedRunsSchema,
    fallback: [],
    meaning: () =>
      localizer.t('Watched jobs on “{server}” that were executing: you may not be notified when they end.', {
        server: name,
      }),
  });
}
