import type { RunItem, RunOperation } from '../../journal/runRecord.ts';
import { type Device, deviceLabel, unwritableDevices } from '../../model/device.ts';
import type { Draft } from '../../model/draft.ts';
import type { Group } from '../../model/group.ts';
import type { Question } from '../../platform/dialogs.ts';
import { t } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/serverMarks.ts';
import { seenGroup } from '../../store/objectAccess.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { orThrow } from '../../writes/writeResult.ts';
import { offerUndo, type RunContext, reportFailures, runEach } from './bulk.ts';
import type { GroupChange } from './changedGroups.ts';
import { groupItem } from './recordedObjects.ts';
import { undoOf } from './undoRun.ts';
import { deletedText } from './undoSteps.ts';

/** What differs between deleting jobs and deleting groups. */
export interface Deletion<T> {
  readonly act: RunOperation;
  readonly objects: readonly T[];
  readonly question: Question;
  readonly nameOf: (object: T) => string;
  readonly itemOf: (object: T) => RunItem;
  /** Resolves with the object as it was deleted; `undefined` if it had already been deleted. */
  readonly remove: (object: T, onSending: (before: Draft) => Promise<void>) => Promise<T | undefined>;
  /** Called with the deleted objects before anything is reported. */
  readonly onDeleted?: (objects: readonly T[]) => Promise<void>;
}

/** Deletes objects after a modal prompt, reports what failed, and offers to create them again. */
export async function deleteObjects<T>(
  context: RunContext,
  session: ServerSession,
  deletion: Deletion<T>,
): Promise<void> {
  if (await confirmOn(session.server, context.dialogs, deletion.question))
    await deleteConfirmed(context, session, deletion);
}

async function deleteConfirmed<T>(
  context: RunContext,
  session: ServerSession,
  deletion: Deletion<T>,
): Promise<void> {
  const { act, objects, nameOf, itemOf, remove, onDeleted } = deletion;
  const deleted: T[] = [];
  const result = await runEach(context, session, {
    act,
    items: objects,
    itemOf,
    run: async (object, sending) => {
      const current = await remove(object, sending);
      if (current !== undefined) deleted.push(current);
    },
  });
  await onDeleted?.(result.done);
  const again = (failed: readonly T[]) => deleteConfirmed(context, session, { ...deletion, objects: failed });
  await Promise.all([
    reportFailures(context, session, result, { nameOf, again }),
    offerUndo(context, {
      texts: [deletedText(session, deleted.map(nameOf))],
      undo: undoOf(context, session, result.record),
    }),
  ]);
}

/** Names the devices that “Undo” cannot restore, because a create cannot name them; '' for none. */
export function unrestorableText(devices: readonly Device[]): string {
  const lost = unwritableDevices(devices);
  if (lost.length === 0) return '';
  return t('Devices without a host name or address cannot be restored: {devices}.', {
    devices: namesOf(lost, deviceLabel),
  });
}

/** A group with its ID, which the server may not have returned. */
export type IdentifiedGroup = Pick<GroupChange, 'group' | 'id'>;

/** How groups are deleted; `conflicts` are fields of a group that nobody may have changed. */
export function groupDeletion(
  { writes }: ServerSession,
  ids: ReadonlyMap<Group, number>,
  conflicts: (seen: Group, now: Group) => readonly string[] = () => [],
) {
  return {
    act: 'deleteGroups',
    objects: [...ids].map(([group, id]) => ({ group, id })),
    nameOf: ({ group }: IdentifiedGroup) => groupTitle(group),
    itemOf: ({ group, id }: IdentifiedGroup) => groupItem(group, id),
    remove: async ({ group, id }: IdentifiedGroup, onSending: (before: Draft) => Promise<void>) => {
      const options = { onSending, conflicts: (now: Group) => conflicts(group, now) };
      const removed = orThrow(await writes.groups.remove(seenGroup(group, id), options));
      return removed.kind === 'done' ? { group: removed.before, id } : undefined;
    },
  } as const;
}
