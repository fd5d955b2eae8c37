import type * as vscode from 'vscode';
import { deviceLabel } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { localizer } from '../platform/localize.ts';
import { jobName } from '../platform/objectNames.ts';
import { statusSince } from '../platform/statusTexts.ts';
import { extraFacts, type Fact, shortList } from './facts.ts';
import { groupName, type JobNaming, namedIds } from './jobItem.ts';
import { targetCounts } from './jobParts.ts';
import { scheduleRemarks, scheduleRows } from './scheduleTooltip.ts';
import { appendFacts, appendParagraph, titledTooltip } from './tooltipText.ts';

const { t } = localizer;

export interface JobTooltipParts extends JobNaming {
  readonly isWatched: boolean;
}

/** What matters of a job as a table, then what is to be known of its schedule, then fields of the server. */
export function jobTooltip(job: Job, parts: JobTooltipParts): vscode.MarkdownString {
  const { session, outlook } = parts;
  const tooltip = titledTooltip(jobName(job));
  const details = outlook.details(job.params, Date.now(), 3);
  appendFacts(tooltip, [
    [t('Status'), statusSince(session.statuses.get(job.id))],
    ...scheduleRows(details),
    [t('Targets'), targetCounts(job)],
    ...targetRows(job, parts),
    [t('Policies'), namedIds('policies', job.policies, parts)],
    [t('Reports'), namedIds('reports', job.reports, parts)],
    [t('Report formats'), shortList(job.report_formats)],
    [t('Enabled'), yesNo(job.enabled)],
    [t('Run on start'), yesNo(job.run_on_start)],
    [t('Watched'), parts.isWatched ? t('yes') : ''],
    [t('ID'), String(job.id)],
  ]);
  for (const text of scheduleRemarks(details)) appendParagraph(tooltip, text);
  appendFacts(tooltip, extraFacts(job.extra));
  return tooltip;
}

function targetRows(job: Job, naming: JobNaming): Fact[] {
  return [
    [t('Groups'), shortList(job.groups.map(id => groupName(id, naming.session)))],
    [t('Dynamic groups'), namedIds('dynamic_groups', job.dynamic_groups, naming)],
    [t('Devices'), shortList(job.peers.map(deviceLabel))],
  ];
}

function yesNo(value: boolean | undefined): string {
  if (value === undefined) return '';
  return value ? t('yes') : t('no');
}
