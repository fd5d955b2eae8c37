import { deviceWriteName, writeNames } from '../model/device.ts';
import { localizer } from '../platform/localize.ts';
import type { Args, Uses } from './commandContext.ts';
import { groupIdsOf } from './groupIds.ts';
import { DeviceRowSchema } from './groups/deviceArguments.ts';
import { type GroupChoice, type GroupTargets, groupsFor } from './groups/groupArguments.ts';
import { type JobChoice, type JobTargets, jobsFor } from './jobs/jobArguments.ts';
import { isFromKey, rowsIn } from './viewArguments.ts';

const { t } = localizer;

type CopyContext = Uses<'dialogs' | 'clipboard'>;
type Copying<Context> = (context: Context & CopyContext, args: Args) => Promise<void>;

export const copyJobIds = copyOfJobs(
  () => t('Copy Job IDs'),
  ({ jobs }) => jobs.map(job => String(job.id)),
);
export const copyJobNames = copyOfJobs(
  () => t('Copy Job Names'),
  ({ jobs }) => jobs.map(job => job.name),
);
/** Host names of single devices and of the devices in known groups. */
export const copyJobHostNames = copyOfJobs(
  () => t('Copy Job Host Names'),
  async ({ session, jobs }) => {
    if (jobs.some(job => job.groups.length > 0)) await session.groups.ensureLoaded();
    const devices = jobs.flatMap(job => [
      ...job.peers,
      ...job.groups.flatMap(id => session.groups.byId(id)?.server_set ?? []),
    ]);
    return writeNames(devices);
  },
);
export const copyGroupNames = copyOfGroups(
  () => t('Copy Group Names'),
  ({ groups }) => groups.map(group => group.name),
);
export const copyGroupHostNames = copyOfGroups(
  () => t('Copy Group Host Names'),
  ({ groups }) => writeNames(groups.flatMap(group => group.server_set)),
);

export async function copyGroupIds(
  context: GroupChoice & Uses<'notices' | 'clipboard'>,
  args: Args,
): Promise<void> {
  const targets = await groupsFor(context, args, t('Copy Group IDs'));
  if (targets === undefined) return;
  const ids = await groupIdsOf(context, targets.session, targets.groups);
  if (ids.size > 0) await copyLines(context, [...ids.values()].map(String));
}

function copyOfJobs(
  title: () => string,
  linesOf: (targets: JobTargets) => readonly string[] | Promise<readonly string[]>,
): Copying<JobChoice> {
  return async (context, args) => {
    const targets = await jobsFor(context, args, title());
    if (targets !== undefined) await copyLines(context, await linesOf(targets));
  };
}

function copyOfGroups(
  title: () => string,
  linesOf: (targets: GroupTargets) => readonly string[],
): Copying<GroupChoice> {
  return async (context, args) => {
    const targets = await groupsFor(context, args, title());
    if (targets !== undefined) await copyLines(context, linesOf(targets));
  };
}

/** Host names (else addresses) of the device rows that were clicked or selected. */
export async function copyDeviceNames(context: CopyContext & GroupChoice, args: Args): Promise<void> {
  const rows = isFromKey(args) ? await context.groupsView.frame.focusedRows() : rowsIn(args);
  const names = rows.flatMap(row => {
    const parsed = DeviceRowSchema.safeParse(row);
    const session = parsed.success ? context.sessions.get(parsed.data.serverId) : undefined;
    const device = parsed.success ? session?.findDevice(parsed.data.deviceKey) : undefined;
    const name = device === undefined ? undefined : deviceWriteName(device);
    return name === undefined ? [] : [name];
  });
  // A key in the view is also for rows of groups.
  if (names.length === 0 && isFromKey(args)) return copyGroupHostNames(context, [rows[0], rows]);
  await copyLines(context, names);
}

/** One per line, without duplicates. */
async function copyLines({ dialogs, clipboard }: CopyContext, lines: readonly string[]): Promise<void> {
  const distinct = [...new Set(lines)];
  if (distinct.length === 0) {
    await dialogs.info(t('Nothing to copy.'));
    return;
  }
  await clipboard.writeText(distinct.join('\n'));
  if (distinct.length > 1)
    void dialogs.info(localizer.plural('Copied {count} line.|Copied {count} lines.', distinct.length));
}
