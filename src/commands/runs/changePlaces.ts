import { sharedNames } from '../../model/membership.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle, jobName } from '../../platform/objectNames.ts';
import { type ChangedMembers, changeMembers } from '../../store/groups/memberChange.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';
import { type GroupChange, inverseChanges, membersItem } from './changeGroupMembers.ts';
import { EditedJobs, editItem, type JobEdit } from './editJobs.ts';
import { membersReport } from './membersReport.ts';
import { operationTitle } from './runReport.ts';

/** A change of a group's devices, or an edit of a job. */
export type PlaceChange = GroupChange | JobEdit;

interface PlacesRun {
  readonly places: readonly PlaceChange[];
  readonly isUndo?: boolean;
}

/**
 * Changes groups and jobs as one operation, each of what the server has then; one report has all of it, and “Undo”
 * takes back exactly what changed.
 */
export async function changePlaces(
  context: RunContext,
  session: ServerSession,
  { places, isUndo = false }: PlacesRun,
): Promise<void> {
  const shared = sharedNames(session.knownDevices);
  const changed: ChangedMembers[] = [];
  const edited = new EditedJobs(session);
  const result = await runEach(context, session, {
    act: 'changePlaces',
    title: operationTitle('changePlaces'),
    items: places,
    itemOf: place => ('edit' in place ? editItem(place) : membersItem(place)),
    run: async (place, sending) => {
      if ('edit' in place) await edited.edit(place, sending);
      else changed.push(await changeMembers(session.groups, { ...place, shared }, sending));
    },
  });
  edited.touchStatuses();
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: placeName,
      again: items => changePlaces(context, session, { places: items, isUndo }),
    }),
    reportPlaces(context, session, { changed, edited, isUndo }),
  ]);
}

export function placeName(place: PlaceChange): string {
  return 'edit' in place ? jobName(place.job) : groupTitle(place.group);
}

interface ChangedPlaces {
  readonly changed: readonly ChangedMembers[];
  readonly edited: EditedJobs;
  readonly isUndo: boolean;
}

async function reportPlaces(
  context: RunContext,
  session: ServerSession,
  { changed, edited, isUndo }: ChangedPlaces,
): Promise<void> {
  const { summary, problems } = membersReport(session.server.name, changed, []);
  for (const problem of problems) context.log.error(problem);
  const parts = [changed.length === 0 ? '' : summary, edited.text(context, isUndo), ...problems.slice(0, 3)];
  const text = parts.filter(part => part !== '').join(' ');
  if (text === '') return;
  const undo = localizer.t('Undo');
  const places = [...inverseChanges(session, changed), ...edited.inverse];
  const actions = isUndo || places.length === 0 ? [] : [undo];
  const { dialogs } = context;
  const chosen = await (problems.length > 0
    ? dialogs.warn(text, ...actions)
    : dialogs.info(text, ...actions));
  if (chosen === undo) await changePlaces(context, session, { places, isUndo: true });
}
