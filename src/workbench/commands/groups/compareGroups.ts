import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import { linkText } from '../../../base/linkedText.ts';
import { localizer, t } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { ReportSource } from '../../reports/reports.ts';
import type { Args, Uses } from '../commandContext.ts';
import { type GroupChoice, type GroupTargets, groupsFor } from './groupArguments.ts';

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
