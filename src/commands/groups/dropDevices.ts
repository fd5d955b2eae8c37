import * as z from 'zod';
import { localizer } from '../../platform/localize.ts';
import { addToGroups, type MembersContext } from './addDevices.ts';
import { devicesOfGroupRows, devicesOfRows, type Members } from './deviceArguments.ts';
import { readPasted } from './deviceQuestions.ts';
import { type GroupTargets, groupsFor } from './groupArguments.ts';
import { placeMembers } from './moveDevices.ts';

const DroppedSchema = z.object({ rows: z.array(z.unknown()), text: z.string() });
/** A group, or a device in it. */
const GroupTargetSchema = z.looseObject({ serverId: z.string(), groupKey: z.string() });

/** Adds what was dropped on a group to it: devices, all devices of other groups, or host names in text. */
export async function dropDevices(context: MembersContext, args: readonly unknown[]): Promise<void> {
  const target = GroupTargetSchema.safeParse(args[0]);
  const dropped = DroppedSchema.safeParse(args[1]);
  if (!target.success || !dropped.success) return;
  const { serverId, groupKey } = target.data;
  const title = localizer.t('Add Devices to Group');
  const targets = await groupsFor(context, [{ kind: 'group', serverId, groupKey }], title);
  if (targets !== undefined) await dropOnGroups(context, targets, dropped.data);
}

async function dropOnGroups(
  context: MembersContext,
  targets: GroupTargets,
  { rows, text }: z.infer<typeof DroppedSchema>,
): Promise<void> {
  const { session, groups } = targets;
  const members = [devicesOfRows(context, rows), devicesOfGroupRows(context, rows)]
    .filter(found => found?.session === session)
    .flatMap((found): readonly Members[] => found?.members ?? []);
  if (members.length > 0) await placeMembers(context, { session, members }, groups);
  else if (text.trim() !== '') await addToGroups(context, targets, readPasted(session, text));
}
