import { deviceWriteName, writeNames } from '../../api/model/device.ts';
import { copiedLine } from '../../base/displayText.ts';
import { loadTargetNames } from '../notices/errorNotices.ts';
import { readMost } from '../notices/wholeLists.ts';
import { plural, t } from '../platform/localize.ts';
import { isFromKey, rowsIn, rowsOf } from './arguments.ts';
import type { Args, Uses } from './commandContext.ts';
import { groupIdsOf } from './findGroupIds.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { jobsFor } from './jobs/jobArguments.ts';

type CopyContext = Uses<'dialogs' | 'clipboard'>;
/** `undefined` if the user canceled. */
type Lines = readonly string[] | undefined;
type CopyTitle = `Copy ${'Job' | 'Group'} ${'IDs' | 'Names' | 'Host Names'}`;

export const copyJobIds = copyOf(jobsFor, 'Copy Job IDs', ({ jobs }) => jobs.map(({ id }) => String(id)));
export const copyJobNames = copyOf(jobsFor, 'Copy Job Names', ({ jobs }) => jobs.map(({ name }) => name));
/** Host names of the jobs' single devices and of the devices in their groups. Groups that are unknown are named. */
export const copyJobHostNames = copyOf(
  jobsFor,
  'Copy Job Host Names',
  async ({ session, jobs }, context: Uses<'notices' | 'dialogs'>) => {
    if (jobs.some(job => job.groups.length > 0)) {
      await readMost(context, session, ['groups']);
      await loadTargetNames(session, context.notices);
    }
    const { targets } = session;
    const unknown = new Set(jobs.flatMap(job => targets.reachOf(job).unknownGroups));
    if (unknown.size > 0)
      void context.dialogs.warn(
        plural(
          'The devices of {count} group are unknown and were not copied: {ids}.|The devices of {count} groups are unknown and were not copied: {ids}.',
          unknown.size,
          { ids: [...unknown].map(id => `#${id}`).join(', ') },
        ),
      );
    const devicesOf = (id: number) => targets.group(id)?.server_set ?? [];
    return writeNames(jobs.flatMap(job => [...job.peers, ...job.groups.flatMap(devicesOf)]));
  },
);
export const copyGroupNames = copyOf(groupsFor, 'Copy Group Names', ({ groups }) =>
  groups.map(({ name }) => name),
);
export const copyGroupHostNames = copyOf(groupsFor, 'Copy Group Host Names', ({ groups }) =>
  writeNames(groups.flatMap(group => group.server_set)),
);
export const copyGroupIds = copyOf(
  groupsFor,
  'Copy Group IDs',
  async ({ session, groups }, context: Uses<'notices' | 'dialogs'>) => {
    const ids = await groupIdsOf(context, session, groups);
    return ids.size === 0 ? undefined : [...ids.values()].map(String);
  },
);

/** Creates a command that copies one or more lines for each of its jobs or groups. */
function copyOf<Choice, Targets, Asking>(
  targetsFor: (context: Choice, args: Args, title: string) => Promise<Targets | undefined>,
  title: CopyTitle,
  linesOf: (targets: Targets, context: Asking) => Lines | Promise<Lines>,
) {
  return async (context: Choice & Asking & CopyContext, args: Args): Promise<void> => {
    const targets = await targetsFor(context, args, t(title));
    const lines = targets === undefined ? undefined : await linesOf(targets, context);
    if (lines !== undefined) await copyLines(context, lines);
  };
}

/** Copies the host names (or addresses) of the clicked, selected or focused device rows, or those of groups. */
export async function copyHostNames(context: CopyContext & GroupChoice, args: Args): Promise<void> {
  const rows = isFromKey(args) ? await context.groupsView.frame.focusedRows() : rowsIn(args);
  const devices = rowsOf(rows, 'device');
  if (devices.length === 0) return copyGroupHostNames(context, isFromKey(args) ? [rows[0], rows] : args);
  const names = devices.flatMap(({ serverId, deviceKey }) => {
    const device = context.sessions.get(serverId)?.devices.find(deviceKey);
    return device === undefined ? [] : (deviceWriteName(device) ?? []);
  });
  await copyLines(context, names);
}

/** One per line, without duplicates. */
async function copyLines({ dialogs, clipboard }: CopyContext, lines: readonly string[]): Promise<void> {
  const distinct = [...new Set(lines.map(copiedLine))];
  if (distinct.length === 0) {
    await dialogs.info(t('Nothing to copy.'));
    return;
  }
  await clipboard.writeText(distinct.join('\n'));
  if (distinct.length > 1)
    void dialogs.info(plural('Copied {count} line.|Copied {count} lines.', distinct.length));
}
