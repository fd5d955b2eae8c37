import { type Device, deviceLabel } from '../../../api/model/device.ts';
import type { Job } from '../../../api/model/job.ts';
import { systemClock } from '../../../base/clock.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { unknownOfFilter } from '../../../store/filter/filterSets.ts';
import type { Unknown } from '../../../store/reach/targetIndex.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { sweepStatuses } from '../../../store/statuses/statusSweep.ts';
import { activeSession, rowsIn, rowsOf } from '../../../workbench/commands/arguments.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { findAllGroupIds } from '../../../workbench/commands/findGroupIds.ts';
import { type GroupChoice, groupsFor } from '../../../workbench/commands/groups/groupArguments.ts';
import {
  filteredJobs,
  type JobChoice,
  readStatusesWithProgress,
} from '../../../workbench/commands/jobs/jobArguments.ts';
import {
  type JobBeforeStop,
  statusesSince,
  stopTheseJobs,
} from '../../../workbench/commands/jobs/stopJobs.ts';
import { readReachWithProgress } from '../../../workbench/commands/reachQuestion.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../../workbench/platform/objectNames.ts';
import { reachText } from '../../../workbench/platform/reachTexts.ts';
import { namedUnknownTexts } from '../../../workbench/servers/labels.ts';
import { devicesFor, pickKnownDevices } from './deviceArguments.ts';

type StopContext = RunContext & JobChoice & GroupChoice;

/** Stops every job that is executing and runs on one of the devices, or on a device of the groups. */
export async function stopOnDevices(context: StopContext, args: Args): Promise<void> {
  const isNamed = args.length > 0 || rowsOf(context.groupsView.frame.selection, 'group').length > 0;
  const ofDevices = isNamed ? rowsOf(rowsIn(args), 'device').length > 0 : await askOfDevices(context);
  if (ofDevices !== undefined) await (ofDevices ? stopOnTheseDevices : stopOnGroups)(context, args);
}

async function askOfDevices(context: StopContext): Promise<boolean | undefined> {
  if ((await activeSession(context)) === undefined) return undefined;
  const chosen = await context.dialogs.pick(t('Stop Jobs on Devices'), [
    { value: 'groups', label: t('All devices of groups') },
    { value: 'devices', label: t('Single devices') },
  ]);
  return chosen === undefined ? undefined : chosen === 'devices';
}

async function stopOnGroups(context: StopContext, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Stop Jobs on Devices of Groups'));
  if (targets === undefined) return;
  const { session, groups } = targets;
  const devices = groups.flatMap(({ server_set: members }) => members);
  await stopOn(context, session, devices, namesOf(groups, groupTitle));
}

async function stopOnTheseDevices(context: StopContext, args: Args): Promise<void> {
  const targets = await devicesFor(context, args, t('Stop Jobs on Devices'), pickKnownDevices);
  if (targets === undefined) return;
  const devices = targets.members.flatMap(member => member.devices);
  await stopOn(context, targets.session, devices, namesOf(devices, deviceLabel));
}

/** Stops every job that is executing and matches the filter of the view. */
export async function stopFilteredJobs(context: StopContext): Promise<void> {
  const targets = await filteredJobs(context);
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const { filter } = context.jobsView.arrangementOf(session);
  const text = displayText(context.jobsView.filter, 40);
  await stopExecuting(context, session, {
    nothing:
      text === ''
        ? t('No job is executing on “{server}”.', { server: session.server.name })
        : t('No job that matches “{filter}” is executing on “{server}”.', {
            filter: text,
            server: session.server.name,
          }),
    question: count =>
      text === ''
        ? plural(
            'Stop {count} executing job on “{server}”?|Stop {count} executing jobs on “{server}”?',
            count,
            { server: session.server.name },
          )
        : plural(
            'Stop {count} executing job that matches “{filter}” on “{server}”?|Stop {count} executing jobs that match “{filter}” on “{server}”?',
            count,
            { filter: text, server: session.server.name },
          ),
    find: () => ({ jobs, unknown: unknownOfFilter(filter, session.targets) }),
  });
}

function stopOn(
  context: StopContext,
  session: ServerSession,
  devices: readonly Device[],
  names: string,
): Promise<void> {
  return stopExecuting(context, session, {
    nothing: plural(
      'No job is executing on {names} ({count} device) of “{server}”.|No job is executing on {names} ({count} devices) of “{server}”.',
      session.targets.countDevices([devices]),
      { names, server: session.server.name },
    ),
    question: count =>
      plural(
        'Stop {count} job that is executing on {names} of “{server}”?|Stop {count} jobs that are executing on {names} of “{server}”?',
        count,
        { names, server: session.server.name },
      ),
    find: () => {
      const { jobs, unknown } = session.targets.usesOfAny(devices);
      return { jobs: jobs.map(({ job }) => job), unknown };
    },
  });
}

interface Candidates {
  /** What to say if none of them is executing. */
  readonly nothing: string;
  /** What to ask about this many that are executing. */
  readonly question: (count: number) => string;
  /** Called once the lists and the IDs of targeted groups have been read. */
  readonly find: () => { readonly jobs: readonly Job[]; readonly unknown: Unknown };
}

async function stopExecuting(
  context: StopContext,
  session: ServerSession,
  candidates: Candidates,
): Promise<void> {
  if (!(await readReachWithProgress(context, session))) return;
  const { jobs, unknown } = candidates.find();
  const startedMs = systemClock.now();
  const ids = jobs.map(({ id }) => id);
  const isRead =
    jobs.length === 0 ||
    (await readStatusesWithProgress(context, options => sweepStatuses(session.statuses, ids, options)));
  if (!isRead) return;
  const found = statusesSince(startedMs, session, jobs);
  const executing = found.filter(({ status }) => status?.kind === 'running').map(({ job }) => job);
  const remarks = [...unclearTexts(found), ...unknownRemarks(context, session, unknown)];
  if (executing.length > 0) {
    const detail = [...devicesTexts(executing, session), ...remarks].join('\n');
    const message = candidates.question(executing.length);
    return stopTheseJobs(context, { session, jobs: executing }, { message, detail });
  }
  const findIds = t('Find Group IDs');
  const actions = unknown.groups.length > 0 ? [findIds] : [];
  const chosen = await context.dialogs.info(joinTexts(' ', candidates.nothing, ...remarks), ...actions);
  if (chosen !== findIds) return;
  await findAllGroupIds(context, session);
  await stopExecuting(context, session, candidates);
}

const linesAtMost = 10;

/** "“Nightly”: On 12 devices.", for each job: the stop concerns all its devices, not just the chosen ones. */
function devicesTexts(jobs: readonly Job[], { targets }: ServerSession): readonly string[] {
  const hidden = jobs.length - linesAtMost;
  return [
    ...jobs.slice(0, linesAtMost).map(job => {
      return `${t('“{name}”', { name: jobName(job) })}: ${reachText(targets.reachOf(job))}`;
    }),
    ...(hidden > 0 ? [plural('And {count} more job.|And {count} more jobs.', hidden)] : []),
  ];
}

/** Jobs that may be executing, but are not stopped, because their status could not be read or is not understood. */
function unclearTexts(found: readonly JobBeforeStop[]): readonly string[] {
  const unclear = found.filter(({ status }) => status === undefined || status.kind === 'unknown');
  const name = ({ job, status }: JobBeforeStop) => `${jobName(job)} (${status?.word || t('no status')})`;
  return unclear.length === 0
    ? []
    : [t('Status unknown, so not included: {jobs}.', { jobs: namesOf(unclear, name) })];
}

/** Names the groups whose jobs are unknown, unlike `unknownTexts`, which counts them. */
function unknownRemarks(
  { labels }: Pick<RunContext, 'labels'>,
  session: ServerSession,
  { groups, ...others }: Unknown,
): readonly string[] {
  return [
    ...(groups.length === 0
      ? []
      : [
          t('Jobs that target these groups may be missing, because the IDs are unknown: {groups}.', {
            groups: namesOf(groups, groupTitle),
          }),
        ]),
    ...namedUnknownTexts({ groups: [], ...others }, session.server, labels).map(text => `${text}.`),
  ];
}
