import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import { type Job, type JobDraft, toJobDraft } from '../../../api/model/job.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { type Additions, withdrawLines } from '../../../recurrence/amend/additions.ts';
import { addRun, type SingleRunObstacle } from '../../../recurrence/amend/singleRun.ts';
import { fromBuilder } from '../../../recurrence/builder/builderText.ts';
import type { ZoneReading } from '../../../recurrence/expand/resolvedSet.ts';
import { localDateTime } from '../../../recurrence/text/dateTimeValue.ts';

export interface RunOnceFacts {
  readonly reading: ZoneReading;
  /** Whether the zone of the server is known. */
  readonly isZoneKnown: boolean;
  /** The end of the name of a copy: " – once Nov 29, 14:35". */
  readonly copySuffix: string;
}

type RunOnceObstacle = SingleRunObstacle | 'disabled';

export type RunOnceOutcome = { readonly job: Job } & (
  | { readonly kind: 'edit'; readonly edit: FieldEdit; readonly added: Additions }
  /** It already runs then. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'blocked';
      readonly obstacle: RunOnceObstacle;
      /** A job with the same targets and work that runs once. */
      readonly copy: JobDraft & { readonly name: string };
    }
);

/** Adds one run of a job at an instant; where its schedule cannot have it, a copy of the job runs once instead. */
export function planRunOnce(job: Job, atMs: number, facts: RunOnceFacts): RunOnceOutcome {
  const { params, enabled } = job;
  const { reading, isZoneKnown, copySuffix } = facts;
  const blocked = (obstacle: RunOnceObstacle): RunOnceOutcome => ({
    kind: 'blocked',
    job,
    obstacle,
    copy: {
      ...toJobDraft(job),
      name: `${job.name}${copySuffix}`,
      params: onceAt(atMs),
      enabled: true,
      run_on_start: false,
    },
  });
  if (enabled === false) return blocked('disabled');
  const run = addRun(params, atMs, reading, isZoneKnown);
  if (run.kind === 'blocked') return blocked(run.obstacle);
  if (run.kind === 'unchanged') return { kind: 'unchanged', job };
  return { kind: 'edit', job, edit: { before: { params }, after: { params: run.text } }, added: run.added };
}

/** In UTC, so that it is the same in every zone. */
function onceAt(atMs: number): string {
  return fromBuilder({ kind: 'once', zone: { kind: 'utc' }, at: localDateTime(atMs), extraDates: [] });
}

/** Takes an added run away again; `undefined` if the schedule no longer has it. */
export function takeRunAway(job: Job, added: Additions, reading: ZoneReading): FieldEdit | undefined {
  const { params } = job;
  const { text } = withdrawLines(params, added, reading);
  return text === params ? undefined : { before: { params }, after: { params: text } };
}

const obstacleTexts = {
  unreadable: 'Its schedule cannot be read.',
  open: 'Its schedule has no start, so its times come from the server.',
  zone: 'Its times are in the time zone of the server, which is unknown.',
  dates: 'Its schedule has dates without times.',
  excluded: 'Its schedule excludes runs at this time, for example because it is paused.',
  disabled: 'It is disabled.',
} as const satisfies Readonly<Record<RunOnceObstacle, string>>;

/** What happens to one job, or why nothing. */
export function runOnceText(outcome: RunOnceOutcome, { t }: Localizer): string {
  switch (outcome.kind) {
    case 'edit':
      return t('Adds one run.');
    case 'unchanged':
      return t('It already runs then.');
    case 'blocked':
      return t(obstacleTexts[outcome.obstacle]);
  }
}
