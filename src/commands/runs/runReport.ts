import type { ItemOutcome, RunAct, RunRecord } from '../../journal/runRecord.ts';
import { localizer } from '../../platform/localize.ts';
import { displayText } from '../../util/displayText.ts';

const { t, plural } = localizer;

/** What was being done, for a heading. */
export function actTitle(act: RunAct): string {
  switch (act) {
    case 'deleteJobs':
      return t('Deleting jobs');
    case 'createJobs':
      return t('Recreating jobs');
    case 'enableJobs':
      return t('Enable Jobs');
    case 'disableJobs':
      return t('Disable Jobs');
    case 'stopJobs':
      return t('Stop Jobs');
    case 'deleteGroups':
      return t('Deleting groups');
    case 'createGroups':
      return t('Recreating groups');
    case 'changeMembers':
      return t('Changing the devices of groups');
  }
}

/** "200 done. 2 not known. 298 not sent." */
export function countsText({ items }: RunRecord): string {
  const count = (is: ItemOutcome['is']) => items.filter(item => item.is === is).length;
  const [failed, unknown, notSent] = [count('failed'), count('unknown'), count('notSent')];
  return [
    plural('{count} done.|{count} done.', count('done')),
    failed === 0 ? '' : plural('{count} failed.|{count} failed.', failed),
    unknown === 0 ? '' : plural('{count} sent, outcome unknown.|{count} sent, outcome unknown.', unknown),
    notSent === 0 ? '' : plural('{count} not sent.|{count} not sent.', notSent),
  ]
    .filter(part => part !== '')
    .join(' ');
}

/** What became of every item, to be read, searched and copied in an editor. */
export function runReport(record: RunRecord): string {
  const { act, server, time, items } = record;
  const title = t('{operation} on “{server}” ({url}), started {time}', {
    operation: actTitle(act),
    server: displayText(server.name),
    url: displayText(server.url),
    time: new Date(time).toLocaleString(localizer.language),
  });
  const section = (is: ItemOutcome['is'], heading: string) => {
    const found = items.filter(item => item.is === is);
    return found.length === 0 ? [] : ['', `${heading} (${found.length})`, ...found.map(itemLine)];
  };
  const kept = items.filter(item => item.kept !== undefined);
  return [
    title,
    countsText(record),
    ...section('unknown', t('Sent, but no response came: check the server before retrying')),
    ...section('failed', t('Not done')),
    ...section('notSent', t('Not sent')),
    ...section('done', t('Done')),
    ...(kept.length === 0 ? [] : ['', t('State before the change'), ...kept.map(keptText)]),
    '',
  ].join('\n');
}

function itemLine(item: ItemOutcome): string {
  return `  ${itemName(item)}${item.text === undefined ? '' : `: ${displayText(item.text, 500)}`}`;
}

function itemName({ name, id }: ItemOutcome): string {
  return id === undefined ? displayText(name) : `${displayText(name)} (#${id})`;
}

function keptText(item: ItemOutcome): string {
  return `  ${itemName(item)}: ${JSON.stringify(item.kept)}`;
}
