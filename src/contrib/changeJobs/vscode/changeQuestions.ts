import { isIdList, jobListFields, readTypedId } from '../../../api/fields/objectFields.ts';
import type { Job } from '../../../api/model/job.ts';
import { countBy } from '../../../base/collections.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { searchable, searchNames } from '../../../base/nameSearch.ts';
import { yieldToHost } from '../../../base/slices.ts';
import { isKeyOf, keysOf } from '../../../base/tables.ts';
import { wallOf } from '../../../recurrence/text/dateTimeValue.ts';
import { weekdayCodes } from '../../../recurrence/text/recurrenceRule.ts';
import { findTimeZone, localTimeZone } from '../../../recurrence/text/timeZone.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { choicesFor } from '../../../workbench/documents/listChoices.ts';
import { fieldLabels } from '../../../workbench/platform/fieldLabels.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import type { Labels } from '../../../workbench/servers/labels.ts';
import { askDevices } from '../../devices/vscode/deviceQuestions.ts';
import type { JobChange, ListChange } from '../common/jobChange.ts';
import { parseSpan } from '../common/spanText.ts';
import { moveTitle, weekdayName } from './changeTexts.ts';

export interface ChangeQuestions extends Uses<'dialogs' | 'notices'> {
  readonly labels: Pick<Labels, 'get' | 'ids' | 'text'>;
}

type ChangedList = ListChange['field'];

const others = {
  moveBy: { title: 'Move Schedules Earlier or Later…', ask: askSpan },
  moveToTime: { title: 'Move Schedules to Another Time or Other Days…', ask: askTime },
  moveToZone: { title: 'Move Schedules to a Time Zone…', ask: askZone },
  enable: { title: 'Enable', ask: async () => ({ kind: 'enable', enabled: true }) },
  disable: { title: 'Disable', ask: async () => ({ kind: 'enable', enabled: false }) },
  rename: { title: 'Replace in Names…', ask: askReplacement },
} as const satisfies Readonly<Record<string, OtherChange>>;

interface OtherChange {
  readonly title: string;
  readonly ask: (context: ChangeQuestions) => Promise<JobChange | undefined>;
}

/** Asks for one change to many jobs; `undefined` if the user cancels. */
export async function askChange(
  context: ChangeQuestions,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<JobChange | undefined> {
  const title = plural('Change {count} Job|Change {count} Jobs', jobs.length);
  const choices = [
    ...keysOf(others).map(kind => ({ value: kind, label: t(others[kind].title) })),
    ...jobListFields.map(field => ({
      value: `add ${field}`,
      label: t('Add to {field}…', { field: fieldLabels([field]) }),
    })),
    ...jobListFields.map(field => ({
      value: `remove ${field}`,
      label: t('Remove from {field}…', { field: fieldLabels([field]) }),
    })),
  ];
  const texts = choices.map(choice => searchable(choice, choice.label));
  const answer = await context.dialogs.search({
    title,
    placeholder: t('Select a change, or type by how much schedules move, for example 2h or -30 min'),
    search: async (typed, signal) => {
      const found = await searchNames(texts, typed, {
        atMost: choices.length,
        yieldToHost,
        signal,
      });
      const spanMs = parseSpan(typed);
      const moved = spanMs === undefined ? [] : [{ value: spanValue, label: moveTitle(spanMs) }];
      return [...moved, ...found];
    },
  });
  if (answer === undefined) return undefined;
  const { value: chosen, typed } = answer;
  if (chosen === spanValue) return moveBy(typed);
  if (isKeyOf(others, chosen)) return others[chosen].ask(context);
  const field = jobListFields.find(name => chosen === `add ${name}` || chosen === `remove ${name}`);
  if (field === undefined) return undefined;
  return chosen === `add ${field}`
    ? askAdditions(context, session, field)
    : askRemovals(context, session, { field, jobs });
}

const otherValue = 'other';
const spanValue = 'span';

async function askAdditions(
  context: ChangeQuestions,
  session: ServerSession,
  field: ChangedList,
): Promise<JobChange | undefined> {
  const { dialogs, labels } = context;
  const title = t('Add to {field}', { field: fieldLabels([field]) });
  if (field === 'peers') {
    const names = (await askDevices(context, session, title))?.devices.map(({ name }) => name);
    return names && listChange('add', field, names);
  }
  const picked = await dialogs.pickOrType({
    title,
    placeholder: isIdList(field)
      ? t('Select from the list, or type or paste IDs and press Enter')
      : t('Select from the list, or type or paste names and press Enter'),
    hint: t('Select with the checkboxes, or type a full name or ID'),
    paste: t('Paste from Clipboard'),
    choices: choicesOf(labels, session, field),
    ...(isIdList(field) && { isComplete: (text: string) => readTypedId(text) !== undefined }),
  });
  if (picked === undefined) return undefined;
  const typed = membersOf(picked.typed, field);
  if (!isIdList(field) || typed.every(member => readTypedId(member) !== undefined))
    return listChange('add', field, [...picked.values, ...typed]);
  await dialogs.error(t('An ID is a whole number.'));
  return undefined;
}

async function askRemovals(
  context: ChangeQuestions,
  session: ServerSession,
  { field, jobs }: { readonly field: ChangedList; readonly jobs: readonly Job[] },
): Promise<JobChange | undefined> {
  const membersOf = (job: Job) =>
    field === 'peers' ? job.peers.map(({ hostname, addr }) => hostname || addr) : job[field];
  const uses = countBy(
    jobs.flatMap(job => [...new Set<number | string>(membersOf(job))]),
    String,
  );
  if (uses.size === 0) {
    await context.dialogs.info(t('These jobs have nothing to remove from this field.'));
    return undefined;
  }
  const known = new Map(choicesOf(context.labels, session, field).map(choice => [choice.value, choice]));
  const choices = [...uses].map(([value, count]) => {
    const id = isIdList(field) ? `#${value}` : value;
    const label = known.get(value)?.label ?? id;
    const inJobs = plural('in {count} job|in {count} jobs', count);
    return { value, label, description: joinTexts(' · ', label !== id && isIdList(field) && id, inJobs) };
  });
  const title = t('Remove from {field}', { field: fieldLabels([field]) });
  const chosen = await context.dialogs.pickMany(title, choices);
  return chosen === undefined ? undefined : listChange('remove', field, chosen);
}

function choicesOf(labels: ChangeQuestions['labels'], session: ServerSession, field: ChangedList) {
  return choicesFor(session, labels, field).flatMap(({ value, label, detail }) =>
    value === null
      ? []
      : [
          {
            value: String(value),
            label,
            description: joinTexts(' · ', field === 'groups' && `#${value}`, detail),
          },
        ],
  );
}

function membersOf(text: string, field: ChangedList): readonly string[] {
  return text
    .split(isIdList(field) ? /[\s,;#]+/ : /[,;\t\r\n]+/)
    .map(member => member.trim())
    .filter(member => member !== '');
}

function listChange(
  kind: 'add' | 'remove',
  field: ChangedList,
  items: readonly string[],
): JobChange | undefined {
  if (items.length === 0) return undefined;
  if (isIdList(field)) return { kind, field, items: [...new Set(items.map(Number))] };
  return { kind, field, items: [...new Set(items)] };
}

async function askSpan({ dialogs }: ChangeQuestions): Promise<JobChange | undefined> {
  const typed = await dialogs.input({
    title: t('Move Schedules Earlier or Later'),
    prompt: t('By how much, for example 2h, -30 min or 1d 2h. A minus sign moves them earlier.'),
    validate: text =>
      parseSpan(text) === undefined ? t('Type a time span, for example 2h or -30 min.') : undefined,
  });
  return typed === undefined ? undefined : moveBy(typed);
}

function moveBy(typed: string): JobChange | undefined {
  const spanMs = parseSpan(typed);
  return spanMs === undefined ? undefined : { kind: 'moveBy', spanMs };
}

async function askZone({ dialogs }: ChangeQuestions): Promise<JobChange | undefined> {
  const own = localTimeZone();
  const title = t('Move Schedules to a Time Zone');
  const chosen = await dialogs.pick(title, [
    { value: 'utc', label: t('UTC') },
    { value: 'server', label: t('the server’s own time zone') },
    { value: 'own', label: t('my time zone ({zone})', { zone: own }) },
    { value: otherValue, label: t('Another Time Zone…') },
  ]);
  if (chosen === 'utc' || chosen === 'server') return { kind: 'moveToZone', zone: { kind: chosen } };
  if (chosen === 'own') return { kind: 'moveToZone', zone: { kind: 'named', tzid: own } };
  if (chosen !== otherValue) return undefined;
  const typed = await dialogs.input({
    title,
    prompt: t('The name of the zone, for example Europe/Berlin.'),
    validate: text => (findTimeZone(text.trim()) === undefined ? t('Unknown time zone.') : undefined),
  });
  return typed === undefined
    ? undefined
    : { kind: 'moveToZone', zone: { kind: 'named', tzid: typed.trim() } };
}

async function askReplacement({ dialogs }: ChangeQuestions): Promise<JobChange | undefined> {
  const title = t('Replace in Names');
  const find = await dialogs.input({
    title,
    prompt: t('The text to find (case-sensitive)'),
    validate: text => (text === '' ? t('Type the text to find.') : undefined),
  });
  if (find === undefined) return undefined;
  const replacement = await dialogs.input({
    title,
    prompt: t('The text that replaces “{find}”. Leave empty to remove it.', { find }),
  });
  return replacement === undefined ? undefined : { kind: 'rename', find, replacement };
}

const everyDay: readonly number[] = [...weekdayCodes.keys()];
const workdays = everyDay.slice(0, 5);

/** Asks for the days and the time to which schedules should move; either can be left unchanged. */
export async function askTime({ dialogs }: Uses<'dialogs'>): Promise<JobChange | undefined> {
  const title = t('Move Schedules to Another Time or Other Days');
  const chosen = await dialogs.pick(title, [
    { value: 'keep', label: t('Keep the Days') },
    { value: 'all', label: t('Every Day') },
    { value: 'workdays', label: t('Monday to Friday') },
    { value: 'some', label: t('Choose Weekdays…') },
  ]);
  if (chosen === undefined) return undefined;
  const days = await daysOf({ dialogs }, chosen, title);
  if (days === undefined) return undefined;
  const isTimeNeeded = days.length === 0;
  const timeOf = (text: string) => wallOf('1970-01-01', text.trim().padStart(5, '0'));
  const isKept = (text: string) => text.trim() === '' && !isTimeNeeded;
  const clock = t(
    'The time of day in the time zone of each schedule, for example 03:00. Times with Z are in UTC.',
  );
  const typed = await dialogs.input({
    title,
    prompt: isTimeNeeded ? clock : `${clock} ${t('Leave empty to keep the times.')}`,
    validate: text =>
      isKept(text) || timeOf(text) !== undefined ? undefined : t('Type a time, for example 03:00.'),
  });
  if (typed === undefined) return undefined;
  const timeMs = timeOf(typed);
  return {
    kind: 'moveToTime',
    ...(timeMs === undefined ? {} : { timeMs }),
    ...(isTimeNeeded ? {} : { days: [...days] }),
  };
}

/** Empty to keep the days; `undefined` if the user cancels. */
async function daysOf(
  { dialogs }: Uses<'dialogs'>,
  chosen: string,
  title: string,
): Promise<readonly number[] | undefined> {
  if (chosen === 'keep') return [];
  if (chosen === 'all') return everyDay;
  if (chosen === 'workdays') return workdays;
  const values = await dialogs.pickMany(
    title,
    everyDay.map(day => ({ value: String(day), label: weekdayName(day) })),
  );
  return values === undefined || values.length === 0 ? undefined : values.map(Number);
}
