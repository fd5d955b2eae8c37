import { fieldRow } from '../fields/objectFields.ts';
import type { PlanItem } from '../files/plan.ts';
import { localizer } from '../platform/localize.ts';
import { displayText } from '../util/displayText.ts';

const { t, plural } = localizer;

/** The effect of applying the item, or why it cannot be applied, as a short sentence. */
export function actionText(item: PlanItem, serverName: string): string {
  const server = displayText(serverName, 60);
  switch (item.action) {
    case 'create':
      return t('Not on {server} yet', { server });
    case 'change':
      return differText(item, server);
    case 'rename':
      return t('Named “{name}” on {server}', { name: displayText(item.previousName ?? '', 80), server });
    case 'equal':
      return t('Same as on {server}', { server });
    case 'cannot':
      return t('Cannot be applied to {server}: {reason}', { server, reason: reasonOf(item) });
    case 'onlyOnServer':
      return t('Only on {server}', { server });
    case 'delete':
      return t('No file: to be deleted on {server}', { server });
  }
}

function differText({ changes }: PlanItem, server: string): string {
  return plural('{count} field differs from {server}|{count} fields differ from {server}', changes.length, {
    server,
  });
}

/** A part of other sentences. */
function reasonOf({ problems }: PlanItem): string {
  return problems.find(({ severity }) => severity === 'error')?.text.replace(/\.$/, '') ?? '';
}

/** The line of an item where it is chosen: what is done, and to which fields. */
export function itemDescription({ action, changes, previousName }: PlanItem): string {
  const fields = changes
    .map(({ field }) => fieldRow(field)?.label(localizer) ?? displayText(field, 40))
    .join(', ');
  switch (action) {
    case 'create':
      return t('create');
    case 'change':
      return t('change: {fields}', { fields });
    case 'rename':
      return t('rename from “{name}”: {fields}', { name: displayText(previousName ?? '', 60), fields });
    case 'delete':
      return t('delete');
    case 'cannot':
      return t('cannot be applied');
    case 'equal':
    case 'onlyOnServer':
      return '';
  }
}
