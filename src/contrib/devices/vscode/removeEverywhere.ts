import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { type DeviceReference, othersThan, planMembership } from '../../../api/model/membership.ts';
import type { JobEdit } from '../../../api/writes/objectEdits.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { listOf } from '../../../base/json.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import { readReachWithProgress } from '../../../workbench/commands/reachQuestion.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { editStep, membersStep } from '../../../workbench/commands/runs/steps.ts';
import { checkedJobsText } from '../../../workbench/commands/runs/targetingJobs.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../../workbench/platform/objectNames.ts';
import type { MembersContext } from './addDevices.ts';
import { type DeviceTargets, devicesFor, nameable, pickKnownDevices } from './deviceArguments.ts';
import { askMembership, deviceNames } from './deviceQuestions.ts';

/** Removes devices from all groups and from the targets of all jobs, after one prompt. */
export async function removeEverywhere(context: MembersContext, args: Args): Promise<void> {
  const title = t('Remove from All Groups and Jobs');
  const targets = await devicesFor(context, args, title, pickKnownDevices);
  if (targets !== undefined) await removeFromAll(context, targets);
}

export async function removeFromAll(
  context: MembersContext,
  { session, members }: DeviceTargets,
): Promise<void> {
  const devices = nameable(members);
  if (!(await readReachWithProgress(context, session))) return;
  const uses = members.flatMap(member => member.devices).map(device => session.targets.usesOf(device));
  const groups = [...new Set(uses.flatMap(use => use.groups.map(({ group }) => group)))];
  const direct = uses.flatMap(({ jobs }) => jobs.filter(({ isDirect }) => isDirect).map(({ job }) => job));
  const edits = [...new Set(direct)].map(job => withoutDevices(job, devices));
  const ids = await groupIdsOf(context, session, groups);
  const words = { devices: deviceNames(devices, namedInMessage), server: session.server.name };
  if (groups.length + edits.length === 0) {
    const text = t('No group and no job on “{server}” contains {devices}.', words);
    return void (await context.dialogs.info(joinTexts(' ', text, checkedJobsText(session))));
  }
  const places = joinTexts(
    ', ',
    ids.size > 0 && plural('{count} group|{count} groups', ids.size),
    edits.length > 0 && plural('{count} job|{count} jobs', edits.length),
  );
  const emptied = [...ids.keys()].filter(group => othersThan(group.server_set, devices).length === 0);
  const chosen = await askMembership(context, session, {
    message: t('Remove {devices} from these places on “{server}”: {places}?', { ...words, places }),
    actions: [t('Remove')],
    devices: devices.length > namedInMessage ? devices : [],
    remarks: [
      named(t('Groups'), [...ids.keys()], groupTitle),
      named(t('Jobs'), edits, ({ job }) => jobName(job)),
      named(t('Groups that will be empty'), emptied, groupTitle),
      ...emptyListTexts(edits),
      named(
        t('Not changed, because the ID is unknown'),
        groups.filter(group => !ids.has(group)),
        groupTitle,
      ),
      checkedJobsText(session),
    ],
  });
  if (chosen === undefined) return;
  const change = { add: [], remove: devices };
  const steps = [...ids].map(([group, id]) => membersStep({ group, id, change }));
  await takeSteps(context, session, { act: 'changePlaces', steps: [...steps, ...edits.map(editStep)] });
}

const namedInMessage = 3;

function withoutDevices(job: Job, remove: readonly DeviceReference[]): JobEdit {
  const { names } = planMembership(job.peers, { add: [], remove });
  return { job, edit: { before: { peers: toJobDraft(job).peers }, after: { peers: names } } };
}

/** Names the jobs whose list of devices becomes empty, and among them those that would have no targets left. */
function emptyListTexts(edits: readonly JobEdit[]): readonly string[] {
  const emptied = edits.filter(({ edit: { after } }) => listOf(after['peers']).length === 0);
  const hasOthers = ({ job }: JobEdit) => job.groups.length + job.dynamic_groups.length > 0;
  const nameOf = ({ job }: JobEdit) => jobName(job);
  return [
    named(t('Jobs with no devices of their own left'), emptied.filter(hasOthers), nameOf),
    named(
      t('Jobs with no targets left'),
      emptied.filter(edit => !hasOthers(edit)),
      nameOf,
    ),
  ];
}

/** "Jobs: “Nightly” and “Weekly”"; '' for none. */
function named<T>(title: string, objects: readonly T[], nameOf: (object: T) => string): string {
  return objects.length === 0 ? '' : `${title}: ${namesOf(objects, nameOf, 10)}`;
}
