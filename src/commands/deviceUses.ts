import { type Device, deviceKey, deviceLabel } from '../model/device.ts';
import type { Group } from '../model/group.ts';
import { readWhole } from '../notices/wholeLists.ts';
import { plural, t } from '../platform/localize.ts';
import { groupTitle, namesOf } from '../platform/objectNames.ts';
import type { QuickChoice } from '../platform/quickChoices.ts';
import { nextRunTexts } from '../servers/schedules.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { JobOnDevice } from '../store/targets/targetIndex.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { yieldToHost } from '../util/slices.ts';
import type { Args, Uses } from './commandContext.ts';
import { devicesFor, pickKnownDevice } from './groups/deviceArguments.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { type FoundPlace, openPlace, placeIcons, placeKey, placeText } from './places.ts';

export type UsesContext = Uses<'dialogs' | 'documents' | 'groupsView' | 'schedules'>;

/** Lists every group and job that uses a device, and opens the one that the user picks. */
export async function showDeviceUses(context: UsesContext & GroupChoice, args: Args): Promise<void> {
  const targets = await devicesFor(context, args, t('Show Groups and Jobs of Device'), pickKnownDevice);
  const device = targets?.members.flatMap(({ devices }) => devices)[0];
  if (targets !== undefined && device !== undefined) await showUsesOf(context, targets.session, device);
}

/** Lists the jobs that target a group. */
export async function showGroupJobs(context: UsesContext & GroupChoice, args: Args): Promise<void> {
  const targets = await groupsFor(context, args.slice(0, 1), t('Show Jobs of Group'));
  const [group] = targets?.groups ?? [];
  if (targets === undefined || group === undefined) return;
  const { session } = targets;
  await ready(context, session);
  const jobs = session.targets.jobsOfGroup(group);
  const name = groupTitle(group);
  await chooseUse(context, session, {
    title: plural('{count} job targets “{name}”|{count} jobs target “{name}”', jobs.length, { name }),
    nothing: nothingText(t('No job targets “{name}”.', { name }), session),
    uses: jobs.map(job => ({ place: { kind: 'job', job }, detail: '' })),
  });
}

export async function showUsesOf(
  context: UsesContext,
  session: ServerSession,
  device: Device,
): Promise<void> {
  await ready(context, session);
  const key = deviceKey(device);
  const groups = session.targets.groupsWith(key);
  const jobs = session.targets.jobsOn(key);
  const name = displayText(deviceLabel(device), 80);
  const counts = [
    plural('{count} group|{count} groups', groups.length),
    plural('{count} job|{count} jobs', jobs.length),
  ];
  await chooseUse(context, session, {
    title: t('“{name}” is in {counts}', { name, counts: counts.join(', ') }),
    nothing: nothingText(t('No group or job contains “{name}”.', { name }), session),
    uses: [
      ...groups.map((entry): Use => ({ place: { kind: 'group', entry }, detail: '' })),
      ...jobs.map((use): Use => ({ place: { kind: 'job', job: use.job }, detail: wayText(use) })),
    ],
  });
}

/** Reads and indexes jobs and groups; if the user cancels, the answer is about what was read. */
async function ready(context: UsesContext, session: ServerSession): Promise<void> {
  await readWhole(context, session);
  await session.targets.update(yieldToHost);
}

interface Use {
  readonly place: Exclude<FoundPlace, { kind: 'device' }>;
  readonly detail: string;
}

interface FoundUses {
  readonly title: string;
  readonly nothing: string;
  readonly uses: readonly Use[];
}

async function chooseUse(
  context: UsesContext,
  session: ServerSession,
  { title, nothing, uses }: FoundUses,
): Promise<void> {
  if (uses.length === 0) return void (await context.dialogs.info(nothing));
  const nextRun = nextRunTexts(context.schedules, session.server);
  const sorted = uses.map(use => ({
    ...use,
    nextRun: use.place.kind === 'job' ? nextRun(use.place.job) : '',
  }));
  const choices = sorted.map(({ place, detail, nextRun: next }): QuickChoice => {
    const { label, description } = placeText(place, session);
    const words = joinTexts(' · ', description, next, detail);
    return { value: placeKey(place), label, description: words, iconPath: placeIcons[place.kind] };
  });
  const chosen = await context.dialogs.pick(title, choices);
  const place = uses.find(use => placeKey(use.place) === chosen)?.place;
  if (place !== undefined) await openPlace(context, session, place);
}

/** How a device is targeted by a job: "through “Accounting”". */
function wayText({ isDirect, groups }: JobOnDevice): string {
  if (groups.length === 0) return t('directly');
  const names = namesOf(groups, (group: Group) => groupTitle(group), 3);
  return isDirect
    ? t('directly and through {groups}', { groups: names })
    : t('through {groups}', { groups: names });
}

/** Jobs that are not loaded may also use the device or group. */
function nothingText(nothing: string, { jobs }: ServerSession): string {
  return jobs.isComplete ? nothing : `${nothing} ${t('Not all jobs were read.')}`;
}
