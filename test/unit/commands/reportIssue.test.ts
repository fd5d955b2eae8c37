import assert from 'node:assert/strict';
import type { ReportSource } from '../../../src/reports/reports.ts';
import { json } from '../../support/http/responders.ts';
import { withScript } from '../../support/http/scriptedServer.ts';
import { configured, given } from './servers/support/configuredServer.ts';

const { reportIssue } = await import('../../../src/commands/reportIssue.ts');
const { manifestIs, user: host } = await import('../../support/vscode/vscodeFake.ts');

describe('“Report Issue…”', () => {
  let issues: unknown[] = [];
  beforeEach(() => {
    issues = [];
    manifestIs({ version: '1.2.3', bugs: { url: 'https://github.com/owner/name' } });
    host.ran = (_, [issue]) => issues.push(issue);
  });
  afterEach(() => {
    manifestIs(undefined);
    host.ran = () => undefined;
  });

  /** The texts of the reports that are shown, and of the log. */
  const withReports = (all: ReturnType<typeof given>) => {
    const [shown, logged]: [string[], string[]] = [[], []];
    const show = async ({ key, title, read }: ReportSource) =>
      void shown.push(`${key} ${title}`, (await read())?.text ?? '');
    const reports = {
      show,
      compare: async () => undefined,
      refresh: async () => true,
      uriOf: () => undefined,
      textOf: () => '',
    };
    const log = { ...all.context.log, error: (text: string) => void logged.push(text) };
    return { ...all, shown, logged, context: { ...all.context, reports, log } };
  };
  const bodyOf = (issue: unknown) =>
    typeof issue === 'object' && issue !== null && 'issueBody' in issue ? String(issue.issueBody) : '';

  const head = [
    '## What happened, and what did you expect?',
    '',
    '## Steps to reproduce',
    '1. ',
    '',
    '## Versions',
    '- Device Automation: 1.2.3',
    '',
  ].join('\n');

  it('contains only the questions and versions when there is no server', async () => {
    const { context, shown, user } = withReports(given());
    await reportIssue({ ...context, servers: { ...context.servers, servers: [] } }, []);
    const body = bodyOf(issues[0]);
    assert.ok(body.startsWith(head), body);
    assert.match(body, /- Requests are made from: this computer\n$/);
    assert.deepEqual([issues.length, shown, user.messages], [1, [], []]);
  });

  it('does nothing when none of several servers is chosen', async () => {
    const { context, user } = withReports(given());
    const servers = { ...context.servers, servers: [configured, { ...configured, id: 'office' }] };
    await reportIssue({ ...context, servers }, []);
    assert.deepEqual([user.of('pick'), issues], [['Report Issue'], []]);
  });

  it('ends with the connection report in a code block that no server text can close', () =>
    withScript(async server => {
      server.otherwise(json({ detail: '```` **bold**' }, 403));
      const { context } = withReports(given({ ...configured, url: server.url }));
      await reportIssue(context, ['plant']);
      const [versions = '', report = ''] = bodyOf(issues[0]).split('\n\n## Connection report\n');
      assert.ok(versions.startsWith(head), versions);
      assert.match(versions, /this computer$/);
      assert.match(report, /^It contains no token or password, but it does contain names [^\n]+\n\n/);
      assert.match(report, /\n\n(`{5})text\nConnection report for “Plant”[\s\S]*```` [\s\S]*\S\n\1\n$/);
    }));

  it('uses fences of three backticks when the report contains none', () =>
    withScript(async server => {
      server.otherwise(json({ detail: 'no `one`' }, 403));
      const { context } = withReports(given({ ...configured, url: server.url }));
      await reportIssue(context, ['plant']);
      assert.match(bodyOf(issues[0]), /\n\n```text\nConnection report [\s\S]*\S\n```\n$/);
    }));

  it('shows the text for copying when VS Code cannot open its reporter, and logs the reason', async () => {
    const { context, shown, logged, user } = withReports(given());
    host.ran = () => {
      throw new Error('no issue reporter');
    };
    await reportIssue({ ...context, servers: { ...context.servers, servers: [] } }, []);
    assert.equal(shown[0], 'issue Report Issue');
    assert.ok(shown[1]?.startsWith(head), shown[1]);
    assert.match(shown[1] ?? '', /this computer\n$/);
    assert.deepEqual(logged, ['Error: no issue reporter']);
    assert.deepEqual(user.of('info'), [
      'VS Code cannot pass this text to its issue reporter. Copy it into an issue instead.',
    ]);
  });
});
