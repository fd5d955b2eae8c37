import * as z from 'zod/mini';
import { countBy, onceForEach } from '../../../base/collections.ts';
import { englishLocalizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { localDateTime } from '../../../recurrence/text/dateTimeValue.ts';
import { severities } from '../../fleetCheck/common/checkedFleet.ts';
import { lackTexts } from '../../fleetCheck/common/findingTexts.ts';
import { atLeast, FleetChecker } from '../../fleetCheck/common/fleetChecker.ts';
import { ruleIds } from '../../fleetCheck/common/fleetRules.ts';
import { fleetOfSession } from '../../fleetCheck/common/fleetSources.ts';
import { durationText, endText } from '../../history/common/runTexts.ts';
import { durationOf, type SeenRun } from '../../history/common/seenRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { agentText, agentTexts } from './agentText.ts';
import { filterInput, findJobs, localTimeInput, serverInput, windowOf } from './jobSearch.ts';
import { nameOf, partOutput } from './jobTools.ts';
import { pageInput, pageOfRows, pageOutput } from './pages.ts';
import { readReach } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

const runResults = ['succeeded', 'failed', 'stopped', 'executing', 'unknown'] as const;
const mostDays = 92;

export const runsSeenTool = readingTool({
  name: 'runs_seen',
  description:
    'Says which runs of jobs were seen in a period and how they ended, newest first. The server keeps no history: these are the runs that VS Code or the program observed, so a run that is missing here may still have taken place. For what is planned, see what_runs.',
  input: z.strictObject({
    ...serverInput,
    from: localTimeInput('Begin of the period; default: 7 days before its end'),
    to: localTimeInput('End of the period; default: now'),
    filter: filterInput,
    result: optionalInput(
      'Only runs with this result; unknown: nobody saw how they ended.',
      z.enum(runResults),
    ),
    ...pageInput,
  }),
  output: z.object({
    server: z.string(),
    zone: z.string(),
    from: z.string(),
    to: z.string(),
    /** How many runs have each result, and of how many jobs. */
    counts: z.record(z.string(), z.int()),
    jobs: z.int(),
    runs: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        /** It began at this time or shortly before. */
        began: z.string(),
        result: z.string(),
        took: z.string(),
      }),
    ),
    ...pageOutput,
    ...partOutput,
  }),
  rows: 'runs',
  run: async (input, call) => {
    const { server, session, zone } = call;
    const window = { usualDays: 7, mostDays, isPast: true };
    const { fromMs, toMs } = windowOf([input.from, input.to], call, window);
    const { jobs, part } = await findJobs(input.filter, call);
    const history = historyOf(session);
    await history.load();
    const slices = responseSlices(call.signal);
    const found: { readonly job: (typeof jobs)[number]; readonly run: SeenRun }[] = [];
    for (const job of jobs) {
      if (slices.isOver) await slices.rest();
      for (const run of history.runs(job.id)) {
        const isIn = run.start.byMs >= fromMs && run.start.byMs < toMs;
        if (isIn && (input.result === undefined || resultOf(run) === input.result)) found.push({ job, run });
      }
    }
    found.sort((one, other) => other.run.start.byMs - one.run.start.byMs);
    const local = (instantMs: number) => localDateTime(zone.toWall(Math.floor(instantMs / 1_000) * 1_000));
    const { rows, ...page } = pageOfRows(found, input, ({ job, run }) => {
      const word = endText(run, englishLocalizer);
      const result = resultOf(run);
      return {
        ...nameOf(job),
        began: local(run.start.byMs),
        result: word === result ? result : `${result} (${JSON.stringify(agentText(word, 80))})`,
        took: durationText(durationOf(run), englishLocalizer),
      };
    });
    return {
      server: agentText(server.name),
      zone: zone.id,
      from: local(fromMs),
      to: local(toMs),
      counts: Object.fromEntries(countBy(found, ({ run }) => resultOf(run))),
      jobs: new Set(found.map(({ job }) => job.id)).size,
      runs: rows,
      ...page,
      ...part,
    };
  },
});

function resultOf({ state, kind }: SeenRun): (typeof runResults)[number] {
  if (state === 'executing') return 'executing';
  return runResults.find(result => result === kind) ?? 'unknown';
}

/** Unchanged objects need not be judged again. */
const checkerOf = onceForEach((_session: object) => new FleetChecker());

export const checkFleetTool = readingTool({
  name: 'check_fleet',
  description:
    'Finds what is set up wrong on a server, by the rules of the fleet check: jobs without targets or work, schedules that never run or clash, deleted groups, equal names and others, the most severe first. Use it for “what is wrong?” and before proposing a cleanup.',
  input: z.strictObject({
    ...serverInput,
    minimum_severity: z.optional(z.enum(severities)),
    rule: optionalInput('Only findings of this rule.', z.enum(ruleIds)),
    ...pageInput,
  }),
  output: z.object({
    server: z.string(),
    /** How many findings each rule has. */
    counts: z.record(z.string(), z.int()),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(severities),
        kind: z.enum(['job', 'group']),
        id: z.optional(z.int()),
        name: z.string(),
        text: z.string(),
      }),
    ),
    ...pageOutput,
    suppressed: z.optional(z.int()),
    /** Rules that judged nothing, and why. */
    not_judged: z.optional(z.array(z.string())),
    ...partOutput,
  }),
  rows: 'findings',
  run: async (input, call) => {
    const { server, session, outlook, nowMs } = call;
    const part = await readReach(call);
    const { readerZone, choices } = call.fleet;
    const surroundings = { outlook, readerZone, localizer: englishLocalizer, nowMs };
    const fleet = fleetOfSession(session, surroundings);
    const all = await checkerOf(session).check(fleet, choices(server), responseSlices(call.signal));
    const findings = atLeast(input.minimum_severity ?? 'information', all.findings).filter(
      ({ rule }) => input.rule === undefined || rule === input.rule,
    );
    const { rows, ...page } = pageOfRows(findings, input, ({ rule, severity, object, text }) => ({
      rule,
      severity,
      kind: object.kind,
      id: object.id,
      name: agentText(object.name),
      text: agentText(text, 300),
    }));
    return {
      server: agentText(server.name),
      counts: Object.fromEntries(countBy(findings, ({ rule }) => rule)),
      findings: rows,
      ...page,
      suppressed: all.suppressed.length || undefined,
      not_judged: agentTexts(lackTexts(all, englishLocalizer), 300),
      ...part,
    };
  },
});
