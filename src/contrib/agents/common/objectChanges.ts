import * as z from 'zod/mini';
import type { FieldTable } from '../../../api/fields/field.ts';
import { groupFields } from '../../../api/fields/groupFields.ts';
import { jobFields } from '../../../api/fields/jobFields.ts';
import { type Device, deviceLabel, unwritableDevices } from '../../../api/model/device.ts';
import type { Draft } from '../../../api/model/draft.ts';
import {
  type DraftReading,
  readGroupDraft,
  readJobDraft,
  toGroupCreate,
  toJobCreate,
} from '../../../api/model/drafts.ts';
import { draftSchemas } from '../../../api/model/fieldShapes.ts';
import { emptyGroupDraft, type Group, toGroupDraft } from '../../../api/model/group.ts';
import { emptyJobDraft, type Job, toJobDraft } from '../../../api/model/job.ts';
import { orThrow, unlessRefused } from '../../../api/writes/writeResult.ts';
import { displayText, listNames } from '../../../base/displayText.ts';
import { stringsOf } from '../../../base/json.ts';
import { englishLocalizer, type Localizer } from '../../../base/localizer.ts';
import { hasErrors } from '../../../recurrence/text/recurrenceSet.ts';
import { seenGroup, seenJob } from '../../../store/objectAccess.ts';
import { objectItem } from '../../../store/runs/objectItems.ts';
import { Newcomers } from '../../../store/runs/stillSo.ts';
import { type ChangePlan, changedFields, planParts, type RunPart } from './changePlan.ts';
import { ToolError } from './fleet.ts';
import { oneGroup } from './groupTools.ts';
import { jobsOf, reachChange } from './jobChanges.ts';
import { serverInput } from './jobSearch.ts';
import type { ServerCall } from './serverCall.ts';
import { readReach } from './serverCall.ts';
import { changingTool } from './tool.ts';

/** The fields of a job or a group with their meaning, from the table of the API. */
function fieldsOf(table: FieldTable) {
  const fields = Object.entries(table).map(([name, { holds, hover }]) => {
    const value = z.optional(draftSchemas[holds]);
    return [name, value.check(z.describe(hover(englishLocalizer)))] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}

export const createObjectTool = changingTool({
  name: 'create_object',
  description:
    'Creates one job or one static group. Pass job or group with its fields; a job needs a name and at least one policy or report. Omitted fields are empty, and a job is enabled unless you say otherwise. The user sees the whole object, and must confirm.',
  isDestructive: false,
  isIdempotent: false,
  input: z.strictObject({
    ...serverInput,
    job: z.optional(fieldsOf(jobFields)),
    group: z.optional(fieldsOf(groupFields)),
  }),
  plan: async (input, call) => {
    const { session, outlook } = call;
    if ((input.job === undefined) === (input.group === undefined))
      throw new ToolError('Pass either job or group with the fields of the new object.');
    await readReach(call);
    if (input.group !== undefined) {
      const draft = checkedDraft(readGroupDraft({ ...emptyGroupDraft, ...input.group }, englishLocalizer));
      return planCreate('group', draft, call);
    }
    const draft = checkedDraft(readJobDraft({ ...emptyJobDraft, ...input.job }, true, englishLocalizer));
    if (hasErrors(outlook.predictor.parse(draft.params ?? '')))
      throw new ToolError('The schedule has errors: see explain_schedule, or make one with build_schedule.');
    const unknown = (draft.groups ?? []).filter(id => session.targets.group(id) === undefined);
    if (unknown.length > 0)
      throw new ToolError(`No listed group has the ID ${unknown.join(', ')}. Find groups with find_groups.`);
    return planCreate('job', draft, call);
  },
});

function checkedDraft<T extends Draft>({ draft, problems }: DraftReading<T>): T {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (draft === undefined || errors.length > 0)
    throw new ToolError(
      errors.map(({ path, text }) => `${path.join('.') || 'The object'}: ${text}`).join(' '),
    );
  return draft;
}

async function planCreate(kind: 'job' | 'group', draft: Draft, call: ServerCall): Promise<ChangePlan> {
  const { session } = call;
  const { t } = call.fleet.localizer;
  const name = String(draft['name']);
  const newcomers = new Newcomers(session, []);
  const known = await newcomers.find(kind, draft);
  newcomers.decided(known.map(namesake => ({ ...namesake, kind })));
  const isNameTaken = async () => (await newcomers.find(kind, draft)).length > 0;
  const part: RunPart = {
    planned: { kind, id: undefined, name, before: {}, after: filled(draft) },
    record: { name, kind, does: 'create', draft },
    send: async (sending, left) => {
      const options = { onSending: () => sending(), isNameTaken };
      if (kind === 'job') {
        const created = unlessRefused(await session.writes.jobs.create(toJobCreate(draft), options));
        left(toJobDraft(created.object), created.object.id);
        orThrow(created);
      } else {
        const created = unlessRefused(await session.writes.groups.create(toGroupCreate(draft), options));
        left(toGroupDraft(created.object), session.groups.identity.known(created.object));
        orThrow(created);
      }
    },
  };
  return planParts(call, {
    action: 'create',
    act: kind === 'job' ? 'createJobs' : 'importGroups',
    parts: [part],
    devices:
      kind === 'job'
        ? reachChange(session, [], [draft])
        : {
            before: 0,
            after: session.targets.countDevices([], stringsOf(draft['server_set'])),
            isMore: false,
          },
    warnings: known.length > 0 ? [t('There already is one of this name.')] : [],
  });
}

function filled(draft: Draft): Draft {
  const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => !isEmpty(value)));
}

export const deleteObjectsTool = changingTool({
  name: 'delete_objects',
  description:
    'Deletes jobs, or static groups (their devices are not deleted). Pass the IDs of jobs, or of groups. To only stop a schedule, disable the job with change_jobs instead. The user must confirm; Undo creates the objects again with new IDs.',
  isDestructive: true,
  isIdempotent: true,
  input: z.strictObject({
    ...serverInput,
    jobs: z.optional(z.array(z.int().check(z.minimum(0))).check(z.minLength(1), z.maxLength(100))),
    groups: z.optional(z.array(z.int().check(z.minimum(0))).check(z.minLength(1), z.maxLength(100))),
  }),
  plan: async (input, call) => {
    if ((input.jobs === undefined) === (input.groups === undefined))
      throw new ToolError('Pass either jobs or groups, with their IDs.');
    if (input.jobs === undefined) return planGroupDeletion(await groupsOf(input.groups ?? [], call), call);
    return planJobDeletion(await jobsOf({ ids: input.jobs }, call), call);
  },
});

function planJobDeletion(jobs: readonly Job[], call: ServerCall): ChangePlan {
  const {
    session,
    fleet: { localizer },
  } = call;
  const parts = jobs.map((job): RunPart => {
    const seen = seenJob(job);
    return {
      planned: { kind: 'job', id: job.id, name: job.name, before: filled(seen.draft), after: {} },
      record: objectItem('job', job.id, seen.draft),
      send: async sending => {
        const conflicts = (now: Job) => changedFields(seen.draft, toJobDraft(now), Object.keys(jobFields));
        orThrow(await session.writes.jobs.remove(seen, { onSending: sending, conflicts }));
        session.statuses.forget([job.id]);
      },
    };
  });
  return planParts(call, {
    action: 'delete',
    act: 'deleteJobs',
    parts,
    devices: reachChange(session, jobs.map(toJobDraft), []),
    warnings: lostDevices(
      jobs.flatMap(({ peers }) => peers),
      localizer,
    ),
  });
}

interface IdentifiedGroup {
  readonly group: Group;
  readonly id: number;
}

async function groupsOf(ids: readonly number[], call: ServerCall): Promise<readonly IdentifiedGroup[]> {
  const found: IdentifiedGroup[] = [];
  for (const id of new Set(ids)) found.push({ group: await oneGroup({ id }, call), id });
  return found;
}

function planGroupDeletion(groups: readonly IdentifiedGroup[], call: ServerCall): ChangePlan {
  const {
    session,
    fleet: { localizer },
  } = call;
  const targeting = groups.map(({ group, id }) => ({ id, jobs: session.targets.usesOfGroup(group).jobs }));
  const parts = groups.map(({ group, id }): RunPart => {
    const seen = seenGroup(group, id);
    const targetedBy = targeting.find(target => target.id === id)?.jobs.map(job => job.id) ?? [];
    return {
      planned: { kind: 'group', id, name: group.name, before: filled(seen.draft), after: {} },
      record: { ...objectItem('group', id, seen.draft), draft: { former: { id, targetedBy } } },
      send: async sending => {
        const conflicts = (now: Group) =>
          changedFields(seen.draft, toGroupDraft(now), Object.keys(groupFields));
        orThrow(await session.writes.groups.remove(seen, { onSending: sending, conflicts }));
      },
    };
  });
  const members = session.targets.countDevices(groups.map(({ group }) => group.server_set));
  const jobs = [...new Set(targeting.flatMap(target => target.jobs))];
  return planParts(call, {
    action: 'delete',
    act: 'deleteGroups',
    parts,
    devices: { before: members, after: members, isMore: false },
    warnings: [
      ...(jobs.length === 0
        ? []
        : [
            localizer.plural('{count} job targets it: {jobs}.|{count} jobs target it: {jobs}.', jobs.length, {
              jobs: listNames(jobs, ({ name }) => name, 5, localizer),
            }),
          ]),
      ...lostDevices(
        groups.flatMap(({ group }) => group.server_set),
        localizer,
      ),
    ],
  });
}

function lostDevices(devices: readonly Device[], { t }: Localizer): string[] {
  const lost = unwritableDevices(devices)
    .slice(0, 10)
    .map(device => displayText(deviceLabel(device), 80));
  if (lost.length === 0) return [];
  return [
    t('Devices without a host name or address cannot be restored: {devices}.', { devices: lost.join(', ') }),
  ];
}
