import * as z from 'zod/mini';
import { isIdList, isNameList, jobListFields } from '../../../api/fields/objectFields.ts';
import { brokenJobRules, type CreateRule, ruleTexts } from '../../../api/model/createRules.ts';
import { findChangedFields } from '../../../api/model/difference.ts';
import { onlyFields } from '../../../api/model/draft.ts';
import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import { type Job, type JobDraft, toJobDraft } from '../../../api/model/job.ts';
import { planMembership } from '../../../api/model/membership.ts';
import type { ZoneReading } from '../../../recurrence/expand/resolvedSet.ts';
import { moveToDays } from '../../../recurrence/move/movedDays.ts';
import { moveBySpan, moveToTime, moveToZone } from '../../../recurrence/move/movedSet.ts';
import type { MovedSchedule, MoveObstacle } from '../../../recurrence/move/rewriting.ts';

const IdsSchema = z.array(z.int().check(z.minimum(0))).check(z.minLength(1));
const NamesSchema = z.array(z.string().check(z.trim(), z.minLength(1))).check(z.minLength(1));
const HowSchema = z.enum(['add', 'remove']);

const ZoneSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('utc') }),
  z.object({ kind: z.literal('server') }),
  z.object({ kind: z.literal('named'), tzid: z.string().check(z.minLength(1)) }),
]);

export const JobChangeSchema = z.union([
  z.object({ kind: HowSchema, field: z.enum(jobListFields.filter(isIdList)), items: IdsSchema }),
  z.object({ kind: HowSchema, field: z.enum(jobListFields.filter(isNameList)), items: NamesSchema }),
  z.object({ kind: z.literal('enable'), enabled: z.boolean() }),
  z.object({ kind: z.literal('rename'), find: z.string().check(z.minLength(1)), replacement: z.string() }),
  z.object({ kind: z.literal('moveBy'), spanMs: z.int() }),
  z
    .object({
      kind: z.literal('moveToTime'),
      /** On the clock of each schedule; if omitted, schedules keep their times. */
      timeMs: z.exactOptional(z.int().check(z.minimum(0), z.maximum(86_399_999))),
      /** Days of the week, 0 is Monday; if omitted, schedules keep their days. */
      days: z.exactOptional(z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.minLength(1))),
    })
    .check(z.refine(({ timeMs, days }) => timeMs !== undefined || days !== undefined)),
  z.object({ kind: z.literal('moveToZone'), zone: ZoneSchema }),
]);

export type JobChange = z.infer<typeof JobChangeSchema>;
export type ListChange = Extract<JobChange, { readonly field: string }>;

/**
 * Why a job cannot be changed this way: its schedule cannot be moved; it would have no work, no report format or no
 * name left; or it has devices that no request can name and that the new list would lose.
 */
export type ChangeObstacle = MoveObstacle | CreateRule | 'unnameable';

/** The reasons as sentences. */
export const obstacleTexts = {
  none: 'It has no schedule.',
  unreadable: 'Its schedule cannot be read.',
  open: 'Its schedule has no start, so its times come from the server.',
  dates: 'Its schedule has dates without times.',
  days: 'No rule can express the days it would move to.',
  count: 'It would need several rules, but its runs are counted or selected by a single one.',
  times: 'It runs at several times of day.',
  rules: 'It has no rule or several rules; days can only be changed in a single rule.',
  period: 'Its rule does not repeat by days or weeks.',
  counted: 'It ends after a number of runs, so other days would change when it ends.',
  single: 'It has a single date on another day.',
  ended: 'It ends before the first of these days.',
  range: 'It would fall outside the years 1 to 9999.',
  ...ruleTexts,
  unnameable:
    'It has devices that a request cannot identify unambiguously, and replacing its list could remove them.',
} as const satisfies Readonly<Record<ChangeObstacle, string>>;

export type ChangeOutcome =
  | { readonly kind: 'edit'; readonly edit: FieldEdit }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'blocked'; readonly obstacle: ChangeObstacle };

/** The effect of a change on one job. `reading` says how the server reads schedules. */
export function changeOfJob(job: Job, change: JobChange, reading: ZoneReading): ChangeOutcome {
  const after = applyChange(job, change, reading);
  return 'obstacle' in after ? { kind: 'blocked', obstacle: after.obstacle } : changeFields(job, after.patch);
}

/** The effect of new values for some fields, unless they break a rule of a create. */
export function changeFields(job: Job, values: JobDraft): ChangeOutcome {
  const draft = toJobDraft(job);
  const fields = findChangedFields(draft, values);
  if (fields.length === 0) return { kind: 'unchanged' };
  const [obstacle] = brokenJobRules({ ...draft, ...values }, fields);
  if (obstacle !== undefined) return { kind: 'blocked', obstacle };
  // The previous value of a flag that the server did not send is unknown.
  return { kind: 'edit', edit: { before: onlyFields(draft, fields), after: onlyFields(values, fields) } };
}

type Changed = { readonly patch: JobDraft } | { readonly obstacle: ChangeObstacle };

function applyChange(job: Job, change: JobChange, reading: ZoneReading): Changed {
  switch (change.kind) {
    case 'add':
    case 'remove':
      return change.field === 'peers'
        ? changePeers(job, change)
        : { patch: changeList(job[change.field], change) };
    case 'enable':
      return { patch: { enabled: change.enabled } };
    case 'rename':
      return renameJob(job.name, change);
    case 'moveBy':
      return moveSchedule(moveBySpan(job.params, change.spanMs, reading));
    case 'moveToTime':
      return moveSchedule(movedToTime(job.params, change, reading));
    case 'moveToZone':
      return moveSchedule(moveToZone(job.params, change.zone, reading));
  }
}

function movedToTime(
  params: string,
  { timeMs, days }: Extract<JobChange, { kind: 'moveToTime' }>,
  reading: ZoneReading,
): MovedSchedule {
  const onDays: MovedSchedule =
    days === undefined ? { kind: 'moved', text: params } : moveToDays(params, new Set(days), reading);
  return onDays.kind === 'unmoved' || timeMs === undefined
    ? onDays
    : moveToTime(onDays.text, timeMs, reading);
}

function moveSchedule(moved: MovedSchedule): Changed {
  return moved.kind === 'moved' ? { patch: { params: moved.text } } : { obstacle: moved.obstacle };
}

function renameJob(name: string, { find, replacement }: Extract<JobChange, { kind: 'rename' }>): Changed {
  const next = name.split(find).join(replacement).trim();
  return { patch: { name: next === name.trim() ? name : next } };
}

function changeList(present: readonly (number | string)[], { kind, field, items }: ListChange): JobDraft {
  const named = new Set<number | string>(items);
  if (kind === 'remove') return { [field]: present.filter(item => !named.has(item)) };
  return { [field]: [...present, ...[...named].filter(item => !present.includes(item))] };
}

function changePeers({ peers }: Job, { kind, items }: ListChange): Changed {
  const references = items.map(item => ({ name: String(item) }));
  const change = kind === 'add' ? { add: references, remove: [] } : { add: [], remove: references };
  const { isChange, names, unnameable } = planMembership(peers, change);
  if (!isChange) return { patch: {} };
  return unnameable.length > 0 ? { obstacle: 'unnameable' } : { patch: { peers: names } };
}
