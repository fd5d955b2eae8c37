import { isAbort, isApiError } from '../../api/errors/apiError.ts';
import type { Group } from '../../api/model/group.ts';
import { getOrAdd } from '../../base/collections.ts';
import { joinTexts } from '../../base/displayText.ts';
import type { GroupIdentity } from '../../store/groups/groupIdentity.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { loadTargetNames } from '../notices/errorNotices.ts';
import { readWhole } from '../notices/wholeLists.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { plural, t } from '../platform/localize.ts';
import { groupTitle, namesOf } from '../platform/objectNames.ts';
import { groupIdSearchLimit } from '../platform/settings.ts';
import type { Documents, GroupsListView, Uses } from './commandContext.ts';
import { askId } from './nameLabels.ts';

/** What asking for IDs and reporting rejected ones requires. */
type AskContext = Uses<'notices' | 'dialogs'>;

/** The result of a search: how many IDs it tried, unless it was canceled. */
type Search = { readonly kind: 'ended'; readonly tried: number } | { readonly kind: 'canceled' };

/**
 * The IDs of groups, even if the server does not return them (decision 12): from memory, from jobs, from one
 * cancellable search for all groups, or typed by the user. Shows one prompt for all groups; those whose ID remains
 * unknown are left out.
 */
export async function groupIdsOf(
  context: AskContext,
  session: ServerSession,
  groups: readonly Group[],
): Promise<ReadonlyMap<Group, number>> {
  // The IDs of groups that jobs target can be found without asking.
  if (unknownOf(session.groups.identity, groups).length > 0) await resolveFromJobs(context, session);
  const unknown = unknownOf(session.groups.identity, groups);
  if (unknown.length > 0) await askForIds(context, session, { unknown, text: noIdText(unknown) });
  const { identity } = session.groups;
  const ids = new Map<Group, number>();
  for (const group of groups) {
    const id = identity.known(group);
    if (id !== undefined) ids.set(group, id);
  }
  return ids;
}

/** Tries the IDs that the loaded jobs refer to; canceling leaves the rest unknown. */
async function resolveFromJobs({ dialogs, notices }: AskContext, session: ServerSession): Promise<void> {
  const title = t('Finding group IDs on “{server}”', { server: session.server.name });
  await dialogs.progress(title, (_, signal) => loadTargetNames(session, notices, { signal }));
}

/** The ID of one group, like `groupIdsOf`; `undefined` if the user cancels. */
export async function groupIdOf(
  context: AskContext,
  session: ServerSession,
  group: Group,
): Promise<number | undefined> {
  return (await groupIdsOf(context, session, [group])).get(group);
}

/** Searches the IDs of all groups on the server in one pass, and reports how many are known afterwards. */
export async function findAllGroupIds({ dialogs }: Uses<'dialogs'>, session: ServerSession): Promise<void> {
  if (!(await readWhole({ dialogs }, session, ['groups']))) return;
  const search = await searchIds(dialogs, session);
  const all = session.groups.entries.map(({ group }) => group);
  const count = all.length;
  const missing = unknownOf(session.groups.identity, all).length;
  const server = session.server.name;
  if (missing === 0) {
    await dialogs.info(
      plural(
        'The ID of {count} group on “{server}” is known.|The IDs of all {count} groups on “{server}” are known.',
        count,
        { server },
      ),
    );
    return;
  }
  const { findable } = session.groups.identity;
  const resume = t('Resume the Search');
  const message = joinTexts(
    ' ',
    t('The IDs of {known} of {count} groups on “{server}” are known.', {
      known: count - missing,
      count,
      server,
    }),
    search.kind === 'ended' && findable.length > 0 && triedText(search.tried),
    missing > findable.length && alikeText(missing - findable.length),
  );
  const answer = await dialogs.warn(message, ...(findable.length > 0 ? [resume] : []));
  if (answer === resume) await findAllGroupIds({ dialogs }, session);
}

/**
 * Tells the user that the server created a group without returning its ID, and opens the group once the ID is known.
 */
export async function reportCreatedGroup(
  context: Uses<'dialogs' | 'notices'> & {
    readonly groupsView: Pick<GroupsListView, 'reveal'>;
    readonly documents: Pick<Documents, 'open'>;
  },
  session: ServerSession,
  name: string,
): Promise<void> {
  const group = session.groups.entries.findLast(entry => entry.group.name.trim() === name.trim())?.group;
  if (group === undefined || group.id !== undefined) return;
  const { identity } = session.groups;
  const id = identity.known(group);
  const words = { name: groupTitle(group), server: session.server.name };
  if (id !== undefined) {
    await context.dialogs.info(
      t('The group “{name}” was created on “{server}”. Its ID is {id}.', { ...words, id }),
    );
    return;
  }
  await context.groupsView.reveal(session, group);
  const text = t(
    'The group “{name}” was created on “{server}”. The server did not return its ID, which is needed to open or change the group.',
    words,
  );
  await askForIds(context, session, { unknown: [group], text });
  const found = identity.known(group);
  if (found !== undefined) await context.documents.open(session, 'group', found, groupTitle(group));
}

interface IdQuestion {
  readonly unknown: readonly Group[];
  readonly text: string;
}

async function askForIds(
  context: AskContext,
  session: ServerSession,
  { unknown, text }: IdQuestion,
): Promise<void> {
  const find = t('Find All Group IDs');
  const type = typeAction(unknown);
  const answer = await context.dialogs.info(
    text,
    ...(unknown.some(group => session.groups.identity.isUnambiguous(group)) ? [find, type] : [type]),
  );
  if (answer === find) await searchFor(context, session, unknown);
  if (answer === type) await typeIds(context, session, unknown);
}

/** Searches until the IDs of these groups are known, for as long as the user wants to continue. */
async function searchFor(
  context: AskContext,
  session: ServerSession,
  wanted: readonly Group[],
): Promise<void> {
  const search = await searchIds(context.dialogs, session);
  const missing = unknownOf(session.groups.identity, wanted);
  if (missing.length === 0 || search.kind === 'canceled') return;
  const resume = t('Resume the Search');
  const type = typeAction(missing);
  const text = `${notFoundText(missing)} ${triedText(search.tried)}`;
  const answer = await context.dialogs.warn(text, resume, type);
  if (answer === resume) await searchFor(context, session, missing);
  if (answer === type) await typeIds(context, session, missing);
}

const searches = new WeakMap<ServerSession, Promise<Search>>();

/** There is one search per server at a time; other callers wait for it. */
function searchIds(dialogs: Dialogs, session: ServerSession): Promise<Search> {
  return getOrAdd(searches, session, () =>
    startSearch(dialogs, session).finally(() => searches.delete(session)),
  );
}

async function startSearch(dialogs: Dialogs, { server, groups }: ServerSession): Promise<Search> {
  const { identity } = groups;
  let triedIds = 0;
  const title = t('Finding group IDs on “{server}”', { server: server.name });
  try {
    await dialogs.progress(title, (report, signal) =>
      identity.findAll({
        budget: groupIdSearchLimit(),
        signal,
        onProgress: (tried, limit) => {
          triedIds = tried;
          const left = identity.findable.length;
          report(
            t('{tried} of at most {limit} IDs tried, IDs still to be found: {left}', { tried, limit, left }),
          );
        },
      }),
    );
    return { kind: 'ended', tried: triedIds };
  } catch (error) {
    if (isAbort(error)) return { kind: 'canceled' };
    throw error;
  }
}

async function typeIds(context: AskContext, session: ServerSession, groups: readonly Group[]): Promise<void> {
  for (const group of groups) if (!(await typeId(context, session, group))) return;
}

/** False if the user cancels. */
async function typeId(context: AskContext, session: ServerSession, group: Group): Promise<boolean> {
  const title = t('ID of Group “{name}”', { name: groupTitle(group) });
  const id = await askId(context, title, t("The number in the group's address in the web console"));
  if (id === undefined) return false;
  try {
    await session.groups.identity.adopt(group, id);
  } catch (error) {
    if (isApiError(error)) throw error;
    await context.notices.show(error, session.server);
  }
  return true;
}

function unknownOf(identity: Pick<GroupIdentity, 'known'>, groups: readonly Group[]): readonly Group[] {
  return groups.filter(group => identity.known(group) === undefined);
}

function typeAction(groups: readonly Group[]): string {
  return groups.length === 1 ? t('Type the ID') : t('Type the IDs');
}

function noIdText(groups: readonly Group[]): string {
  const names = namesOf(groups, groupTitle);
  return groups.length === 1
    ? t(
        'The server does not return the ID of the group {names}, and without it the group cannot be opened or changed.',
        { names },
      )
    : t(
        'The server does not return the IDs of the groups {names}, and without them the groups cannot be opened or changed.',
        { names },
      );
}

function notFoundText(groups: readonly Group[]): string {
  const names = namesOf(groups, groupTitle);
  return groups.length === 1
    ? t('The ID of the group {names} was not found.', { names })
    : t('The IDs of the groups {names} were not found.', { names });
}

function triedText(count: number): string {
  return plural('{count} ID was tried.|{count} IDs were tried.', count);
}

function alikeText(count: number): string {
  return plural(
    '{count} group has the same name and DN as another one; enter its ID yourself.|{count} groups have the same name and DN as another one; enter their IDs yourself.',
    count,
  );
}
