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

/** The devices that a job of this draft would run on, as far as known. */
export function reachOfDraft(draft: Draft, session: Known): Reach {
  const chosen = numbers(draft['groups']).map(id => ({ id, group: session.groups.byId(id) }));
  const names = stringsOf(draft['peers']);
  const devices = countDevices(
    chosen.flatMap(({ group }) => (group === undefined ? [] : [group.server_set])),
    names,
    // All known devices are indexed only where there are names to find among them.
    names.length === 0 ? noDevices : session.deviceNames,
  );
  return {
    devices,
    unknownGroups: chosen.filter(({ group }) => group === undefined).map(({ id }) => id),
    dynamicGroups: numbers(draft['dynamic_groups']),
  };
}

/** The devices that jobs of these drafts would run on together; disabled jobs run on none. */
export function reachOfDrafts(drafts: readonly Draft[], session: Known): Reach {
  const enabled = drafts.filter(draft => draft['enabled'] !== false);
  const all = (field: string) => [
    ...new Set(enabled.flatMap((draft): unknown[] => (Array.isArray(draft[field]) ? draft[field] : []))),
  ];
  const [groups, peers, dynamicGroups] = [all('groups'), all('peers'), all('dynamic_groups')];
  return reachOfDraft({ groups, peers, dynamic_groups: dynamicGroups }, session);
}

/** The reach of a text, and of what the server has where the text changes it. */
interface DraftReach {
  readonly reach: Reach;
  /** `undefined` where the edit does not change the targets, or it is unknown what they were. */
  readonly before: number | undefined;
}

/** `stored`: what the server has of the job; not known of a new one. */
export function draftReach(draft: Draft, stored: Draft | undefined, session: Known): DraftReach {
  const isKnown = stored !== undefined && 'groups' in stored && 'peers' in stored;
  const isChanged = isKnown && !(sameField('groups', stored, draft) && sameField('peers', stored, draft));
  return {
    reach: reachOfDraft(draft, session),
    before: isChanged ? reachOfDraft(stored, session).devices : undefined,
  };
}

/** How many different devices the groups and the single names have together. */
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
