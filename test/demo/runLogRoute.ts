import { type DemoContext, type Route, statusTexts } from '../../src/contrib/demo/server/call.ts';
import { json } from '../../src/contrib/demo/server/reply.ts';
import type { LoggedRun } from '../../src/contrib/demo/server/runner.ts';

/** For tests that run the server as a program; in-process ones read `server.runner.log`. */
export const runLogRoute: Route = {
  pattern: /^\/demo\/runs\/$/,
  title: 'Run Log',
  operations: {
    GET: ({ context }) => json(200, { runs: context.runner.log.runs.map(run => runShape(run, context)) }),
  },
};

function runShape(run: LoggedRun, { variant: { statusWords = 'en' } }: DemoContext) {
  const { jobId, missed, result } = run;
  return {
    job: jobId,
    planned: isoTime(run.plannedMs),
    queued: isoTime(run.queuedMs),
    started: isoTime(run.startedMs),
    ended: isoTime(run.endedMs),
    result: result === undefined ? null : statusTexts[statusWords][result],
    missed: missed ?? null,
  };
}

function isoTime(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : new Date(timeMs).toISOString();
}
