import type { Draft } from '../../../api/model/draft.ts';
import type { Group } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { SeenTargets } from '../../../store/runs/stillSo.ts';
import type { Question } from '../../platform/dialogs.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, jobNames, namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/serverMarks.ts';
import type { Args } from '../commandContext.ts';
import { groupIdsOf } from '../findGroupIds.ts';
import type { RunContext } from '../runs/bulk.ts';
import { takeSteps } from '../runs/stepRuns.ts';
import type { Step } from '../runs/steps.ts';
import { checkedJobsText, targetingJobs, targetingText, unrestorableText } from '../runs/targetingJobs.ts';
import { type GroupChoice, type GroupTargets, groupsFor } from './groupArguments.ts';

/** Deletes groups after a modal prompt; a fresh read confirms the ID of each. */
export async function deleteGroups(context: RunContext & GroupChoice, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Delete Groups'));
  if (targets !== undefined && targets.groups.length > 0) await deleteTheseGroups(context, targets);
}

/** Does the same for groups that are already chosen; one that differs from what is expected of it is not deleted. */
export async function deleteTheseGroups(
  context: RunContext,
  { session, groups: chosen }: GroupTargets,
  expected?: ReadonlyMap<Group, Draft>,
): Promise<void> {
  const ids = await groupIdsOf(context, session, chosen);
  if (ids.size === 0) return;
  let targeted = await targetingJobs(context, session, ids);
  // If jobs cannot be read, the user agrees to that as well.
  const isWhole = checkedJobsText(session) === '';
  let targets: SeenTargets;
  let news: ReadonlyMap<number, readonly Job[]> = new Map();
  do {
    const texts = [newsText(news), ...targetingText(session, targeted)];
    const question = questionFor([...ids.keys()], session.server.name, texts);
    if (!(await confirmOn(session.server, context.dialogs, question))) return;
    const known = targeted.map(({ id, jobs }) => [id, jobs.map(job => job.id)] as const);
    targets = new SeenTargets(session, isWhole ? known : []);
    news = await targets.news();
    targeted = targeted.map(({ id, jobs }) => ({ id, jobs: [...jobs, ...(news.get(id) ?? [])] }));
  } while (news.size > 0);
  const steps = [...ids].map(([group, id]): Step => {
    const jobs = targeted.find(target => target.id === id)?.jobs ?? [];
    const former = { id, targetedBy: jobs.map(job => job.id) };
    return {
      ...{ kind: 'removeGroup', name: groupTitle(group), group, id, former, expected: expected?.get(group) },
    };
  });
  await takeSteps(context, session, { act: 'deleteGroups', steps, targets });
}

/** Why the user is asked again; '' if nothing has changed since. */
function newsText(news: ReadonlyMap<number, readonly Job[]>): string {
  const jobs = [...new Set([...news.values()].flat())];
  if (jobs.length === 0) return '';
  return t('While you were asked, these jobs got the group as target: {jobs}.', {
    jobs: jobNames(jobs, 10),
  });
}

function questionFor(groups: readonly Group[], server: string, targeting: readonly string[]): Question {
  const [only] = groups;
  const devices = (count: number) => plural('{count} device|{count} devices', count);
  return {
    message:
      only !== undefined && groups.length === 1
        ? t('Delete the group “{name}” ({devices}) on “{server}”?', {
            name: groupTitle(only),
            devices: devices(only.server_set.length),
            server,
          })
        : plural('Delete {count} group on “{server}”?|Delete {count} groups on “{server}”?', groups.length, {
            server,
          }),
    detail: joinTexts(
      '\n\n',
      groups.length > 1 && namesOf(groups, groupTitle, 10),
      joinTexts(' ', ...targeting),
      plural(
        'The devices themselves are not deleted. Undo creates the group again with a new ID, but jobs will no longer refer to it.|The devices themselves are not deleted. Undo creates the groups again with new IDs, but jobs will no longer refer to them.',
        groups.length,
      ),
      unrestorableText(groups.flatMap(group => group.server_set)),
    ),
    action: t('Delete'),
  };
}
