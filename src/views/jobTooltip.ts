import type * as vscode from 'vscode';
import type { jobFields } from '../fields/jobFields.ts';
import { deviceLabel } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { fieldLabels } from '../platform/fieldLabels.ts';
import { t } from '../platform/localize.ts';
import { jobName } from '../platform/objectNames.ts';
import { reachText } from '../platform/reachTexts.ts';
import { statusSince } from '../platform/statusTexts.ts';
import type { ScheduleDetails, ScheduledRun } from '../recurrence/describe/scheduleOutlook.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { keysOf } from '../util/tables.ts';
import { type Fact, shortList } from './facts.ts';
import { groupName, type JobNaming, namedIds } from './jobItem.ts';
import { targetCounts } from './jobParts.ts';
import { appendExtraFields, appendFacts, appendParagraph, titledTooltip } from './tooltipText.ts';

export interface JobTooltipParts extends JobNaming {
  readonly isWatched: boolean;
}

/** The main facts of a job as a table, followed by its schedule and its unknown fields. */
export function jobTooltip(job: Job, parts: JobTooltipParts): vscode.MarkdownString {
  const { session, outlook } = parts;
  const tooltip = titledTooltip(jobName(job));
  const details = outlook.details(job.params, Date.now(), 3);
  const fieldFacts = keysOf(fieldTexts).map(
    (field): Fact => [fieldLabels([field]), fieldTexts[field](job, parts)],
  );
  appendFacts(tooltip, [
    [t('Status'), statusSince(session.statuses.get(job.id))],
    ...scheduleRows(job, details),
    [t('Targets'), targetsText(job, session)],
    ...fieldFacts,
    [t('Watched'), parts.isWatched ? t('yes') : ''],
    [t('ID'), String(job.id)],
  ]);
  for (const text of scheduleRemarks(details)) appendParagraph(tooltip, text);
  appendExtraFields(tooltip, job.extra);
  return tooltip;
}

/** The number of targets of each kind, and the total number of devices. */
function targetsText(job: Job, { targets }: ServerSession): readonly string[] {
  const isPlain = job.groups.length + job.dynamic_groups.length === 0;
  return isPlain ? [targetCounts(job)] : [targetCounts(job), reachText(targets.reachOf(job))];
}

type FieldText = (job: Job, naming: JobNaming) => Fact[1];

/** The values of the fields in the table, in this order. */
const fieldTexts: Readonly<Record<Exclude<keyof typeof jobFields, 'name' | 'params'>, FieldText>> = {
  groups: ({ groups }, { session }) => shortList(groups.map(id => groupName(id, session))),
  dynamic_groups: (job, naming) => namedIds('dynamic_groups', job.dynamic_groups, naming),
  peers: job => shortList(job.peers.map(deviceLabel)),
  policies: (job, naming) => namedIds('policies', job.policies, naming),
  reports: (job, naming) => namedIds('reports', job.reports, naming),
  report_formats: job => shortList(job.report_formats),
  enabled: job => yesNo(job.enabled),
  run_on_start: job => yesNo(job.run_on_start),
};

function yesNo(value: boolean | undefined): string {
  if (value === undefined) return '';
  return value ? t('yes') : t('no');
}

const problemsAtMost = 5;

/** The schedule in words and its next runs. */
function scheduleRows({ enabled }: Job, { sentence, runs }: ScheduleDetails): Fact[] {
  return [
    [t('Schedule'), sentence],
    [enabled === false ? t('Would run') : t('Next runs'), runs.map(runText)],
  ];
}

/** Problems of the schedule, and what it leaves open. */
function scheduleRemarks({ problems, warnings, notes }: ScheduleDetails): string[] {
  return [...problems.slice(0, problemsAtMost).map(({ text }) => text), ...warnings, ...notes];
}

/** "Mon, Aug 3, 2026, 03:00 (01:00 UTC)", and the origin of the date if no rule produces it. */
function runText({ local, utc, source }: ScheduledRun): string {
  if (source === undefined) return `${local} (${utc})`;
  return `${local} (${utc}), ${source === 'start' ? t('the start date itself') : t('the end date itself')}`;
}
