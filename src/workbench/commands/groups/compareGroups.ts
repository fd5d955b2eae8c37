import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import { linkText } from '../../../base/linkedText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { readWhole } from '../../notices/wholeLists.ts';
import { localizer, t } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { ReportSource } from '../../reports/reports.ts';
import type { Args, Uses } from '../commandContext.ts';
import { type GroupChoice, type GroupTargets, groupChoices, groupsFor } from './groupArguments.ts';

/** Compares two selected groups side by side, or one with another that the user picks, in alphabetical order. */
export async function compareGroups(context: GroupChoice & Uses<'reports'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Compare Groups'));
  const [left, second, ...more] = targets?.groups ?? [];
  if (targets === undefined || left === undefined) return;
  if (more.length > 0) return void (await context.dialogs.info(t('Select one or two groups to compare.')));
  const right = second ?? (await askOther(context, targets.session, left));
  if (right === undefined) return;
  const title = t('{left} ↔ {right}', { left: groupTitle(left), right: groupTitle(right) });
  await context.reports.compare(contentOf(targets, left, 'left'), contentOf(targets, right, 'right'), title);
}

async function askOther(
  { dialogs }: GroupChoice,
  session: ServerSession,
  group: Group,
): Promise<Group | undefined> {
  if (!(await readWhole({ dialogs }, session, ['groups']))) return undefined;
  const others = groupChoices(session).filter(({ value }) => session.groups.entry(value)?.group !== group);
  const key = await dialogs.pick(t('Compare “{name}” with', { name: groupTitle(group) }), others);
  return key === undefined ? undefined : session.groups.entry(key)?.group;
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
