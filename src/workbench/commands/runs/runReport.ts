import type { MembershipChange } from '../../../api/model/membership.ts';
import { objectTitle } from '../../../api/model/objectTitle.ts';
import { dateAndTime } from '../../../base/clockFormat.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { type LinkedLine, linkText } from '../../../base/linkedText.ts';
import {
  changeOf,
  editOf,
  type ItemOutcome,
  type RunOperation,
  type RunRecord,
} from '../../../store/runs/runRecord.ts';
import { fieldLabels } from '../../platform/fieldLabels.ts';
import { localizer, plural, t } from '../../platform/localize.ts';
import type { ReportSource } from '../../reports/reports.ts';
import type { RunActions } from './runActions.ts';

const operationTitles = {
  deleteJobs: 'Delete Jobs',
  enableJobs: 'Enable Jobs',
  disableJobs: 'Disable Jobs',
  stopJobs: 'Stop Jobs',
  changeJobs: 'Change Jobs',
  createJobs: 'Create Jobs',
  deleteGroups: 'Delete Groups',
  importGroups: 'Create and Change Groups',
  changeMembers: 'Change Devices of Groups',
  changePlaces: 'Change Devices of Groups and Jobs',
  applyFiles: 'Apply Files',
  undo: 'Undo',
  writeOne: 'Save',
} as const;

/** The operation as a title. */
export function operationTitle(act: RunOperation): string {
  return t(operationTitles[act]);
}

/** The title of a run. */
export function runTitle(run: RunRecord): string {
  const { act, copied, by } = run;
  const what = copied === undefined ? changeOfJobs(run) : t('Copy from Another Server');
  const operation = what ?? operationTitle(act);
  return by === 'agent' ? t('{operation}, by an agent', { operation }) : operation;
}

/** What was changed in jobs, as far as the record says it: "Disable Jobs", "Move Schedules 2 h Later". */
function changeOfJobs(run: RunRecord): string | undefined {
  const { act, title, items } = run;
  if (act !== 'changeJobs') return undefined;
  const edits = items.map(item => editOf(run, item)?.after ?? {});
  const fields = [...new Set(edits.flatMap(Object.keys))];
  const [enabled, ...others] = new Set(edits.map(edit => edit['enabled']));
  if (fields.join() === 'enabled' && others.length === 0)
    return operationTitle(enabled === true ? 'enableJobs' : 'disableJobs');
  if (title !== undefined) return displayText(title, 120);
  return fields.length === 0 ? undefined : t('Change Jobs: {fields}', { fields: fieldLabels(fields) });
}

/** "200 done. 2 not known. 298 not sent." */
export function countsText({ items }: RunRecord): string {
  const count = (is: ItemOutcome['is']) => items.filter(item => item.is === is).length;
  const [failed, unknown, notSent] = [count('failed'), count('unknown'), count('notSent')];
  const otherwise = count('otherwise');
  return joinTexts(
    ' ',
    plural('{count} done.|{count} done.', count('done')),
    otherwise > 0 && plural('{count} stored differently.|{count} stored differently.', otherwise),
    failed > 0 && plural('{count} failed.|{count} failed.', failed),
    unknown > 0 && plural('{count} sent, outcome unknown.|{count} sent, outcome unknown.', unknown),
    notSent > 0 && plural('{count} not sent.|{count} not sent.', notSent),
  );
}

/** A report with the outcome of every item, and with what can be done about it: nothing unless the run has ended. */
export function runReport(record: RunRecord, runActions: readonly RunActions[]): ReportSource {
  const { server, time } = record;
  const title = t('{operation} on “{server}”', {
    operation: runTitle(record),
    server: displayText(server.name, 60),
  });
  const key = `runs/${time.replace(/\W+/g, '-')}`;
  return {
    key,
    title,
    read: async () => ({
      ...linkText(reportLines(record)),
      actions: runActions.flatMap(actions => actions.commandsFor?.(record) ?? []),
    }),
  };
}

function reportLines(record: RunRecord): LinkedLine[] {
  const { server, time, items } = record;
  const title = t('{operation} on “{server}”, started {time}', {
    operation: runTitle(record),
    server: displayText(server.name),
    time: dateAndTime(Date.parse(time), localizer.language),
  });
  const section = (is: ItemOutcome['is'], heading: string): LinkedLine[] => {
    const found = items.filter(item => item.is === is);
    const lines = found.map(item => itemLine(item, record));
    return found.length === 0 ? [] : ['', `${heading} (${found.length})`, ...lines];
  };
  const states = items.flatMap(stateLines);
  return [
    title,
    countsText(record),
    ...section('unknown', t('Sent, but no response arrived: check the server before retrying')),
    ...section('otherwise', t('Stored differently from what was sent')),
    ...section('failed', t('Not done')),
    ...section('notSent', t('Not sent')),
    ...section('done', t('Done')),
    ...(states.length === 0 ? [] : ['', t('What was changed'), ...states]),
  ];
}

const ofJobs: ReadonlySet<RunOperation> = new Set([
  'deleteJobs',
  'enableJobs',
  'disableJobs',
  'stopJobs',
  'changeJobs',
]);

function itemLine(item: ItemOutcome, { act, server }: RunRecord): LinkedLine {
  const { id, key, text } = item;
  const name = itemName(item);
  const reason = text === undefined ? '' : `: ${displayText(text, 500)}`;
  if (key !== undefined) {
    const argument = { kind: 'group', serverId: server.id, groupKey: key };
    return ['  ', { text: name, command: 'deviceAutomation.group.open', argument }, reason];
  }
  if (id === undefined || !ofJobs.has(act)) return `  ${name}${reason}`;
  const argument = { id, server: server.id };
  return ['  ', { text: name, command: 'deviceAutomation.job.open', argument }, reason];
}

function itemName({ name, id, kind, key }: ItemOutcome): string {
  const title = { name, id, kind: kind ?? (key === undefined ? 'job' : 'group') } as const;
  if (displayText(name) === '') return objectTitle(title, localizer);
  return id === undefined ? displayText(name) : `${displayText(name)} (#${id})`;
}

/** The changed fields of an item by their labels, before and after; all fields of a deleted or created object. */
function stateLines(item: ItemOutcome): string[] {
  const { kept = {}, left } = item;
  const members = changeOf(left);
  const lines =
    members === undefined
      ? Object.keys({ ...(left ?? kept) }).map(field => fieldText(field, kept[field], left?.[field]))
      : [`${fieldLabels(['server_set'])}: ${membersText(members)}`];
  return lines.length === 0 ? [] : [`  ${itemName(item)}`, ...lines.map(line => `    ${line}`)];
}

function fieldText(field: string, before: unknown, after: unknown): string {
  const texts = [before, after].filter(value => value !== undefined).map(valueText);
  return `${fieldLabels([field])}: ${texts.join(' → ')}`;
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (!Array.isArray(value))
    return displayText(typeof value === 'string' ? value : JSON.stringify(value), 500) || '–';
  const members = value.map(member => (typeof member === 'number' ? `#${member}` : String(member)));
  return displayText(members.join(', '), 1_000) || '–';
}

function membersText({ add, remove }: MembershipChange): string {
  const signed = [...add.map(({ name }) => `+ ${name}`), ...remove.map(({ name }) => `− ${name}`)];
  return displayText(signed.join(', '), 1_000);
}
