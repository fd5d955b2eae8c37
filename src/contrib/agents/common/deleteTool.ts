import * as z from 'zod/mini';
import { groupFields } from '../../../api/fields/groupFields.ts';
import { jobFields } from '../../../api/fields/jobFields.ts';
import { type Device, deviceLabel, unwritableDevices } from '../../../api/model/device.ts';
import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { orThrow } from '../../../api/writes/writeResult.ts';
import { displayText, listNames } from '../../../base/displayText.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { seenGroup, seenJob } from '../../../store/objectAccess.ts';
import { objectItem } from '../../../store/runs/objectItems.ts';
import { SeenTargets } from '../../../store/runs/stillSo.ts';
import { type ChangePlan, changedFields, planParts, type RunPart } from './changePlan.ts';
import { ToolError } from './fleet.ts';
import { oneGroup } from './groupTools.ts';
import { jobsOf, reachChange } from './jobChanges.ts';
import { serverInput } from './jobSearch.ts';
import { filled } from './newObjects.ts';
import type { ServerCall } from './serverCall.ts';
import { changingTool } from './tool.ts';

const Ids = z.array(z.int().check(z.minimum(0))).check(z.minLength(1), z.maxLength(100));

export const deleteTool = changingTool({
  name: 'delete_jobs_and_groups',
  description:
    'Deletes jobs, or static groups (not their devices), by ID. To only prevent runs, disable the job instead. The user must confirm; “Show Activity” can create them again, with new IDs.',
  isDestructive: true,
  isIdempotent: true,
  input: z.strictObject({
    ...serverInput,
    jobs: z.optional(Ids),
    groups: z.optional(Ids),
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
  const known = targeting.map(({ id, jobs: found }) => [id, found.map(job => job.id)] as const);
  const targets = new SeenTargets(session, known);
  const parts = groups.map(({ group, id }): RunPart => {
    const seen = seenGroup(group, id);
    const targetedBy = targeting.find(target => target.id === id)?.jobs.map(job => job.id) ?? [];
    return {
      planned: { kind: 'group', id, name: group.name, before: filled(seen.draft), after: {} },
      record: { ...objectItem('group', id, seen.draft), draft: { former: { id, targetedBy } } },
      send: async sending => {
        await targets.checkDeletion(id);
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
