import * as z from 'zod/mini';
import { onlyFields } from '../../../api/model/draft.ts';
import type { Group } from '../../../api/model/group.ts';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { type DeviceReference, planMembership } from '../../../api/model/membership.ts';
import { joinTexts } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import { groupsFor } from '../../../workbench/commands/groups/groupArguments.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { editStep } from '../../../workbench/commands/runs/steps.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, jobName } from '../../../workbench/platform/objectNames.ts';
import { addToGroups, type MembersContext } from './addDevices.ts';
import { devicesOfGroupRows, devicesOfRows, type Members, nameable } from './deviceArguments.ts';
import { askMembership, readPasted } from './deviceQuestions.ts';
import { addOrMoveDevices } from './moveDevices.ts';

const DroppedSchema = z.object({ rows: z.array(z.unknown()), text: z.string() });
type Dropped = z.infer<typeof DroppedSchema>;

/** A job or a row below it. */
const JobTargetSchema = z.looseObject({ serverId: z.string(), jobId: z.int().check(z.minimum(0)) });

/** The targets that a drop adds to a job. */
interface Targets {
  readonly groups: readonly Group[];
  readonly devices: readonly DeviceReference[];
}

/** Handles a drop on a row of a tree: adds devices to a group, or targets to a job. */
export async function dropRows(context: MembersContext, args: Args): Promise<void> {
  const dropped = DroppedSchema.safeParse(args[1]);
  if (!dropped.success) return;
  const job = JobTargetSchema.safeParse(args[0]);
  if (!job.success) return dropOnGroup(context, args[0], dropped.data);
  const session = context.sessions.get(job.data.serverId);
  if (session === undefined) return;
  const { jobId } = job.data;
  const targets = await targetsOf(context, session, dropped.data);
  await addTargets(context, session, {
    job: session.jobs.get(jobId) ?? (await session.jobs.read(jobId)),
    targets,
  });
}

async function targetsOf(
  context: MembersContext,
  session: ServerSession,
  { rows, text }: Dropped,
): Promise<Targets> {
  const devices = devicesOfRows(context, rows);
  const groups = devicesOfGroupRows(context, rows);
  const members = devices?.session === session ? devices.members : [];
  return {
    groups: (groups?.session === session ? groups.members : []).flatMap(({ group }) => group ?? []),
    devices: rows.length > 0 ? nameable(members) : (await readPasted(context, session, text)).devices,
  };
}

/** Adds groups and devices to the targets of a job, with a PATCH of these lists based on the server's current job. */
async function addTargets(
  context: MembersContext,
  session: ServerSession,
  { job, targets }: { readonly job: Job; readonly targets: Targets },
): Promise<void> {
  const ids = await groupIdsOf(context, session, targets.groups);
  const newGroups = [...ids].filter(([, id]) => !job.groups.includes(id));
  const { names } = planMembership(job.peers, { add: targets.devices, remove: [] });
  const before = toJobDraft(job);
  const newDevices = names.slice(job.peers.length);
  const words = { job: jobName(job), server: session.server.name };
  if (newGroups.length + newDevices.length === 0) {
    await context.dialogs.info(t('The job “{job}” on “{server}” already has these targets.', words));
    return;
  }
  const groups = [...job.groups, ...newGroups.map(([, id]) => id)];
  const peers = [...(before.peers ?? []), ...newDevices];
  const after = {
    ...(newGroups.length === 0 ? {} : { groups }),
    ...(newDevices.length === 0 ? {} : { peers }),
  };
  const action = await askMembership(context, session, {
    message: t('Add {targets} to the targets of the job “{job}” on “{server}”?', {
      ...words,
      targets: countsText(newGroups.length, newDevices.length),
    }),
    actions: [t('Add')],
    devices: [
      ...newGroups.map(([group]) => ({ name: groupTitle(group) })),
      ...newDevices.map(name => ({ name })),
    ],
  });
  if (action === undefined) return;
  const step = editStep({ job, edit: { before: onlyFields(before, Object.keys(after)), after } });
  await takeSteps(context, session, { act: 'changeJobs', steps: [step] });
}

function countsText(groups: number, devices: number): string {
  return joinTexts(
    ', ',
    groups > 0 && plural('{count} group|{count} groups', groups),
    devices > 0 && plural('{count} device|{count} devices', devices),
  );
}

/** A group or a device in it. */
const GroupTargetSchema = z.looseObject({ serverId: z.string(), groupKey: z.string() });

/** Adds what was dropped to a group: devices, all devices of other groups, or host names in text. */
async function dropOnGroup(context: MembersContext, row: unknown, { rows, text }: Dropped): Promise<void> {
  const target = GroupTargetSchema.safeParse(row);
  if (!target.success) return;
  const { serverId, groupKey } = target.data;
  const title = t('Add Devices to Group');
  const targets = await groupsFor(context, [{ kind: 'group', serverId, groupKey }], title);
  if (targets === undefined) return;
  const { session, groups } = targets;
  const members = [devicesOfRows(context, rows), devicesOfGroupRows(context, rows)]
    .filter(found => found?.session === session)
    .flatMap((found): readonly Members[] => found?.members ?? []);
  if (members.length > 0) await addOrMoveDevices(context, { session, members }, groups);
  else if (text.trim() !== '') await addToGroups(context, targets, await readPasted(context, session, text));
}
