import type { Job } from '../../model/job.ts';
import { getOrAdd } from '../../util/collections.ts';
import { groupHasWord } from '../groups/groupArrangement.ts';
import type { GroupStore } from '../groups/groupStore.ts';

type Targets = Pick<Job, 'groups' | 'peers'>;
type NamedGroups = Pick<GroupStore, 'entries'> & {
  readonly identity: Pick<GroupStore['identity'], 'known'>;
};

/**
 * Whether a lower-case word occurs in the name of a job's group, in a device of such a group, or in a single device
 * of the job. Limited to loaded groups whose IDs are known.
 */
export function targetWords(groups: NamedGroups): (job: Targets, word: string) => boolean {
  const known = new Map<string, ReadonlySet<number | undefined>>();
  const idsOf = (word: string) => {
    const found = groups.entries.filter(({ group }) => groupHasWord(group, word));
    return new Set(found.map(({ group }) => groups.identity.known(group)));
  };
  return ({ groups: own, peers }, word) => {
    const ids = getOrAdd(known, word, () => idsOf(word));
    return (
      own.some(id => ids.has(id)) ||
      peers.some(({ hostname, addr }) => `${hostname}\n${addr}`.toLocaleLowerCase().includes(word))
    );
  };
}
