import * as vscode from 'vscode';
import { type Device, deviceLabel } from '../../../api/model/device.ts';
import type { Group } from '../../../api/model/group.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { quoteName } from '../../../store/filter/filterText.ts';
import type { JobOnDevice, Unknown } from '../../../store/reach/targetIndex.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { findAllGroupIds } from '../../../workbench/commands/findGroupIds.ts';
import { type GroupChoice, groupsFor } from '../../../workbench/commands/groups/groupArguments.ts';
import { readReachWithProgress } from '../../../workbench/commands/reachQuestion.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, namesOf } from '../../../workbench/platform/objectNames.ts';
import type { QuickChoice } from '../../../workbench/platform/quickChoices.ts';
import { namedUnknownTexts } from '../../../workbench/servers/labels.ts';
import { nextRunTexts } from '../../../workbench/servers/schedules.ts';
import type { MembersContext } from './addDevices.ts';
import { type FoundPlace, openPlace, placeIcons, placeKey, placeText } from './places.ts';
import { removeFromAll } from './removeEverywhere.ts';

export type UsesContext = MembersContext &
  Uses<'documents' | 'groupsView' | 'labels' | 'notices' | 'schedules'>;

/** Shows only the jobs that target a group, in the Jobs view, where they can be changed together. */
export async function showGroupJobs(context: GroupChoice & Uses<'jobsView'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args.slice(0, 1), t('Show Jobs of Group'));
  const [group] = targets?.groups ?? [];
  if (group === undefined) return;
  const { jobsView } = context;
  const word = jobsView.filterVocabulary.kinds.find(([, , kind]) => kind === 'group')?.[0] ?? 'group';
  jobsView.setFilter(`${word} ${quoteName(group.name.trim())}`);
  await jobsView.frame.show();
}

/** Lists every group and job that uses a device, and opens the one that the user picks. */
export async function showUsesOf(
  context: UsesContext,
  session: ServerSession,
  device: Device,
): Promise<void> {
  const name = displayText(deviceLabel(device), 80);
  await chooseUse(context, session, () => {
    const { groups, jobs, unknown } = session.targets.usesOf(device);
    const counts = [
      plural('{count} group|{count} groups', groups.length),
      plural('{count} job|{count} jobs', jobs.length),
    ];
    return {
      title: t('“{name}” is in {counts}', { name, counts: counts.join(', ') }),
      nothing: t('No group or job contains “{name}”.', { name }),
      uses: [
        ...groups.map((entry): Use => ({ place: { kind: 'group', entry }, detail: '' })),
        ...jobs.map((use): Use => ({ place: { kind: 'job', job: use.job }, detail: wayText(use) })),
      ],
      unknown,
      remove: () => removeFromAll(context, { session, members: [{ group: undefined, devices: [device] }] }),
    };
  });
}

interface Use {
  readonly place: Exclude<FoundPlace, { kind: 'device' }>;
  readonly detail: string;
}

interface FoundUses {
  readonly title: string;
  readonly nothing: string;
  readonly uses: readonly Use[];
  readonly unknown: Unknown;
  /** Removes the object from everything that is listed. */
  readonly remove: () => Promise<void>;
}

const unknownKey = 'unknown';
const removeKey = 'remove';

/** Lists uses, with what is unknown as the last line, and asks again once the IDs have been looked for. */
async function chooseUse(context: UsesContext, session: ServerSession, find: () => FoundUses): Promise<void> {
  await readReachWithProgress(context, session);
  const found = find();
  const [unknown, ...others] = namedUnknownTexts(found.unknown, session.server, context.labels);
  const canFind = found.unknown.groups.length > 0;
  let isFinding: boolean;
  if (found.uses.length === 0) {
    const findIds = t('Find Group IDs');
    const text = joinTexts(' ', found.nothing, ...[unknown, ...others].map(each => each && `${each}.`));
    isFinding = (await context.dialogs.info(text, ...(canFind ? [findIds] : []))) === findIds;
  } else {
    const choices = usesChoices(context, session, found.uses);
    const last = unknown === undefined ? [] : [unknownChoice(unknown, others, canFind)];
    const chosen = await context.dialogs.pick(found.title, [...choices, removalChoice(), ...last]);
    if (chosen === removeKey) return found.remove();
    const place = found.uses.find(use => placeKey(use.place) === chosen)?.place;
    if (place !== undefined) return openPlace(context, session, place);
    isFinding = canFind && chosen === unknownKey;
  }
  if (!isFinding) return;
  await findAllGroupIds(context, session);
  await chooseUse(context, session, find);
}

function unknownChoice(unknown: string, others: readonly string[], canFind: boolean): QuickChoice {
  const label = canFind ? t('{unknown}: Find IDs', { unknown }) : unknown;
  const detail = others.length === 0 ? {} : { detail: others.join(' · ') };
  return { value: unknownKey, label, ...detail, iconPath: new vscode.ThemeIcon('question') };
}

function removalChoice(): QuickChoice {
  const label = t('Remove from All Groups and Jobs…');
  return { value: removeKey, label, iconPath: new vscode.ThemeIcon('trash') };
}

function usesChoices(
  { schedules }: UsesContext,
  session: ServerSession,
  uses: readonly Use[],
): readonly QuickChoice[] {
  const nextRun = nextRunTexts(schedules, session.server);
  const outlook = schedules.of(session.server);
  const nowMs = Date.now();
  // Groups come first, then the jobs in the order in which they run next.
  const orderOf = ({ place }: Use) => {
    if (place.kind === 'group') return 0;
    const { enabled, params } = place.job;
    return (enabled === false ? undefined : outlook.nextRunMs(params, nowMs)) ?? Number.MAX_VALUE;
  };
  const ordered = uses.map(use => ({ ...use, order: orderOf(use) })).sort((a, b) => a.order - b.order);
  return ordered.map(({ place, detail }) => {
    const { label, description } = placeText(place, session);
    const next = place.kind === 'job' ? nextRun(place.job) : '';
    const words = joinTexts(' · ', description, next, detail);
    return { value: placeKey(place), label, description: words, iconPath: placeIcons[place.kind] };
  });
}

/** How a device is targeted by a job: "through “Accounting”". */
function wayText({ isDirect, groups }: JobOnDevice): string {
  if (groups.length === 0) return t('directly');
  const names = namesOf(groups, (group: Group) => groupTitle(group), 3);
  return isDirect
    ? t('directly and through {groups}', { groups: names })
    : t('through {groups}', { groups: names });
}
