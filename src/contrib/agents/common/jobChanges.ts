import * as z from 'zod/mini';
import { ifFound } from '../../../api/errors/apiError.ts';
import { jobFields } from '../../../api/fields/jobFields.ts';
import { isIdList, jobListFields } from '../../../api/fields/objectFields.ts';
import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { parseShape } from '../../../api/model/mismatch.ts';
import { editJob, throwIfOtherwise } from '../../../api/writes/objectEdits.ts';
import { inParallel } from '../../../base/inParallel.ts';
import { responseSlices } from '../../../base/slices.ts';
import { keysOf } from '../../../base/tables.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { weekdayCodes } from '../../../recurrence/text/recurrenceRule.ts';
import { hasErrors } from '../../../recurrence/text/recurrenceSet.ts';
import { findTimeZone } from '../../../recurrence/text/timeZone.ts';
import { reachOfDrafts } from '../../../store/reach/draftReach.ts';
import { objectItem } from '../../../store/runs/objectItems.ts';
import { addedTargets, SeenTargets } from '../../../store/runs/stillSo.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import {
  type ChangeOutcome,
  changeFields,
  changeOfJob,
  type JobChange,
  JobChangeSchema,
  obstacleTexts,
} from '../../changeJobs/common/jobChange.ts';
import { agentText } from './agentText.ts';
import { type ChangePlan, planParts, type RunPart, type SkippedItem, unlessChanged } from './changePlan.ts';
import { ToolError } from './fleet.ts';
import { type FoundJobs, filterInput, findJobs, idsInput, mostJobs } from './jobSearch.ts';
import { looseInput } from './looseInput.ts';
import type { ServerCall } from './serverCall.ts';
import { readReach } from './serverCall.ts';
import { planTimedChange, type TimedEdits, timedInput } from './timedChanges.ts';
import { optionalInput } from './tool.ts';

export const jobsInput = {
  ids: optionalInput('IDs of jobs, from find_jobs.', idsInput),
  filter: filterInput,
};

/** The jobs of a call by IDs or by a filter; all must be known, so that none is left out silently. */
export async function jobsOf(
  { ids, filter }: { readonly ids?: readonly number[] | undefined; readonly filter?: string | undefined },
  call: ServerCall,
): Promise<readonly Job[]> {
  if ((ids === undefined) === (filter === undefined))
    throw new ToolError('Pass either the ids of the jobs or a filter that finds them.');
  await readReach(call);
  if (ids !== undefined) return jobsWithIds([...new Set(ids)], call);
  const found = await findJobs(filter, call);
  throwIfPart(found);
  if (found.jobs.length === 0) throw new ToolError('No job matches the filter. Try it with find_jobs.');
  if (found.jobs.length > mostJobs)
    throw new ToolError(`The filter finds ${found.jobs.length} jobs; one change is of at most ${mostJobs}.`);
  return found.jobs;
}

/** Few jobs are read again, so that the plan shows them as they are now. */
async function jobsWithIds(
  ids: readonly number[],
  { session: { jobs }, signal }: ServerCall,
): Promise<readonly Job[]> {
  const found = new Map<number, Job>();
  const isRead = ids.length <= mostRead;
  await inParallel(ids, readsAtOnce, async id => {
    const job = isRead ? await ifFound(jobs.read(id, { signal })) : jobs.get(id);
    if (job !== undefined) found.set(id, job);
  });
  const missing = ids.filter(id => !found.has(id));
  if (missing.length > 0)
    throw new ToolError(
      `The server has no job with the ID ${missing.slice(0, 10).join(', ')}. Find jobs with find_jobs.`,
    );
  return ids.flatMap(id => found.get(id) ?? []);
}

const mostRead = 50;
const readsAtOnce = 8;

/** A change of "all that match" must not miss some because the list was not read whole. */
function throwIfPart({ part, unknown }: FoundJobs): void {
  if (part.complete && unknown.length === 0) return;
  const why = unknown.length === 0 ? `only ${part.searched} jobs could be read` : unknown.join('; ');
  throw new ToolError(`It is not certain which jobs match: ${agentText(why, 400)}. Pass the ids instead.`);
}

const Ids = z.array(z.int().check(z.minimum(0)));
const Texts = z.array(z.string().check(z.minLength(1)));
const listChange = z.optional(
  z.strictObject({ field: z.enum(jobListFields), items: z.array(z.union([z.int(), z.string()])) }),
);

export const JobChangeInput = z.strictObject({
  enabled: z.optional(z.boolean()),
  run_on_start: z.optional(z.boolean()),
  name: optionalInput('For one job.', z.string().check(z.minLength(1), z.maxLength(500))),
  replace_in_name: z.optional(
    z.strictObject({ find: z.string().check(z.minLength(1)), replacement: z.string() }),
  ),
  schedule: optionalInput(
    'RFC 5545 text from convert_schedule; "" for none.',
    z.string().check(z.maxLength(8_000)),
  ),
  move_by_minutes: optionalInput('Moves schedules later, or earlier if negative.', z.int()),
  move_to: z.optional(
    z.strictObject({
      time: optionalInput(
        'HH:MM. Default: the times stay.',
        z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM')),
      ),
      days: optionalInput('Default: the days stay.', z.array(z.enum(weekdayCodes)).check(z.minLength(1))),
    }),
  ),
  move_to_zone: optionalInput(
    'UTC, server or an IANA name; the runs stay.',
    z.string().check(z.minLength(1)),
  ),
  add: listChange,
  remove: listChange,
  ...timedInput,
});
type Change = z.infer<typeof JobChangeInput>;

const changeKinds = keysOf(JobChangeInput.shape);

/** The plan of one change in jobs. */
export async function planJobChange(
  change: Change,
  chosen: Parameters<typeof jobsOf>[0],
  call: ServerCall,
): Promise<ChangePlan> {
  const { outlook } = call;
  const jobs = await jobsOf(chosen, call);
  throwUnlessOne(change);
  const timed = await planTimedChange(change, jobs, call);
  if (timed !== undefined) return planEdits(timed, call);
  const edit = editorOf(change, jobs, {
    ...outlook.reading,
    isReadable: text => !hasErrors(outlook.predictor.parse(text)),
  });
  const edits: { readonly job: Job; readonly edit: FieldEdit }[] = [];
  const skipped: SkippedItem[] = [];
  const slices = responseSlices(call.signal);
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const outcome = edit(job);
    if (outcome.kind === 'edit') edits.push({ job, edit: outcome.edit });
    else skipped.push({ id: job.id, name: job.name, why: whyOf(outcome) });
  }
  return planEdits({ edits, skipped }, call);
}

function whyOf(outcome: Exclude<ChangeOutcome, { kind: 'edit' }>): string {
  return outcome.kind === 'unchanged' ? 'It needs no change.' : obstacleTexts[outcome.obstacle];
}

interface Reading {
  readonly dialect: Parameters<typeof changeOfJob>[2]['dialect'];
  readonly zone: Parameters<typeof changeOfJob>[2]['zone'];
  readonly isReadable: (schedule: string) => boolean;
}

/** Throws `ToolError` unless it is exactly one change. */
function throwUnlessOne(change: Change): void {
  const kinds = changeKinds.filter(kind => change[kind] !== undefined);
  if (kinds.length !== 1)
    throw new ToolError(`Pass exactly one kind of change, not ${kinds.length}: ${changeKinds.join(', ')}.`);
}

/** What a change does to a job. */
function editorOf(change: Change, jobs: readonly Job[], reading: Reading): (job: Job) => ChangeOutcome {
  const { name, schedule, run_on_start: runOnStart } = change;
  if (name !== undefined && jobs.length > 1)
    throw new ToolError('Several jobs cannot get one name. Use replace_in_name, or change one job.');
  if (schedule !== undefined && !reading.isReadable(schedule))
    throw new ToolError('The schedule has errors: see convert_schedule.');
  const values = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(schedule === undefined ? {} : { params: schedule }),
    ...(runOnStart === undefined ? {} : { run_on_start: runOnStart }),
  };
  if (Object.keys(values).length > 0) return job => changeFields(job, values);
  const parsed = toJobChange(change);
  return job => changeOfJob(job, parsed, reading);
}

function toJobChange(change: Change): JobChange {
  const { data, issues } = parseShape(JobChangeSchema, wireChange(change));
  if (issues === undefined) return data;
  const lists = jobListFields.map(field => `${field} (${isIdList(field) ? 'numbers' : 'texts'})`).join(', ');
  throw new ToolError(
    `This change is not valid. Lists and their items: ${lists}. move_to takes time or days or both.`,
  );
}

function wireChange(change: Change): unknown {
  const {
    enabled,
    replace_in_name: rename,
    move_by_minutes: minutes,
    move_to: to,
    move_to_zone: zone,
    add,
    remove,
  } = change;
  if (enabled !== undefined) return { kind: 'enable', enabled };
  if (rename !== undefined) return { kind: 'rename', ...rename };
  if (minutes !== undefined) return { kind: 'moveBy', spanMs: minutes * minuteMs };
  if (to !== undefined) {
    const [hours = 0, minute = 0] = (to.time ?? '').split(':').map(Number);
    return {
      kind: 'moveToTime',
      ...(to.time === undefined ? {} : { timeMs: (hours * 60 + minute) * minuteMs }),
      ...(to.days === undefined ? {} : { days: to.days.map(day => weekdayCodes.indexOf(day)) }),
    };
  }
  if (zone !== undefined) {
    const kind = zone.toLowerCase() === 'utc' ? 'utc' : zone === 'server' ? 'server' : 'named';
    if (kind === 'named' && findTimeZone(zone) === undefined)
      throw new ToolError('There is no time zone of this name.');
    return { kind: 'moveToZone', zone: kind === 'named' ? { kind, tzid: zone } : { kind } };
  }
  return add === undefined ? { kind: 'remove', ...ofField(remove) } : { kind: 'add', ...ofField(add) };
}

/** Only the field tells whether "12" is an ID or a name. */
function ofField(part: Change['add']): object | undefined {
  return part && { ...part, items: looseInput(isIdList(part.field) ? Ids : Texts, part.items) };
}

function planEdits(
  { edits, skipped, warnings = [], beforeSending, afterSending }: TimedEdits,
  call: ServerCall,
): ChangePlan {
  const { session } = call;
  const before = edits.map(({ job }) => toJobDraft(job));
  const after = edits.map(({ edit }, index) => ({ ...before[index], ...edit.after }));
  const jobs = unlessChanged(session.writes.jobs, toJobDraft, Object.keys(jobFields));
  let prepared: Promise<void> | undefined;
  const targets = new SeenTargets(session).saw(edits.flatMap(({ edit }) => addedTargets(edit)));
  const parts = edits.map(
    ({ job, edit }): RunPart => ({
      planned: { kind: 'job', id: job.id, name: job.name, ...edit },
      record: { ...objectItem('job', job.id, toJobDraft(job)), draft: { ...edit } },
      send: async (sending, left) => {
        prepared ??= beforeSending?.();
        await prepared;
        await targets.checkGroups(addedTargets(edit));
        const stored = await editJob(jobs, { job, edit }, { onSending: sending });
        if (stored === undefined) return;
        left(stored.edit.after);
        session.statuses.touch([job.id]);
        throwIfOtherwise(stored);
      },
    }),
  );
  const devices = reachChange(session, before, after);
  const plan = planParts(call, { action: 'change', act: 'changeJobs', parts, skipped, warnings, devices });
  const apply: ChangePlan['apply'] = async run => {
    const applied = await plan.apply(run);
    await afterSending?.();
    return applied;
  };
  return { ...plan, apply };
}

/** The devices that jobs run on together; disabled ones run on none. */
export function reachChange(
  session: ServerSession,
  before: readonly Readonly<Record<string, unknown>>[],
  after: readonly Readonly<Record<string, unknown>>[],
): ChangePlan['devices'] {
  const [had, has] = [reachOfDrafts(before, session), reachOfDrafts(after, session)];
  const isMore = [had, has].some(
    ({ unknownGroups, dynamicGroups }) => unknownGroups.length + dynamicGroups.length > 0,
  );
  return { before: had.devices, after: has.devices, isMore };
}
