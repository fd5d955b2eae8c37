import type { History } from '../history/history.ts';
import { periodText } from '../util/clockFormat.ts';
import { formatInteger, type Localizer } from '../util/localizer.ts';
import { responseSlices } from '../util/slices.ts';
import type { FilterSource, FilterTerm } from './filterTerm.ts';
import { hasRun, type PastRunSource, type PastRunTerm } from './jobs/pastRuns.ts';
import type { ServerSession } from './serverSession.ts';
import { type SinceTime, sinceTimeMs } from './sinceTime.ts';
import { idsOf } from './targets/filterSets.ts';

/** What is known of the runs of a session's server. */
type KnownRuns = PastRunSource['history'] & Pick<History, 'load' | 'onDidChange'>;

/** The terms about the runs that were seen, as they are called. */
export const pastRunTerms: readonly (Pick<FilterTerm, 'text' | 'takesTime'> & {
  readonly name: PastRunTerm;
})[] = [
  { name: 'failed', takesTime: true },
  { name: 'succeeded', takesTime: true },
  { name: 'stopped', takesTime: true },
  {
    name: 'notseen',
    text: ({ t }) => [t('notseen'), t('Jobs that were watched, but not seen to run as planned')],
    takesTime: true,
  },
  {
    name: 'long',
    text: ({ t }) => [t('long'), t('Jobs that execute much longer than usual')],
    takesTime: true,
  },
  {
    name: 'never',
    text: ({ t }) => [t('never'), t('Jobs that were watched and never seen to run')],
  },
];

/** The same with what finds them. */
export function historyTerms(
  historyOf: (session: ServerSession) => KnownRuns,
  load = (session: ServerSession) => historyOf(session).load(),
): readonly FilterTerm[] {
  const runsOf = ({ session, outlook }: FilterSource): PastRunSource => ({
    history: historyOf(session),
    outlook,
    nowMs: session.serverTime.nowMs,
  });
  const searchedText: FilterTerm['searchedText'] = (source, ...more) =>
    watchedText(source, runsOf(source), ...more);
  return pastRunTerms.map(term => ({
    ...term,
    find: (source, slices, since) => {
      const condition = { term: term.name, ...(since && { since }) };
      const runs = runsOf(source);
      return idsOf(source.jobs, job => hasRun(job.id, condition, runs), slices);
    },
    load,
    onDidChange: session => historyOf(session).onDidChange,
    searchedText,
  }));
}

/** Says how many jobs were looked at before and after the times in a filter: of the others, too little is known. */
async function watchedText(
  { jobs, session }: FilterSource,
  { history, nowMs }: PastRunSource,
  times: readonly SinceTime[],
  { t, language }: Localizer,
): Promise<string> {
  const sinceMs = times.length === 0 ? undefined : Math.min(...times.map(time => sinceTimeMs(time, nowMs)));
  const slices = responseSlices();
  let watched = 0;
  for (const { id } of jobs) {
    if (slices.isOver) await slices.rest();
    const { spans } = history.past(id, sinceMs ?? nowMs);
    const isWatched =
      sinceMs === undefined
        ? spans.length > 0
        : spans.some(({ firstMs }) => firstMs <= sinceMs) && spans.some(({ lastMs }) => lastMs >= sinceMs);
    if (isWatched) watched += 1;
  }
  const loaded = formatInteger(session.jobs.loadedCount, language);
  const counts = { count: formatInteger(watched, language), loaded };
  if (sinceMs === undefined) return t('{count} of {loaded} jobs were watched.', counts);
  const time = periodText(sinceMs, sinceMs, language);
  return t('{count} of {loaded} jobs were watched since {time}.', { ...counts, time });
}
