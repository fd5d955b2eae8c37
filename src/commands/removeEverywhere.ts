import { type Device, deviceKey } from '../model/device.ts';
import { type Job, toJobDraft } from '../model/job.ts';
import { type DeviceReference, planMembership } from '../model/membership.ts';
import { plural, t } from '../platform/localize.ts';
import { jobName, namesOf } from '../platform/objectNames.ts';
import type { JobEdit } from '../writes/jobEdits.ts';
import type { Args } from './commandContext.ts';
import { groupIdsOf } from './groupIds.ts';
import type { MembersContext } from './groups/addDevices.ts';
import { devicesFor, nameable } from './groups/deviceArguments.ts';
import { askMembership } from './groups/deviceQuestions.ts';
import { changeObjects } from './runs/changeObjects.ts';
import { checkedJobsText } from './runs/targetingJobs.ts';

/** Removes devices from all groups and from the targets of all loaded jobs, after one prompt. */
export async function removeEverywhere(context: MembersContext, args: Args): Promise<void> {
  const title = t('Remove from All Groups and Jobs');
  const targets = await devicesFor(context, args, title);
  if (targets === undefined) return;
  const { session, members } = targets;
  const devices = nameable(members);
  await Promise.all([session.groups.ensureLoaded(), session.jobs.ensureLoaded()]);
  const keys = new Set(members.flatMap(member => member.devices.map(deviceKey)));
  const has = (list: readonly Device[]) => list.some(device => keys.has(deviceKey(device)));
  const groups = session.groups.entries.map(({ group }) => group).filter(group => has(group.server_set));
  const edits = session.jobs.jobs.filter(job => has(job.peers)).map(job => withoutDevices(job, devices));
  const ids = await groupIdsOf(context, session, groups);
  const places = [
    plural('{count} group|{count} groups', ids.size),
    plural('{count} job|{count} jobs', edits.length),
  ].join(', ');
  const chosen = await askMembership(context, session, {
    message: t('Remove from {places} on “{server}”?', { places, server: session.server.name }),
    actions: [t('Remove')],
    devices,
    remarks: [untargetedText(edits), checkedJobsText(session)],
  });
  if (chosen === undefined) return;
  const changes = [...ids].map(([group, id]) => ({ group, id, change: { add: [], remove: devices } }));
  await changeObjects(context, session, { act: 'changePlaces', changes: [...changes, ...edits] });
}

function withoutDevices(job: Job, remove: readonly DeviceReference[]): JobEdit {
  const { names } = planMembership(job.peers, { add: [], remove });
  return { job, edit: { before: { peers: toJobDraft(job).peers }, after: { peers: names } } };
}

/** Names the jobs that would have no targets left. */
function untargetedText(edits: readonly JobEdit[]): string {
  const bare = edits.filter(({ job, edit }) => {
    const { peers } = edit.after;
    return job.groups.length + job.dynamic_groups.length === 0 && Array.isArray(peers) && peers.length === 0;
  });
  if (bare.length === 0) return '';
  return t('These jobs will have no targets: {jobs}.', {
    jobs: namesOf(bare, ({ job }) => jobName(job), 10),
  });
}
