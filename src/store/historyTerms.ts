import type { Job } from '../model/job.ts';
import { periodText } from '../util/clockFormat.ts';
import { formatInteger, type Localizer } from '../util/localizer.ts';
import type { Slices } from '../util/slices.ts';
import type { FilterSource, FilterTerm } from './filterTerm.ts';
import { hasRun, type PastRunSource, type PastRunTerm } from './jobs/pastRuns.ts';
import type { ServerSession } from './serverSession.ts';
import { type SinceTime, sinceTimeMs } from './sinceTime.ts';
import { idsOf } from './targets/filterSets.ts';

/** The terms about the runs that were seen. */
export const historyTerms: readonly FilterTerm[] = [
  historyTerm('failed', { takesTime: true }),
  historyTerm('succeeded', { takesTime: true }),
  historyTerm('stopped', { takesTime: true }),
  historyTerm('notseen', {
    takesTime: true,
    text: ({ t }) => [t('notseen'), t('Jobs that were watched, but not seen to run as planned')],
  }),
  historyTerm('long', {
    takesTime: true,
    text: ({ t }) => [t('long'), t('Jobs that execute much longer than usual')],
  }),
  historyTerm('never', {
    text: ({ t }) => [t('never'), t('Jobs that were watched and never seen to run')],
  }),
];

function historyTerm(name: PastRunTerm, facts: Pick<FilterTerm, 'takesTime' | 'text'>): FilterTerm {
  return {
    ...facts,
    name,
    find: (source, slices, since) => {
      const condition = { term: name, ...(since && { since }) };
      const runs = runSource(source);
      return idsOf(source.jobs, job => hasRun(job.id, condition, runs), slices);
    },
    load,
    onDidChange: ({ history }) => history.onDidChange,
    searchedText: watchedText,
  };
}

function load({ history }: ServerSession): Promise<void> {
  return history.load();
}

function runSource({ session: { history, serverTime }, outlook }: FilterSource): PastRunSource {
  return { history, outlook, nowMs: serverTime.nowMs };
}

/** Says of how many jobs runs can be known at all. */
async function watchedText(
  source: FilterSource,
  times: readonly SinceTime[],
  slices: Slices,
  { t, language }: Localizer,
): Promise<string> {
  const { jobs, session, nowMs } = source;
  const watched = await countWatched(jobs, times, runSource(source), slices);
  const counts = {
    count: formatInteger(watched, language),
    loaded: formatInteger(session.jobs.loadedCount, language),
  };
  const sinceMs = earliest(times, nowMs);
  if (sinceMs === undefined) return t('{count} of {loaded} jobs were watched.', counts);
  const time = periodText(sinceMs, sinceMs, language);
  return t('{count} of {loaded} jobs were watched since {time}.', { ...counts, time });
}

/** How many jobs were looked at before and after the times in a filter: of the others, too little is known. */
async function countWatched(
  jobs: readonly Pick<Job, 'id'>[],
  times: readonly SinceTime[],
  { history, nowMs }: PastRunSource,
  slices: Slices,
): Promise<number> {
  const sinceMs = earliest(times, nowMs);
  let count = 0;
  for (const { id } of jobs) {
    if (slices.isOver) await slices.rest();
    const { spans } = history.past(id, sinceMs ?? nowMs);
    const isWatched =
      sinceMs === undefined
        ? spans.length > 0
        : spans.some(({ firstMs }) => firstMs <= sinceMs) && spans.some(({ lastMs }) => lastMs >= sinceMs);
    if (isWatched) count += 1;
  }
  return count;
}

function earliest(times: readonly SinceTime[], nowMs: number): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times.map(time => sinceTimeMs(time, nowMs)));
}
