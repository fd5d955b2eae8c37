import { displayText, joinTexts } from '../../../base/displayText.ts';
import { linkText } from '../../../base/linkedText.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { membersText } from '../../../workbench/commands/runs/memberTexts.ts';
import { fieldLabels } from '../../../workbench/platform/fieldLabels.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { reachChangeText } from '../../../workbench/platform/reachTexts.ts';
import { chooseOn, confirmOn, nameIfProduction } from '../../../workbench/servers/serverMarks.ts';
import { type ChangeNaming, changeNaming, editText, valueText } from '../../changeJobs/vscode/changeTexts.ts';
import type { ChangeAction, ChangePlan, PlannedItem } from '../common/changePlan.ts';

type ConfirmContext = Uses<'dialogs' | 'labels' | 'reports' | 'schedules'>;

/** More lines would not fit into a dialog: the whole list is a preview in an editor. */
const linesAtMost = 12;

/**
 * Asks the user whether an agent may do this: the server, the objects by name, their fields before and after, and how
 * many devices are affected. `reading`: the user reads the whole list first.
 */
export async function confirmPlan(
  context: ConfirmContext,
  plan: ChangePlan,
): Promise<'confirmed' | 'refused' | 'reading'> {
  const { server, items } = plan;
  const naming = changeNaming(context, plan.session);
  const first = items.slice(0, linesAtMost);
  const shown = first.map(item => lineOf(item, plan.action, naming));
  const hidden = items.length - shown.length;
  const whole = { ...naming, isWhole: true };
  const isCut = first.some((item, index) => lineOf(item, plan.action, whole) !== shown[index]);
  const question = {
    message: questionText(plan),
    detail: joinTexts(
      '\n\n',
      joinTexts('\n', ...shown, hidden > 0 && plural('and {count} more|and {count} more', hidden)),
      devicesText(plan),
      plan.warnings.map(text => displayText(text, 400)).join('\n'),
      plan.skipped.length > 0 &&
        plural('{count} more stays as it is.|{count} more stay as they are.', plan.skipped.length),
    ),
    action: actionText(plan.action),
  };
  if (hidden === 0 && !isCut)
    return (await confirmOn(server, context.dialogs, question)) ? 'confirmed' : 'refused';
  const { message, detail, action } = question;
  const preview = t('Open Preview in Editor');
  const chosen = await chooseOn(server, context.dialogs, { message, detail, actions: [action, preview] });
  if (chosen === preview) {
    const lines = items.map(item => lineOf(item, plan.action, whole));
    const others = plan.skipped.map(({ name, why }) =>
      t('“{name}”: {problem}', { name: displayText(name), problem: why }),
    );
    const read = async () => linkText([message, '', ...lines, '', ...plan.warnings, ...others]);
    await context.reports.show({ key: `agent/${server.id}`, title: message, read });
    return 'reading';
  }
  const isSure = chosen === action && (await nameIfProduction(server, context.dialogs, action));
  return isSure ? 'confirmed' : 'refused';
}

const questions = {
  change: 'Let the agent change {count} job on “{server}”?|Let the agent change {count} jobs on “{server}”?',
  changeGroups:
    'Let the agent change {count} group on “{server}”?|Let the agent change {count} groups on “{server}”?',
  stop: 'Let the agent stop {count} job on “{server}”?|Let the agent stop {count} jobs on “{server}”?',
  delete: 'Let the agent delete {count} job on “{server}”?|Let the agent delete {count} jobs on “{server}”?',
  deleteGroups:
    'Let the agent delete {count} group on “{server}”?|Let the agent delete {count} groups on “{server}”?',
  members:
    'Let the agent change the devices of {count} group on “{server}”?|Let the agent change the devices of {count} groups on “{server}”?',
} as const;

function questionText({ action, items, server }: ChangePlan): string {
  const words = { server: displayText(server.name, 80) };
  if (action === 'create') return t('Let the agent create this on “{server}”?', words);
  const isOfGroups = items[0]?.kind === 'group';
  const ofGroups = {
    change: 'changeGroups',
    delete: 'deleteGroups',
    stop: 'stop',
    members: 'members',
  } as const;
  return plural(questions[isOfGroups ? ofGroups[action] : action], items.length, words);
}

function actionText(action: ChangeAction): string {
  const texts = {
    change: t('Change'),
    members: t('Change'),
    create: t('Create'),
    stop: t('Stop'),
    delete: t('Delete'),
  };
  return texts[action];
}

/** "“Nightly” (#12): Schedule: daily 03:00 → daily 05:00". */
function lineOf(
  { id, name, before, after }: PlannedItem,
  action: ChangeAction,
  naming: ChangeNaming,
): string {
  const length = (usual: number) => (naming.isWhole === true ? Number.POSITIVE_INFINITY : usual);
  const shown = displayText(name, length(80)) || t('no name');
  const title =
    id === undefined ? t('“{name}”', { name: shown }) : t('“{name}” (#{id})', { name: shown, id });
  switch (action) {
    case 'change':
    case 'members':
      return `${title}: ${displayText(editText({ before, after }, naming), length(600))}`;
    case 'create': {
      const fields = Object.entries(after).map(
        ([field, value]) =>
          `${fieldLabels([field])}: ${Array.isArray(value) ? membersText(field, value, naming) : valueText(field, value, naming)}`,
      );
      return fields.join('\n');
    }
    case 'stop':
      return `${title}: ${displayText(String(before['status'] ?? ''), length(80))}`;
    case 'delete':
      return title;
  }
}

function devicesText({ devices: { before, after, isMore } }: ChangePlan): string {
  const text =
    before === after
      ? plural('Affects {count} device.|Affects {count} devices.', before)
      : reachChangeText(before, after);
  return joinTexts(' ', text, isMore && t('The devices of some groups are known to the server only.'));
}
