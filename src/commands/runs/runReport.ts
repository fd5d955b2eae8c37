import { objectTitle } from '../../files/serverObjects.ts';
import type { ItemOutcome, RunOperation, RunPlan, RunRecord } from '../../journal/runRecord.ts';
import { localizer, plural, t } from '../../platform/localize.ts';
import type { ReportSource } from '../../reports/reports.ts';
import type { ReportAction } from '../../reports/storedReports.ts';
import { dateAndTime } from '../../util/clockFormat.ts';
import { displayText, joinTexts } from '../../util/displayText.ts';
import { type LinkedLine, linkedText } from '../../util/linkedText.ts';
import { isKeyOf } from '../../util/tables.ts';

/** The command for each run on jobs that repeats its operation. */
export const jobCommands = {
  deleteJobs: 'deviceAutomation.job.delete',
  enableJobs: 'deviceAutomation.job.enable',
  disableJobs: 'deviceAutomation.job.disable',
  stopJobs: 'deviceAutomation.job.stop',
} as const;

const operationTitles = {
  deleteJobs: 'Deleting jobs',
  createJobs: 'Recreating jobs',
  enableJobs: 'Enable Jobs',
  disableJobs: 'Disable Jobs',
  stopJobs: 'Stop Jobs',
  changeJobs: 'Change Jobs',
  deleteGroups: 'Deleting groups',
  createGroups: 'Creating groups',
  importGroups: 'Creating and changing groups',
  changeMembers: 'Changing the devices of groups',
  changePlaces: 'Changing the devices of groups and jobs',
  applyFiles: 'Applying files',
} as const;

/** The operation as a title. */
export function operationTitle(act: RunOperation): string {
  return t(operationTitles[act]);
}

/** The title of a run. */
export function runTitle({ act, copied }: Pick<RunPlan, 'act' | 'copied'>): string {
  return copied === undefined ? operationTitle(act) : t('Copying from another server');
}

/** "200 done. 2 not known. 298 not sent." */
export function countsText({ items }: RunRecord): string {
  const count = (is: ItemOutcome['is']) => items.filter(item => item.is === is).length;
  const [failed, unknown, notSent] = [count('failed'), count('unknown'), count('notSent')];
  return joinTexts(
    ' ',
    plural('{count} done.|{count} done.', count('done')),
    failed > 0 && plural('{count} failed.|{count} failed.', failed),
    unknown > 0 && plural('{count} sent, outcome unknown.|{count} sent, outcome unknown.', unknown),
    notSent > 0 && plural('{count} not sent.|{count} not sent.', notSent),
  );
}

/** A report with the outcome of every item, which can be searched and copied in an editor. */
export function runReport(record: RunRecord): ReportSource {
  const { server, time } = record;
  const title = t('{operation} on “{server}”', {
    operation: runTitle(record),
    server: displayText(server.name, 60),
  });
  const key = `runs/${time.replace(/\W+/g, '-')}`;
  return { key, title, read: async () => ({ ...linkedText(reportLines(record)), actions: retryOf(record) }) };
}

/** Has no actions: an interrupted run is only resumed from its notification, so that nothing is sent twice. */
export function interruptedRunReport(record: RunRecord): ReportSource {
  return { ...runReport(record), read: async () => linkedText(reportLines(record)) };
}

function reportLines(record: RunRecord): LinkedLine[] {
  const { server, time, items } = record;
  const title = t('{operation} on “{server}” ({url}), started {time}', {
    operation: runTitle(record),
    server: displayText(server.name),
    url: displayText(server.url),
    time: dateAndTime(Date.parse(time), localizer.language),
  });
  const section = (is: ItemOutcome['is'], heading: string): LinkedLine[] => {
    const found = items.filter(item => item.is === is);
    const lines = found.map(item => itemLine(item, record));
    return found.length === 0 ? [] : ['', `${heading} (${found.length})`, ...lines];
  };
  const kept = items.filter(item => item.kept !== undefined);
  return [
    title,
    countsText(record),
    ...section('unknown', t('Sent, but no response arrived: check the server before retrying')),
    ...section('failed', t('Not done')),
    ...section('notSent', t('Not sent')),
    ...section('done', t('Done')),
    ...(kept.length === 0 ? [] : ['', t('State before the change'), ...kept.map(keptText)]),
  ];
}

/** The command that repeats items that were definitely not done. */
function retryOf(record: RunRecord): ReportAction[] {
  const { act, server, items } = record;
  const rest = items.filter(({ is }) => is === 'failed' || is === 'notSent');
  if (rest.length === 0) return [];
  const title = plural('Retry {count} Object…|Retry {count} Objects…', rest.length);
  if (isKeyOf(jobCommands, act)) {
    const ids = rest.map(({ id }) => id).filter(id => id !== undefined);
    return [{ title, command: jobCommands[act], args: [{ ids, server: server.id }] }];
  }
  if (act === 'deleteGroups') {
    const rows = rest.flatMap(({ key }) =>
      key === undefined ? [] : [{ kind: 'group', serverId: server.id, groupKey: key }],
    );
    return [{ title, command: 'deviceAutomation.group.delete', args: [rows[0], rows] }];
  }
  if (act !== 'applyFiles') return [{ title, command: 'deviceAutomation.run.retry', args: [record] }];
  const found = filesCommand(record, rest);
  return found === undefined ? [] : [{ title, command: found.command, args: [found.argument] }];
}

/** The command that applies or copies these items again; `undefined` if the source of their values is unknown. */
export function filesCommand({ server, folder, copied }: RunRecord, rest: readonly ItemOutcome[]) {
  const items = rest.map(({ name, kind }) => (kind === undefined ? { name } : { name, kind }));
  if (copied !== undefined)
    return {
      command: 'deviceAutomation.files.copyToServer',
      argument: { server: server.id, items, copied },
    } as const;
  if (folder === undefined) return undefined;
  return { command: 'deviceAutomation.files.apply', argument: { server: server.id, items, folder } } as const;
}

function itemLine(item: ItemOutcome, { act, server }: RunRecord): LinkedLine {
  const { id, key, text } = item;
  const name = itemName(item);
  const reason = text === undefined ? '' : `: ${displayText(text, 500)}`;
  if (key !== undefined) {
    const argument = { kind: 'group', serverId: server.id, groupKey: key };
    return ['  ', { text: name, command: 'deviceAutomation.group.open', argument }, reason];
  }
  if (id === undefined || !(isKeyOf(jobCommands, act) || act === 'changeJobs')) return `  ${name}${reason}`;
  const argument = { id, server: server.id };
  return ['  ', { text: name, command: 'deviceAutomation.job.open', argument }, reason];
}

function itemName({ name, id, kind, key }: ItemOutcome): string {
  const title = { name, id, kind: kind ?? (key === undefined ? 'job' : 'group') } as const;
  if (displayText(name) === '') return objectTitle(title, localizer);
  return id === undefined ? displayText(name) : `${displayText(name)} (#${id})`;
}

function keptText(item: ItemOutcome): string {
  return `  ${itemName(item)}: ${JSON.stringify(item.kept)}`;
}
