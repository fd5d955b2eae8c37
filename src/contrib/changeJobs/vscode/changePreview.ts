import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import type { Job } from '../../../api/model/job.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { type LinkedLine, type LinkedText, linkText } from '../../../base/linkedText.ts';
import type { Slices } from '../../../base/slices.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { jobName } from '../../../workbench/platform/objectNames.ts';
import { reachChangeText } from '../../../workbench/platform/reachTexts.ts';
import { type ChangeOutcome, changeOfJob, type JobChange } from '../common/jobChange.ts';
import { type ChangeNaming, editText, fieldLines, obstacleText } from './changeTexts.ts';

/** What a change would do to one job. */
export interface PreviewLine {
  readonly job: Job;
  readonly outcome:
    | { readonly kind: 'edit'; readonly edit: FieldEdit }
    | { readonly kind: 'unchanged' | 'blocked' };
  /** Describes the change, or why there is none. */
  readonly what: string;
  /** The runs before and after. */
  readonly runs: string;
  /** Only changed if the user checks it. */
  readonly isUnchecked?: boolean;
}

interface PreviewParts {
  readonly naming: ChangeNaming;
  readonly outlook: ScheduleOutlook;
  readonly nowMs: number;
}

/** Computes one line per job, in slices. */
export async function previewLines(
  jobs: readonly Job[],
  change: JobChange,
  { parts, slices }: { readonly parts: PreviewParts; readonly slices: Slices },
): Promise<readonly PreviewLine[]> {
  const { reading } = parts.outlook;
  const nextRunOf = nextRunTexts(parts);
  const lines: PreviewLine[] = [];
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const outcome = changeOfJob(job, change, reading);
    const { naming } = parts;
    const what = joinTexts(' · ', outcomeText(outcome, naming), reachText(job, outcome, naming));
    lines.push({ job, outcome, what, runs: t('Next run: {next}', { next: nextRunOf(job, outcome) }) });
  }
  return lines;
}

function outcomeText(outcome: ChangeOutcome, naming: ChangeNaming): string {
  switch (outcome.kind) {
    case 'edit':
      return editText(outcome.edit, naming);
    case 'unchanged':
      return t('Nothing to change.');
    case 'blocked':
      return obstacleText(outcome.obstacle);
  }
}

/** "12 devices → 348 devices", if other static groups change the job's devices. */
function reachText(job: Job, outcome: ChangeOutcome, { session }: ChangeNaming): string {
  const groups = outcome.kind === 'edit' ? outcome.edit.after['groups'] : undefined;
  if (!Array.isArray(groups)) return '';
  const ids = groups.filter(id => typeof id === 'number');
  const before = session.targets.reachOf(job).devices;
  const after = session.targets.reachOf({ ...job, groups: ids }).devices;
  return before === after ? '' : reachChangeText(before, after);
}

/** The next runs of jobs, computed once for each schedule because many jobs share one. */
function nextRunTexts({ outlook, nowMs }: PreviewParts): (job: Job, outcome: ChangeOutcome) => string {
  const known = new Map<string, string>();
  const textOf = (params: string, enabled: boolean | undefined) => {
    if (enabled === false) return t('none (disabled)');
    return getOrAdd(known, params, () => outlook.details(params, nowMs, 1).runs[0]?.local ?? t('none'));
  };
  return (job, outcome) => {
    const before = textOf(job.params, job.enabled);
    if (outcome.kind !== 'edit') return before;
    const { params = job.params, enabled = job.enabled } = outcome.edit.after;
    const after = textOf(String(params), enabled !== false);
    return after === before ? before : t('{before} → {after}', { before, after });
  };
}

/** The whole preview as text for an editor, where it can be searched and copied. */
export function previewText(lines: readonly PreviewLine[], title: string, server: ServerConfig): LinkedText {
  const section = (kind: PreviewLine['outcome']['kind'], heading: string): LinkedLine[] => {
    const found = lines.filter(({ outcome }) => outcome.kind === kind);
    const texts = found.flatMap(line => lineTexts(line, server.id));
    return found.length === 0 ? [] : ['', `${heading} (${found.length})`, ...texts];
  };
  return linkText([
    t('{change}, on “{server}”', { change: title, server: displayText(server.name) }),
    t('Nothing has been sent yet.'),
    ...section('edit', t('Would change')),
    ...section('blocked', t('Cannot be changed this way')),
    ...section('unchanged', t('No change needed')),
  ]);
}

function lineTexts({ job, outcome, what, runs }: PreviewLine, server: string): LinkedLine[] {
  const name = `${displayText(jobName(job))} (#${job.id})`;
  const link = { text: name, command: 'deviceAutomation.job.open', argument: { id: job.id, server } };
  const title: LinkedLine = ['  ', link, `: ${displayText(what, 2_000)}`];
  if (outcome.kind !== 'edit') return [title];
  const { before, after } = outcome.edit;
  return [
    title,
    ...(runs === '' ? [] : [`    ${runs}`]),
    ...fieldLines(before).map(line => `    - ${line}`),
    ...fieldLines(after).map(line => `    + ${line}`),
  ];
}

/** "12 jobs change, 3 jobs need no change, 1 job cannot be changed this way". */
export function previewCounts(lines: readonly PreviewLine[]): string {
  const count = (kind: PreviewLine['outcome']['kind']) =>
    lines.filter(({ outcome }) => outcome.kind === kind).length;
  const unchecked = lines.filter(({ isUnchecked }) => isUnchecked === true).length;
  const [edits, unchanged, blocked] = [count('edit') - unchecked, count('unchanged'), count('blocked')];
  return joinTexts(
    ', ',
    edits > 0 && plural('{count} job changes|{count} jobs change', edits),
    unchecked > 0 &&
      plural('{count} job only if you check it|{count} jobs only if you check them', unchecked),
    unchanged > 0 && plural('{count} job needs no change|{count} jobs need no change', unchanged),
    blocked > 0 &&
      plural('{count} job cannot be changed this way|{count} jobs cannot be changed this way', blocked),
  );
}
