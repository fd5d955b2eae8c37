import type { Group } from '../../../api/model/group.ts';
import { rowsIn } from '../../../workbench/commands/arguments.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { type GroupChoice, groupsFor } from '../../../workbench/commands/groups/groupArguments.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { saveFile, withByteOrderMark } from '../../../workbench/platform/saveFile.ts';
import { csvSeparator } from '../../../workbench/platform/settings.ts';
import { devicesOfRows } from '../../devices/vscode/deviceArguments.ts';
import { groupsAsCsv, groupsAsJson } from '../common/groupTable.ts';

/** Shows groups, or selected devices of groups, as CSV or JSON in a new editor. */
export async function exportGroups(context: GroupChoice & Uses<'newText'>, args: Args): Promise<void> {
  const title = t('Export Groups to Editor');
  const groups = groupsOfDevices(context, args) ?? (await groupsFor(context, args, title))?.groups ?? [];
  if (groups.length === 0) return;
  const format = await context.dialogs.pick(title, [
    { value: 'csv', label: 'CSV', description: t('one line for each device') },
    { value: 'file', label: t('CSV File…'), description: t('for spreadsheets such as Excel') },
    { value: 'json', label: 'JSON', description: t('names, DNs and host names') },
  ]);
  const csv = () => groupsAsCsv(groups, csvSeparator());
  if (format === 'csv') await context.newText.show(csv(), 'plaintext');
  if (format === 'file') await saveFile(t('Groups'), 'csv', withByteOrderMark(csv()));
  if (format === 'json') await context.newText.show(groupsAsJson(groups), 'json');
}

/** The groups of the selected devices, reduced to these devices. */
function groupsOfDevices(context: Uses<'sessions'>, args: Args): readonly Group[] | undefined {
  const rows = rowsIn(args);
  return devicesOfRows(context, rows)?.members.flatMap(({ group, devices }) =>
    group === undefined ? [] : [{ ...group, server_set: devices }],
  );
}
