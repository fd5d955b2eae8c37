import { t } from '../platform/localize.ts';
import { versions } from '../platform/versions.ts';
import { linkedText } from '../util/linkedText.ts';
import type { Args, Uses } from './commandContext.ts';
import { openIssueReporter } from './issueReporter.ts';
import { connectionReport } from './servers/checkConnection.ts';
import { type ServerChoice, serverFor } from './servers/serverArguments.ts';

type IssueContext = ServerChoice & Uses<'tokens' | 'log' | 'reports'>;

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
  const read = async () => linkedText(body.trimEnd().split('\n'));
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
