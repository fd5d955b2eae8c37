import { fieldRow } from '../fields/objectFields.ts';
import type { PlanItem } from '../files/filePlan.ts';
import { objectTitle } from '../files/serverObjects.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import { displayText } from '../util/displayText.ts';

const actionTexts = {
  create: 'Not on {server} yet',
  rename: 'Named “{name}” on {server}',
  unchanged: 'Same as on {server}',
  blocked: 'Cannot be applied to {server}: {reason}',
  onlyOnServer: 'Only on {server}',
  delete: 'No file: to be deleted on {server}',
} as const;

/** A short sentence about the effect of applying the item, or about why it cannot be applied. */
export function actionText(item: PlanItem, serverName: string): string {
  const { action, changes } = item;
  const server = displayText(serverName, 60);
  if (action !== 'change')
    return t(actionTexts[action], { server, name: previousTitle(item, 80), reason: reasonOf(item) });
  return plural('{count} field differs from {server}|{count} fields differ from {server}', changes.length, {
    server,
  });
}

/** Without the full stop, for use inside other sentences. */
function reasonOf({ problems }: PlanItem): string {
  return problems.find(({ severity }) => severity === 'error')?.text.replace(/\.$/, '') ?? '';
}

const itemTexts = {
  create: 'create',
  change: 'change: {fields}',
  rename: 'rename from “{name}”: {fields}',
  delete: 'delete',
  blocked: 'cannot be applied',
} as const;

/** Describes an item in a picker: the action and its fields. */
export function itemDescription(item: PlanItem): string {
  const { action, changes } = item;
  if (action === 'unchanged' || action === 'onlyOnServer') return '';
  const fields = changes.map(({ field }) => fieldRow(field)?.label(localizer) ?? displayText(field, 40));
  return t(itemTexts[action], { fields: fields.join(', '), name: previousTitle(item, 60) });
}

function previousTitle(item: PlanItem, maxLength: number): string {
  const { previousName: name = item.name } = item;
  return displayText(objectTitle({ ...item, name }, localizer), maxLength);
}
