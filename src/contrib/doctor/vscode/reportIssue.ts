import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { linkText } from '../../../base/linkedText.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { type ServerChoice, serverFor } from '../../../workbench/commands/servers/serverQuestions.ts';
import { extensionId } from '../../../workbench/platform/ids.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { connectionReport } from './checkConnection.ts';
import { versions } from './versions.ts';

type IssueContext = ServerChoice & Uses<'tokens' | 'passphrases' | 'log' | 'reports'>;

/** Opens VS Code's issue reporter with versions and, if there is a server, its connection report. */
export async function reportIssue(context: IssueContext, args: Args): Promise<void> {
  const report = await reportFor(context, args);
  if (report === undefined) return;
  const body = issueBody(report);
  try {
    await openIssueReporter(body);
  } catch (error) {
    context.log.error(String(error));
    await showIssueText(context, body);
  }
}

async function showIssueText({ reports, dialogs }: IssueContext, body: string): Promise<void> {
  const read = async () => linkText(body.trimEnd().split('\n'));
  await reports.show({ key: 'issue', title: t('Report Issue'), read });
  await dialogs.info(
    t('VS Code cannot pass this text to its issue reporter. Copy it into an issue instead.'),
  );
}

/** '' without a server; `undefined` if the user picked none. */
async function reportFor(context: IssueContext, args: Args): Promise<string | undefined> {
  if (context.servers.servers.length === 0) return '';
  const server = await serverFor(context, args, t('Report Issue'));
  return server && (await connectionReport(context, server)).text;
}

function issueBody(report: string): string {
  const facts = versions().map(([name, value]) => `- ${name}: ${value}`);
  return [
    `## ${t('What happened, and what did you expect?')}`,
    '',
    `## ${t('Steps to reproduce')}`,
    '1. ',
    '',
    `## ${t('Versions')}`,
    ...facts,
    ...(report === ''
      ? []
      : [
          '',
          `## ${t('Connection report')}`,
          t(
            'It contains no token or password, but it does contain names and addresses from your server: read it before you send it.',
          ),
          '',
          fenced(report),
        ]),
    '',
  ].join('\n');
}

/** A code block that no backticks in the text can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}

const ManifestSchema = z.looseObject({
  bugs: z.optional(z.looseObject({ url: z.string() })),
  repository: z.optional(z.looseObject({ url: z.string() })),
});

const onGitHub = /^https?:\/\/github\.com\/[^/]+\/[^/]+$/;

/** GitHub allows 65,536 characters in an issue, and VS Code adds text of its own. */
const mostCharacters = 60_000;

/**
 * Opens VS Code's issue reporter with a text. Rejects if VS Code would drop the text: for an extension whose issues
 * are not on GitHub, it only opens their page.
 */
export async function openIssueReporter(issueBody: string): Promise<void> {
  if (issueBody.length > mostCharacters) throw new Error('the text is too long for an issue');
  if (!acceptsText(vscode.extensions.getExtension(extensionId)?.packageJSON))
    throw new Error('the issues of this extension are not on GitHub');
  const issue = { extensionId, issueTitle: '', issueBody };
  await vscode.commands.executeCommand('workbench.action.openIssueReporter', issue);
}

/** Whether VS Code recognizes one of the URLs: https://github.com/owner/name, with or without /issues. */
export function acceptsText(packageJson: unknown): boolean {
  const manifest = ManifestSchema.safeParse(packageJson);
  if (!manifest.success) return false;
  const { bugs, repository } = manifest.data;
  const addresses = [bugs?.url.replace(/\/?(\/issues)?$/, ''), repository?.url];
  return addresses.some(address => address !== undefined && onGitHub.test(address));
}
