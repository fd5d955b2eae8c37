import * as z from 'zod/mini';
import { storedGroupKey } from '../../api/model/group.ts';
import { type GroupSort, groupSorts } from '../../store/filter/groupArrangement.ts';
import { type Arrangement, jobGroupings, jobSorts } from '../../store/filter/jobArrangement.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue } from '../platform/memory.ts';
import type { UserMemory, UserShape } from '../platform/userMemory.ts';
import { followGroup, followJob, type JobPin, JobPinsSchema } from './pins.ts';
import type { SessionRegistry } from './sessions.ts';

export interface ServerMemory<T> {
  get(serverId: string): T;
  set(serverId: string, value: T): void;
}

export type ArrangementChoice = Pick<Arrangement, 'sort' | 'grouping'>;

const ChoiceSchema = z.object({ sort: z.enum(jobSorts), grouping: z.enum(jobGroupings) });

export type ServerMemories = ReturnType<typeof serverMemories>;

/** What is the same on every computer of the user, followed by the ID of a server. */
export const syncedPrefixes = ['jobArrangement:', 'groupSort:', 'pinnedJobs:', 'pinnedGroups:'];

/**
 * Values per server: those of the user, and those that the windows of a workspace share. `nameOf` names the server of an
 * unreadable value.
 */
export function serverMemories(
  user: Pick<UserMemory, 'of'>,
  workspace: Memory,
  nameOf: (serverId: string) => string,
) {
  const of = <T>(
    { key, meaning, ...shape }: PerServer<T>,
    store: (shape: UserShape<T>) => StoredValue<T>,
  ): ServerMemory<T> => {
    const stored = (serverId: string) =>
      store({
        ...shape,
        key: `${key}:${serverId}`,
        meaning: () => meaning({ server: nameOf(serverId) }),
      });
    return {
      get: serverId => stored(serverId).get(),
      set: (serverId, value) => void stored(serverId).set(value),
    };
  };
  const ofUser = <T>(shape: PerServer<T>) => of<T>(shape, each => user.of(each));
  return {
    arrangements: ofUser<ArrangementChoice>({
      key: 'jobArrangement',
      schema: ChoiceSchema,
      fallback: { sort: 'server', grouping: 'none' },
      merge: own => own,
      meaning: words => t('The sort order and grouping of the jobs on “{server}” were reset.', words),
    }),
    groupSorts: ofUser<GroupSort>({
      key: 'groupSort',
      schema: z.enum(groupSorts),
      fallback: 'server',
      merge: own => own,
      meaning: words => t('The sort order of the groups on “{server}” was reset.', words),
    }),
    pinnedJobs: ofUser<readonly JobPin[]>({
      key: 'pinnedJobs',
      schema: JobPinsSchema,
      fallback: [],
      merge: (own, folder) => [...folder.filter(({ id }) => !own.some(pin => pin.id === id)), ...own],
      meaning: words => t('No jobs on “{server}” are pinned anymore.', words),
    }),
    /** Keys of groups (`groupKey`). */
    pinnedGroups: ofUser<readonly string[]>({
      key: 'pinnedGroups',
      schema: z.array(z.pipe(z.string(), z.transform(storedGroupKey))),
      fallback: [],
      merge: (own, folder) => [...new Set([...folder, ...own])],
      meaning: words => t('No groups on “{server}” are pinned anymore.', words),
    }),
    /** The objects that the user went to, most recent first. */
    recentPlaces: of<readonly string[]>(
      {
        key: 'recentPlaces',
        schema: z.array(z.string()),
        fallback: [],
        merge: own => own,
        meaning: words => t('The list of recently visited objects on “{server}” was reset.', words),
      },
      shape => workspace.of(shape),
    ),
  };
}

type PerServer<T> = Omit<UserShape<T>, 'meaning'> & {
  readonly meaning: (words: { readonly server: string }) => string;
};

/** Lets pins follow the objects that this window saves, however much a save changes. */
export function keepPins(
  sessions: Pick<SessionRegistry, 'onDidOpen'>,
  { pinnedJobs, pinnedGroups }: Pick<ServerMemories, 'pinnedJobs' | 'pinnedGroups'>,
): { dispose(): void } {
  return sessions.onDidOpen(session => {
    const { id } = session.server;
    session.onDidSave(saved => {
      if (saved.kind === 'job') {
        const pins = followJob(pinnedJobs.get(id), saved.before, saved.after);
        if (pins !== undefined) pinnedJobs.set(id, pins);
      } else {
        const pins = followGroup(pinnedGroups.get(id), saved.before, saved.after);
        if (pins !== undefined) pinnedGroups.set(id, pins);
      }
    });
  });
}
