import * as z from 'zod/mini';
import type { History } from '../../history/history.ts';
import { verdictText } from '../../history/runTexts.ts';
import { judge, type PlannedRun, plannedRuns, usualGraceMs, type Verdict } from '../../history/verdicts.ts';
import { type Advice, explainRun } from '../../history/whyNotRun.ts';
import type { Job } from '../../model/job.ts';
import type { CommandId } from '../../platform/ids.ts';
import { localizer, t } from '../../platform/localize.ts';
import { jobName } from '../../platform/objectNames.ts';
import { dayMs, hourMs } from '../../recurrence/text/calendarDay.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { dateAndTime } from '../../util/clockFormat.ts';
import { displayText } from '../../util/displayText.ts';
import { type LinkedLine, linkText } from '../../util/linkedText.ts';
import type { Args, Uses } from '../commandContext.ts';
import { type JobChoice, jobsFor } from './jobArguments.ts';

type WhyContext = JobChoice & Uses<'schedules' | 'reports'>;

/** Added by the timeline to the row of a past run. */
const PlannedSchema = z.object({ plannedMs: z.number() });

const lookBackDays = 7;

/** Answers why a planned run of a job did not happen, or what came of it. */
export async function explainPlannedRun(context: WhyContext, args: Args): Promise<void> {
  const title = t('Why Did It Not Run?');
  const targets = await jobsFor(context, args, title);
  const [job] = targets?.jobs ?? [];
  if (targets === undefined || job === undefined) return;
  const { session } = targets;
  const asked = { session, history: session.history, job };
  await asked.history.load();
  const given = PlannedSchema.safeParse(args[0]);
  const judged = judgeRuns(context, asked);
  const planned = given.success ? atTime(given.data.plannedMs, judged) : await pickRun(context, job, judged);
  if (planned !== undefined) await showAnswer(context, asked, planned);
}

interface Asked {
  readonly session: ServerSession;
  readonly history: History;
  readonly job: Job;
}

interface Judged {
  readonly planned: PlannedRun;
  readonly verdict: Verdict;
}

/** The planned runs of the last days, newest first. */
function judgeRuns({ schedules }: WhyContext, { session, history, job }: Asked): readonly Judged[] {
  const nowMs = Date.now();
  const { predictor, isZoneKnown } = schedules.of(session.server);
  const past = history.past(job.id);
  const options = { kindOf: history.kindOf, nowMs, isZoneKnown, runs: history.runs(job.id) };
  return plannedRuns(past.facts, { predictor, fromMs: nowMs - lookBackDays * dayMs, toMs: nowMs })
    .map(planned => ({ planned, verdict: judge(planned, past, options) }))
    .reverse();
}

/** The run that was planned at this time; one of another schedule, if the job had one then. */
function atTime(plannedMs: number, judged: readonly Judged[]): Judged {
  const isNear = ({ planned: { atMs } }: Judged) => atMs >= plannedMs && atMs < plannedMs + hourMs;
  return (
    judged.findLast(isNear) ?? {
      planned: { atMs: plannedMs, open: 'none' },
      verdict: { kind: 'notJudged', reason: 'unread' },
    }
  );
}

/** The user picks one, those that were missed first. */
async function pickRun(
  { dialogs }: WhyContext,
  job: Job,
  judged: readonly Judged[],
): Promise<Judged | undefined> {
  if (judged.length === 0) {
    await dialogs.info(
      t('No run of “{job}” was planned in the last {days} days, as far as its schedule was read.', {
        job: jobName(job),
        days: lookBackDays,
      }),
    );
    return undefined;
  }
  const isMissed = ({ verdict: { kind } }: Judged) => kind === 'didNotRun' || kind === 'notSeen';
  const sorted = [...judged.filter(isMissed), ...judged.filter(run => !isMissed(run))].slice(0, 200);
  const chosen = await dialogs.pick(
    t('Planned Runs of “{job}”', { job: jobName(job) }),
    sorted.map(({ planned, verdict }, index) => ({
      value: String(index),
      label: dateAndTime(planned.atMs, localizer.language),
      description: verdictText(verdict, localizer),
    })),
  );
  return chosen === undefined ? undefined : sorted[Number(chosen)];
}

async function showAnswer(
  { reports }: WhyContext,
  { session, history, job }: Asked,
  { planned, verdict }: Judged,
): Promise<void> {
  const { atMs } = planned;
  const { targets, server } = session;
  const { sentences, advice } = explainRun(
    {
      planned,
      verdict,
      facts: history.past(job.id).facts,
      failures: history.failures(job.id, atMs, atMs + usualGraceMs),
      offlineTargets: targets.isOffline(job) ? targets.reachOf(job).devices : 0,
    },
    localizer,
  );
  const time = dateAndTime(atMs, localizer.language);
  const heading = t('“{job}” on “{server}”, planned at {time}', {
    job: jobName(job),
    server: displayText(server.name, 60),
    time,
  });
  const lines: LinkedLine[] = [
    heading,
    '',
    ...sentences,
    '',
    ...advice.map((kind): LinkedLine => [adviceLink(kind, session, job)]),
  ];
  await reports.show({
    key: `why/${server.id}/${job.id}/${atMs}`,
    title: t('Planned Run of “{job}”', { job: jobName(job) }),
    read: async () => linkText(lines),
  });
}

const adviceLinks = {
  open: ['Open the job', 'deviceAutomation.job.open'],
  enable: ['Enable the job', 'deviceAutomation.job.enable'],
  setZone: ['Set the time zone of the server', 'deviceAutomation.server.edit'],
  watch: ['Watch the job, so that its next runs are seen', 'deviceAutomation.job.watch'],
} as const satisfies Readonly<Record<Advice, readonly [string, CommandId]>>;

function adviceLink(kind: Advice, { server }: ServerSession, { id }: Job) {
  const [text, command] = adviceLinks[kind];
  const argument = kind === 'setZone' ? { server: server.id, what: 'zone' } : { id, server: server.id };
  return { text: t(text), command, argument };
}
