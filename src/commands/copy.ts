import * as z from 'zod';
import { deviceWriteName } from '../model/device.ts';
import { localizer } from '../platform/localize.ts';
import type { CommandContext } from './commandContext.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { groupIdsOf } from './groups/groupIds.ts';
import { type JobChoice, jobsFor } from './jobs/jobArguments.ts';

const { t } = localizer;

export async function copyJobIds(
  context: JobChoice & Pick<CommandContext, 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const targets = await jobsFor(context, args, t('Copy Ids of Jobs'));
  if (targets !== undefined)
    await copyLines(
      context,
      targets.jobs.map(job => String(job.id)),
    );
}

export async function copyJobNames(
  context: JobChoice & Pick<CommandContext, 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const targets = await jobsFor(context, args, t('Copy Names of Jobs'));
  if (targets !== undefined)
    await copyLines(
      context,
      targets.jobs.map(job => job.name),
    );
}

/** Host names of single devices and of the devices in known groups, each once. */
export async function copyJobHostNames(
  context: JobChoice & Pick<CommandContext, 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const targets = await jobsFor(context, args, t('Copy Host Names of Jobs'));
  if (targets === undefined) return;
  const { session, jobs } = targets;
  if (jobs.some(job => job.groups.length > 0)) await session.groups.ensureLoaded();
  const devices = jobs.flatMap(job => [
    ...job.peers,
    ...job.groups.flatMap(id => session.groups.byId(id)?.server_set ?? []),
  ]);
  await copyLines(
    context,
    devices.map(deviceWriteName).filter(name => name !== undefined),
  );
}

export async function copyGroupIds(
  context: GroupChoice & Pick<CommandContext, 'notices' | 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const targets = await groupsFor(context, args, t('Copy Ids of Groups'));
  if (targets === undefined) return;
  const ids = await groupIdsOf(context, targets.session, targets.groups);
  if (ids.size > 0) await copyLines(context, [...ids.values()].map(String));
}

export async function copyGroupNames(
  context: GroupChoice & Pick<CommandContext, 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const targets = await groupsFor(context, args, t('Copy Names of Groups'));
  if (targets !== undefined)
    await copyLines(
      context,
      targets.groups.map(group => group.name),
    );
}

export async function copyGroupHostNames(
  context: GroupChoice & Pick<CommandContext, 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const targets = await groupsFor(context, args, t('Copy Host Names of Groups'));
  if (targets === undefined) return;
  const devices = targets.groups.flatMap(group => group.server_set);
  await copyLines(
    context,
    devices.map(deviceWriteName).filter(name => name !== undefined),
  );
}

const DeviceRowSchema = z.union([
  z
    .looseObject({ kind: z.literal('device'), serverId: z.string(), deviceKey: z.string() })
    .transform(({ serverId, deviceKey }) => ({ serverId, deviceKey })),
  z
    .looseObject({
      kind: z.literal('target'),
      serverId: z.string(),
      target: z.looseObject({ kind: z.literal('device'), deviceKey: z.string() }),
    })
    .transform(({ serverId, target }) => ({ serverId, deviceKey: target.deviceKey })),
]);

/** Host name (else address) of the device rows that were clicked or selected. */
export async function copyDeviceNames(
  context: Pick<CommandContext, 'sessions' | 'dialogs' | 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const rows = Array.isArray(args[1]) && args[1].length > 0 ? args[1] : [args[0]];
  const names = rows.flatMap(row => {
    const parsed = DeviceRowSchema.safeParse(row);
    const session = parsed.success ? context.sessions.get(parsed.data.serverId) : undefined;
    const device = parsed.success ? session?.findDevice(parsed.data.deviceKey) : undefined;
    const name = device === undefined ? undefined : deviceWriteName(device);
    return name === undefined ? [] : [name];
  });
  await copyLines(context, names);
}

/** One line each, every line once. */
async function copyLines(
  context: Pick<CommandContext, 'dialogs' | 'clipboard'>,
  lines: readonly string[],
): Promise<void> {
  const distinct = [...new Set(lines)];
  if (distinct.length === 0) {
    await context.dialogs.info(t('There is nothing to copy.'));
    return;
  }
  await context.clipboard.writeText(distinct.join('\n'));
  if (distinct.length > 1)
    void context.dialogs.info(
      localizer.plural('Copied {count} line.|Copied {count} lines.', distinct.length),
    );
}
