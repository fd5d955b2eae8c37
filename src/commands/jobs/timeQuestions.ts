import type { JobChange } from '../../model/jobChange.ts';
import { t } from '../../platform/localize.ts';
import { wallOf } from '../../recurrence/text/localDateTime.ts';
import { weekdayCodes } from '../../recurrence/text/recurrenceRule.ts';
import type { Uses } from '../commandContext.ts';
import { weekdayName } from './changeTexts.ts';

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
