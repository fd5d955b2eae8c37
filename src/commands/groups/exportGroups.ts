import { type Group, toGroupDraft } from '../../model/group.ts';
import { emptyJobDraft } from '../../model/job.ts';
import { groupsAsCsv, groupsAsJson } from '../../model/tables/groupTable.ts';
import { localizer, t } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import { saveFile, withByteOrderMark } from '../../platform/saveFile.ts';
import { csvSeparator } from '../../platform/settings.ts';
import type { ReportSource } from '../../reports/reports.ts';
import { linkText } from '../../util/linkedText.ts';
import { rowsIn } from '../arguments.ts';
import type { Args, Uses } from '../commandContext.ts';
import { groupIdsOf } from '../findGroupIds.ts';
import { devicesOfRows } from './deviceArguments.ts';
import { type GroupChoice, type GroupTargets, groupsFor } from './groupArguments.ts';

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

/** Compares two groups side by side, with names in alphabetical order. */
export async function compareGroups(context: GroupChoice & Uses<'reports'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Compare Two Groups'));
  if (targets === undefined) return;
  const [left, right, ...more] = targets.groups;
  if (left === undefined || right === undefined || more.length > 0) {
    await context.dialogs.info(t('Select two groups to compare them.'));
    return;
  }
  const title = t('{left} ↔ {right}', { left: groupTitle(left), right: groupTitle(right) });
  await context.reports.compare(contentOf(targets, left, 'left'), contentOf(targets, right, 'right'), title);
}

function contentOf({ session }: GroupTargets, group: Group, side: string): ReportSource {
  const collator = new Intl.Collator(localizer.language, { numeric: true });
  const { name = '', dn = '', server_set: devices = [] } = toGroupDraft(group);
  const lines = [name, dn, '', ...[...devices].sort((a, b) => collator.compare(a, b))];
  return {
    key: `groups/${session.server.id}/${side}`,
    title: groupTitle(group),
    read: async () => linkText(lines),
  };
}

/** Opens a new job that targets the groups. */
export async function createJobForGroups(
  context: GroupChoice & Uses<'notices' | 'documents'>,
  args: Args,
): Promise<void> {
  const targets = await groupsFor(context, args, t('Create Job for Group'));
  if (targets === undefined) return;
  const ids = await groupIdsOf(context, targets.session, targets.groups);
  if (ids.size === 0) return;
  const name = t('Job for {groups}', { groups: namesOf([...ids.keys()], groupTitle, 3) });
  await context.documents.openNew(targets.session, 'job', name, {
    ...emptyJobDraft,
    name,
    groups: [...ids.values()],
  });
}
