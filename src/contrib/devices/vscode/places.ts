import * as vscode from 'vscode';
import { type Device, deviceKey, deviceLabel } from '../../../api/model/device.ts';
import type { Job } from '../../../api/model/job.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { type Searchable, searchable } from '../../../base/nameSearch.ts';
import type { GroupEntry } from '../../../store/groups/groupStore.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, jobName } from '../../../workbench/platform/objectNames.ts';

/** An object on a server that the user can go to. */
export type FoundPlace =
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'group'; readonly entry: GroupEntry }
  | { readonly kind: 'device'; readonly device: Device };

const sliceLength = 5_000;

/** Everything that is loaded from a server, searchable by names, IDs and addresses; devices without duplicates. */
export async function placesOf(
  { jobs, groups, targets }: ServerSession,
  yieldToHost: () => Promise<void>,
): Promise<readonly Searchable<FoundPlace>[]> {
  const places: Searchable<FoundPlace>[] = [];
  const add = async (value: FoundPlace, ...texts: readonly string[]) => {
    places.push(searchable(value, ...texts.filter(text => text !== '')));
    if (places.length % sliceLength === 0) await yieldToHost();
  };
  for (const job of jobs.jobs) await add({ kind: 'job', job }, jobName(job), `#${job.id}`, String(job.id));
  for (const entry of groups.entries) {
    const id = groups.identity.known(entry.group);
    const ids = id === undefined ? [] : [`#${id}`, String(id)];
    await add({ kind: 'group', entry }, groupTitle(entry.group), entry.group.dn, ...ids);
  }
  const seen = new Set<number>();
  const lists = [...groups.entries.map(({ group }) => group.server_set), ...jobs.jobs.map(job => job.peers)];
  for (const device of lists.flat()) {
    const [number = -1] = targets.numbers.sameAs(device);
    if (seen.has(number)) continue;
    seen.add(number);
    const { addr, username, server_id, id } = device;
    const ids = [server_id, ...(id === undefined ? [] : [`#${id}`])];
    await add({ kind: 'device', device }, deviceLabel(device), addr, username, ...ids);
  }
  return places;
}

/** The key of a place, for storing and picking it. */
export function placeKey(place: FoundPlace): string {
  switch (place.kind) {
    case 'job':
      return `job ${place.job.id}`;
    case 'group':
      return `group ${place.entry.key}`;
    case 'device':
      return `device ${deviceKey(place.device)}`;
  }
}

/** The name and the kind of a place. */
export function placeText(place: FoundPlace, session: ServerSession): { label: string; description: string } {
  switch (place.kind) {
    case 'job':
      return { label: jobName(place.job), description: t('job #{id}', { id: place.job.id }) };
    case 'group': {
      const { group } = place.entry;
      const id = session.groups.identity.known(group);
      const devices = plural('{count} device|{count} devices', group.server_set.length);
      const what = id === undefined ? t('group') : t('group #{id}', { id });
      return { label: groupTitle(group), description: `${what} · ${devices}` };
    }
    case 'device': {
      const { addr, status } = place.device;
      const label = displayText(deviceLabel(place.device), 120);
      const words = [t('device'), addr === label ? '' : addr, status].map(word => displayText(word, 60));
      return { label, description: joinTexts(' · ', ...words) };
    }
  }
}

export const placeIcons: Readonly<Record<FoundPlace['kind'], vscode.ThemeIcon>> = {
  job: new vscode.ThemeIcon('checklist'),
  group: new vscode.ThemeIcon('organization'),
  device: new vscode.ThemeIcon('vm'),
};

/** Opens a job, or a group whose ID is known; other groups are selected in their view. */
export async function openPlace(
  { documents, groupsView }: Uses<'documents' | 'groupsView'>,
  session: ServerSession,
  place: Exclude<FoundPlace, { kind: 'device' }>,
): Promise<void> {
  if (place.kind === 'job') return documents.open(session, 'job', place.job.id, jobName(place.job));
  const { group } = place.entry;
  const id = session.groups.identity.known(group);
  if (id === undefined) await groupsView.reveal(session, group);
  else await documents.open(session, 'group', id, groupTitle(group));
}
