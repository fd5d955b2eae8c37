import type { Job } from '../../../api/model/job.ts';
import { periodText } from '../../../base/clockFormat.ts';
import { formatInteger, type Localizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { idsOf } from '../../../store/filter/filterSets.ts';
import type { FilterSource, FilterTerm } from '../../../store/filter/filterTerm.ts';
import { type SinceTime, sinceTimeMs } from '../../../store/filter/sinceTime.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { hasRun, type PastRunSource, type PastRunTerm } from './pastRuns.ts';
import { historyOf } from './sessionHistory.ts';

/** The terms about the runs that were seen. */
export const historyTerms: readonly FilterTerm[] = [
  historyTerm({ name: 'failed', takesTime: true }),
  historyTerm({ name: 'succeeded', takesTime: true }),
  historyTerm({ name: 'stopped', takesTime: true }),
  historyTerm({
    name: 'notseen',
    text: ({ t }) => [t('notseen'), t('Jobs that were watched, but not seen to run as planned')],
    takesTime: true,
  }),
  historyTerm({
    name: 'long',
    text: ({ t }) => [t('long'), t('Jobs that execute much longer than usual')],
    takesTime: true,
  }),
  historyTerm({
    name: 'never',
    text: ({ t }) => [t('never'), t('Jobs that were watched and never seen to run')],
  }),
];

function historyTerm(
  term: Pick<FilterTerm, 'text' | 'takesTime'> & { readonly name: PastRunTerm },
): FilterTerm {
  return {
    ...term,
    find: (source, slices, since) => {
      const condition = { term: term.name, ...(since && { since }) };
      const runs = runsOf(source);
      return idsOf(source.jobs, job => hasRun(job.id, condition, runs), slices);
    },
    load,
    onDidChange: session => historyOf(session).onDidChange,
    searchedText: watchedText,
  };
}

function load(session: ServerSession): Promise<void> {
  return historyOf(session).load();
}

function runsOf({ session, outlook }: FilterSource): PastRunSource {
  return { history: historyOf(session), outlook, nowMs: session.serverTime.nowMs };
}

/** How many of the jobs were looked at before and after a time, or at any time. */
export async function countWatched(
  session: ServerSession,
  jobs: readonly Job[],
  sinceMs: number | undefined,
): Promise<number> {
  const history = historyOf(session);
  const slices = responseSlices();
  let watched = 0;
  for (const { id } of jobs) {
    if (slices.isOver) await slices.rest();
    const { spans } = history.past(id, sinceMs ?? session.serverTime.nowMs);
    const isWatched =
      sinceMs === undefined
        ? spans.length > 0
        : spans.some(({ firstMs }) => firstMs <= sinceMs) && spans.some(({ lastMs }) => lastMs >= sinceMs);
    if (isWatched) watched += 1;
  }
  return watched;
}

/** Says how many jobs were looked at before and after the times in a filter: of the others, too little is known. */
async function watchedText(
  source: FilterSource,
  times: readonly SinceTime[],
  { t, language }: Localizer,
): Promise<string> {
  const { nowMs } = runsOf(source);
  const sinceMs = times.length === 0 ? undefined : Math.min(...times.map(time => sinceTimeMs(time, nowMs)));
  const watched = await countWatched(source.session, source.jobs, sinceMs);
  const loaded = formatInteger(source.jobs.length, language);
  const counts = { count: formatInteger(watched, language), loaded };
  if (sinceMs === undefined) return t('{count} of {loaded} jobs were watched.', counts);
  const time = periodText(sinceMs, sinceMs, language);
  return t('{count} of {loaded} jobs were watched since {time}.', { ...counts, time });
}
