import type { Job } from '../../model/job.ts';
import { groupHasWord } from '../groups/groupArrangement.ts';
import type { GroupStore } from '../groups/groupStore.ts';

type NamedGroups = Pick<GroupStore, 'entries'> & {
  readonly identity: Pick<GroupStore['identity'], 'known'>;
};

/** Finds jobs by words of their targets, as far as groups are loaded and their IDs known. */
export class TargetWords {
  readonly #groups: NamedGroups;
  readonly #idsOfWord = new Map<string, ReadonlySet<number>>();

  constructor(groups: NamedGroups) {
    this.#groups = groups;
  }

  /** Whether the word, in lower case, is in the name of a group of the job, or in a device in one or by itself. */
  touches({ groups, peers }: Pick<Job, 'groups' | 'peers'>, word: string): boolean {
    const ids = this.#idsOf(word);
    return (
      groups.some(id => ids.has(id)) ||
      peers.some(({ hostname, addr }) => `${hostname}\n${addr}`.toLocaleLowerCase().includes(word))
    );
  }

  #idsOf(word: string): ReadonlySet<number> {
    const known = this.#idsOfWord.get(word);
    if (known !== undefined) return known;
    const { entries, identity } = this.#groups;
    const ids = entries
      .filter(({ group }) => groupHasWord(group, word))
      .map(({ group }) => identity.known(group))
      .filter(id => id !== undefined);
    const found = new Set(ids);
    this.#idsOfWord.set(word, found);
    return found;
  }
}
