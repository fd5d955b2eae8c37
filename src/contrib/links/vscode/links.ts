import * as vscode from 'vscode';
import { sameDn } from '../../../api/model/distinguishedName.ts';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { ofRows } from '../../../workbench/commands/arguments.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import { type GroupChoice, groupsFor } from '../../../workbench/commands/groups/groupArguments.ts';
import { type JobChoice, jobsFor } from '../../../workbench/commands/jobs/jobArguments.ts';
import { readWhole } from '../../../workbench/notices/wholeLists.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { groupTitle, jobName } from '../../../workbench/platform/objectNames.ts';
import { linkText, parseLink } from '../common/objectLink.ts';

const extension = 'device-automation.device-automation';

/** Copies links to jobs or groups, one a line, which open them for others who have the same server. */
export const copyLinks = ofRows(copyJobLinks, copyGroupLinks);

async function copyJobLinks(context: JobChoice & Uses<'clipboard'>, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Copy Link'));
  if (targets !== undefined)
    await copy(
      context,
      targets.session,
      targets.jobs.map(({ id }) => ({ job: id })),
    );
}

async function copyGroupLinks(context: GroupChoice & Uses<'clipboard'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Copy Link'));
  if (targets === undefined) return;
  const links = targets.groups.map(({ dn, name }) => ({ group: dn.trim() || name }));
  await copy(context, targets.session, links);
}

async function copy(
  { clipboard }: Uses<'clipboard'>,
  { server }: ServerSession,
  objects: readonly Parameters<typeof linkText>[2][],
): Promise<void> {
  const own = { scheme: vscode.env.uriScheme, extension };
  const links = objects.map(object => linkText(own, server.url, object));
  if (links.length > 0) await clipboard.writeText(links.join('\n'));
}

type LinkContext = GroupChoice & Uses<'servers' | 'documents' | 'notices'>;

/** Opens the object of a link, if the user already has its server. A link does nothing else. */
export async function openLink(context: LinkContext, [path, query]: Args): Promise<void> {
  const { servers, sessions, dialogs } = context;
  const link = parseLink(String(path), String(query));
  if (link === undefined) {
    await dialogs.error(
      t(
        'The link was not opened, because it is not one to a job or a group. Ask who sent it to copy it again.',
      ),
    );
    return;
  }
  const server = servers.servers.find(({ url }) => fingerprintOf(url) === link.server);
  const session = server && sessions.get(server.id);
  if (session === undefined) {
    await dialogs.error(
      t(
        'The link was not opened: you have no server with the address that it is about. Ask who sent it for the address, and add the server yourself.',
      ),
    );
    return;
  }
  await ('job' in link ? openJob(context, session, link.job) : openGroup(context, session, link.group));
}

async function openJob(
  { documents, notices }: LinkContext,
  session: ServerSession,
  id: number,
): Promise<void> {
  try {
    const job = await session.jobs.read(id);
    await documents.open(session, 'job', id, jobName(job));
  } catch (error) {
    await notices.show(error, session.server);
  }
}

async function openGroup(context: LinkContext, session: ServerSession, name: string): Promise<void> {
  if (!(await readWhole(context, session, ['groups']))) return;
  const groups = session.groups.entries.map(({ group }) => group);
  const byDn = groups.filter(({ dn }) => dn.trim() !== '' && sameDn(dn, name));
  const found = byDn.length > 0 ? byDn : groups.filter(group => group.name === name);
  const [group, ...others] = found;
  if (group === undefined || others.length > 0) {
    await context.dialogs.error(
      group === undefined
        ? t('“{server}” has no group “{group}”.', { server: session.server.name, group: name })
        : t('“{server}” has several groups “{group}”.', { server: session.server.name, group: name }),
    );
    return;
  }
  for (const [each, id] of await groupIdsOf(context, session, [group]))
    await context.documents.open(session, 'group', id, groupTitle(each));
}
