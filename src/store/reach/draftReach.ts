import { sameField } from '../../api/model/difference.ts';
import type { Draft } from '../../api/model/draft.ts';
import { numbersOf, stringsOf } from '../../base/json.ts';
import type { Reach, TargetIndex } from './targetIndex.ts';

interface Known {
  readonly targets: Pick<TargetIndex, 'group' | 'countDevices'>;
}

/** The known devices that a job with this draft would run on. */
export function reachOfDraft(draft: Draft, { targets }: Known): Reach {
  const chosen = numbersOf(draft['groups']).map(id => ({ id, group: targets.group(id) }));
  const lists = chosen.flatMap(({ group }) => (group === undefined ? [] : [group.server_set]));
  return {
    devices: targets.countDevices(lists, stringsOf(draft['peers'])),
    unknownGroups: chosen.filter(({ group }) => group === undefined).map(({ id }) => id),
    dynamicGroups: numbersOf(draft['dynamic_groups']),
  };
}

/** The devices that jobs with these drafts would run on together; disabled jobs run on none. */
export function reachOfDrafts(drafts: readonly Draft[], session: Known): Reach {
  const enabled = drafts.filter(draft => draft['enabled'] !== false);
  const all = (field: string) => [
    ...new Set(enabled.flatMap((draft): unknown[] => (Array.isArray(draft[field]) ? draft[field] : []))),
  ];
  const [groups, peers, dynamicGroups] = [all('groups'), all('peers'), all('dynamic_groups')];
  return reachOfDraft({ groups, peers, dynamic_groups: dynamicGroups }, session);
}

/** The reach of an edited draft, and that of the server's version if the edit changes it. */
interface DraftReach {
  readonly reach: Reach;
  /** `undefined` if the edit does not change the targets, or if the previous ones are unknown. */
  readonly before: number | undefined;
}

/** `stored` is the server's version of the job; `undefined` for a new one. */
export function draftReach(draft: Draft, stored: Draft | undefined, session: Known): DraftReach {
  const isKnown = stored !== undefined && 'groups' in stored && 'peers' in stored;
  const isChanged = isKnown && !(sameField('groups', stored, draft) && sameField('peers', stored, draft));
  return {
    reach: reachOfDraft(draft, session),
    before: isChanged ? reachOfDraft(stored, session).devices : undefined,
  };
}
