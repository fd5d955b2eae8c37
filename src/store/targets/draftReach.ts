import { type Device, deviceKey } from '../../model/device.ts';
import { sameField } from '../../model/difference.ts';
import type { Draft } from '../../model/draft.ts';
import { listOf, stringsOf } from '../../util/json.ts';
import type { ServerSession } from '../serverSession.ts';
import { DeviceNames } from './deviceNames.ts';
import type { Reach } from './targetIndex.ts';

type Known = Pick<ServerSession, 'deviceNames'> & {
  readonly groups: Pick<ServerSession['groups'], 'byId'>;
};

const noDevices = new DeviceNames([]);

/** The known devices that a job with this draft would run on. */
export function reachOfDraft(draft: Draft, session: Known): Reach {
  const chosen = numbers(draft['groups']).map(id => ({ id, group: session.groups.byId(id) }));
  const names = stringsOf(draft['peers']);
  const devices = countDevices(
    chosen.flatMap(({ group }) => (group === undefined ? [] : [group.server_set])),
    names,
    // Indexing all known devices is only worthwhile if there are names to look up.
    names.length === 0 ? noDevices : session.deviceNames,
  );
  return {
    devices,
    unknownGroups: chosen.filter(({ group }) => group === undefined).map(({ id }) => id),
    dynamicGroups: numbers(draft['dynamic_groups']),
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

/** The number of distinct devices among the groups and the single names. */
export function countDevices(
  groups: readonly (readonly Device[])[],
  names: readonly string[],
  known: DeviceNames,
): number {
  const keys = new Set<string>();
  for (const devices of groups) for (const device of devices) keys.add(deviceKey(device));
  for (const name of names) if (name.trim() !== '') keys.add(known.key(name));
  return keys.size;
}

function numbers(value: unknown): number[] {
  return listOf(value).filter(item => typeof item === 'number');
}
