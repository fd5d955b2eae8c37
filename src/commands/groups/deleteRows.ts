import type { Args } from '../commandContext.ts';
import type { CreateAgainContext } from '../runs/createAgain.ts';
import { isFromKey } from '../viewArguments.ts';
import { deleteGroups } from './deleteGroups.ts';
import { devicesOfRows } from './deviceArguments.ts';
import type { GroupChoice } from './groupArguments.ts';
import { removeDevices } from './moveDevices.ts';

/** Deletes groups; when a key was pressed on a device, removes that from its group instead. */
export async function deleteGroupRows(context: CreateAgainContext & GroupChoice, args: Args): Promise<void> {
  if (!isFromKey(args)) return deleteGroups(context, args);
  const rows = await context.groupsView.frame.focusedRows();
  const [focused] = rows;
  if (focused === undefined) return;
  const run = devicesOfRows(context, [focused]) === undefined ? deleteGroups : removeDevices;
  await run(context, [focused, rows]);
}
