import { durationOf, type SeenRun } from '../../history/seenRuns.ts';
import type { Verdict } from '../../history/verdicts.ts';
import type { JobNews, ObservedJob } from './observedJob.ts';

/** The verdicts that are reported: everything else is as planned, or not known. */
const reported: readonly Verdict['kind'][] = ['notSeen', 'didNotRun'];

/** The line of JSON that describes what was seen; `undefined` if it needs no line. */
export function runEvent(server: string, { id, name }: ObservedJob, news: JobNews) {
  const job = { server, id, name };
  if (news.kind === 'judged') {
    const { planned, verdict } = news;
    if (!reported.includes(verdict.kind)) return undefined;
    return { event: verdict.kind, ...job, planned: isoTime(planned.atMs) };
  }
  const { run } = news;
  if (news.kind === 'started') return { event: news.kind, ...job, start: startOf(run) };
  const { minMs, maxMs } = durationOf(run);
  return {
    event: news.kind,
    ...job,
    start: startOf(run),
    end: { after: isoTime(run.end.afterMs), by: isoTime(run.end.byMs) },
    seconds: { least: minMs / 1_000, most: maxMs === undefined ? undefined : maxMs / 1_000 },
    status: run.word,
    kind: run.kind,
  };
}

function startOf({ start }: SeenRun) {
  return { after: isoTime(start.afterMs), by: isoTime(start.byMs) };
}

function isoTime(timeMs: number | undefined): string | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}
