import * as vscode from 'vscode';
import { groupTitle, jobName } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Uses } from '../commandContext.ts';
import type { Place } from './places.ts';

export const placeIcons: Readonly<Record<Place['kind'], vscode.ThemeIcon>> = {
  job: new vscode.ThemeIcon('checklist'),
  group: new vscode.ThemeIcon('organization'),
  device: new vscode.ThemeIcon('vm'),
};

/** Opens a job, or a group whose ID is known; another group is selected in its view. */
export async function openPlace(
  { documents, groupsView }: Uses<'documents' | 'groupsView'>,
  session: ServerSession,
  place: Exclude<Place, { kind: 'device' }>,
): Promise<void> {
  if (place.kind === 'job') return documents.open(session, 'job', place.job.id, jobName(place.job));
  const { group } = place.entry;
  const id = session.groups.identity.known(group);
  if (id === undefined) await groupsView.reveal(session, group);
  else await documents.open(session, 'group', id, groupTitle(group));
}
