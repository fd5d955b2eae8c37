import { describeOperation } from '../api/errors/errorText.ts';
import type { WriteOutcome } from '../api/transport/requestLog.ts';
import { dateAndTime } from '../util/clockFormat.ts';
import { displayText } from '../util/displayText.ts';
import { isRecord } from '../util/json.ts';
import { type LinkedLine, type LinkedText, type LinkPart, linkText } from '../util/linkedText.ts';
import type { Localizer } from '../util/localizer.ts';
import { isKeyOf } from '../util/tables.ts';
import type { ActivityEntry } from './activityLog.ts';

/** The command that opens the object of an entry; `undefined` if it cannot be opened. */
type OpenObject = (entry: ActivityEntry) => Omit<LinkPart, 'text'> | undefined;

const maxValue = 1_000;

const outcomeTexts = {
  done: 'done',
  notSent: 'not sent',
  refused: 'rejected by the server',
  lost: 'sent, no usable response',
  foundDone: 'done, confirmed by reading it back',
  foundNotDone: 'not done, confirmed by reading it back',
  unknown: 'sent, outcome unknown',
} as const satisfies Readonly<Record<WriteOutcome, string>>;

/** The activity log for display: one paragraph per write, with the fields that it changed. */
export function activityText(
  entries: readonly ActivityEntry[],
  localizer: Localizer,
  openOf: OpenObject,
): LinkedText {
  const title = localizer.t(
    'Changes sent to servers from this VS Code, newest first. Stored on this computer only.',
  );
  return linkText([title, ...entries.flatMap(entry => ['', ...entryLines(entry, localizer, openOf)])]);
}

function entryLines(entry: ActivityEntry, localizer: Localizer, openOf: OpenObject): LinkedLine[] {
  const { time, server, act, request, outcome, before, after } = entry;
  const text = `${describeOperation(act, localizer)} (${displayText(request)})`;
  const open = openOf(entry);
  return [
    `${dateAndTime(Date.parse(time), localizer.language)} · ${displayText(server)}`,
    ['  ', open === undefined ? text : { text, ...open }, `: ${outcomeText(outcome, localizer)}`],
    ...changeLines(before, after),
  ];
}

/** "enabled: true → false"; the whole object for a delete, and what was sent for a create. */
function changeLines(before: unknown, after: unknown): string[] {
  if (!isRecord(after)) return before === undefined ? [] : [`    ${valueText(before)} →`];
  const known = isRecord(before) ? before : {};
  return Object.entries(after).map(([field, value]) => {
    const old = Object.hasOwn(known, field) ? `${valueText(known[field])} → ` : '';
    return `    ${displayText(field)}: ${old}${valueText(value)}`;
  });
}

function valueText(value: unknown): string {
  return displayText(JSON.stringify(value), maxValue);
}

/** Entries of other versions may have other outcomes. */
function outcomeText(outcome: string, { t }: Localizer): string {
  return isKeyOf(outcomeTexts, outcome) ? t(outcomeTexts[outcome]) : displayText(outcome);
}
