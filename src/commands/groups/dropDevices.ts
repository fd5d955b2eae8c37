import * as z from 'zod/mini';
import { localizer } from '../../platform/localize.ts';
import { addToGroups, type MembersContext } from './addDevices.ts';
import { devicesOfGroupRows, devicesOfRows, type Members } from './deviceArguments.ts';
import { readPasted } from './deviceQuestions.ts';
import { groupsFor } from './groupArguments.ts';
import { placeMembers } from './moveDevices.ts';

/** A group, or a device in it. */
const GroupTargetSchema = z.looseObject({ serverId: z.string(), groupKey: z.string() });

interface DroppedOnGroup {
  readonly rows: readonly unknown[];
  readonly text: string;
}

/** Adds what was dropped on a group to it: devices, all devices of other groups, or host names in text. */
export async function dropOnGroup(
  context: MembersContext,
  row: unknown,
  { rows, text }: DroppedOnGroup,
): Promise<void> {
  const target = GroupTargetSchema.safeParse(row);
  if (!target.success) return;
  const { serverId, groupKey } = target.data;
  const title = localizer.t('Add Devices to Group');
  const targets = await groupsFor(context, [{ kind: 'group', serverId, groupKey }], title);
  if (targets === undefined) return;
  const { session, groups } = targets;
  const members = [devicesOfRows(context, rows), devicesOfGroupRows(context, rows)]
    .filter(found => found?.session === session)
    .flatMap((found): readonly Members[] => found?.members ?? []);
  if (members.length > 0) await placeMembers(context, { session, members }, groups);
  else if (text.trim() !== '') await addToGroups(context, targets, readPasted(session, text));
}
