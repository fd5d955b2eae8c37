import assert from 'node:assert/strict';
import { json } from '../../support/http/responders.ts';
import { withScript } from '../../support/http/scriptedServer.ts';
import { configured, given } from '../../workbench/commands/servers/support/configuredServer.ts';

const { acceptsText, openIssueReporter, reportIssue } = await import(
  '../../../src/contrib/doctor/vscode/reportIssue.ts'
);
const { manifestIs, user: host } = await import('../../support/vscode/vscodeFake.ts');

const address = 'https://github.com/owner/name';

describe('VS Code’s issue reporter', () => {
  const bodies: string[] = [];
  beforeEach(() => {
    bodies.length = 0;
    manifestIs({ bugs: { url: address } });
    host.ran = (_, [issue]) => {
      if (typeof issue === 'object' && issue !== null && 'issueBody' in issue)
        bodies.push(String(issue.issueBody));
    };
  });
  afterEach(() => {
    manifestIs(undefined);
    host.ran = () => undefined;
  });

  it('accepts a text for GitHub, whichever URL in the manifest leads there', () => {
    for (const url of [address, `${address}/`, `${address}/issues`])
      assert.ok(acceptsText({ bugs: { url } }), url);
    assert.ok(acceptsText({ repository: { url: `${address}.git` } }));
    assert.ok(acceptsText({ bugs: { url: 'https://issues.example' }, repository: { url: address } }));
  });

  it('accepts no text for any other issue tracker', () => {
    for (const url of [
      'https://gitlab.example/owner/name',
      'https://github.com.example/owner/name',
      'https://github.com/owner',
      `https://example.net/?of=${address}`,
    ])
      assert.ok(!acceptsText({ bugs: { url }, repository: { url } }), url);
    for (const manifest of [undefined, {}, { bugs: address }]) assert.ok(!acceptsText(manifest));
  });

  it('receives no text longer than an issue can hold', async () => {
    await assert.rejects(openIssueReporter('x'.repeat(60_001)), /too long/);
    await openIssueReporter('x'.repeat(60_000));
    assert.deepEqual(bodies, ['x'.repeat(60_000)]);
  });

  for (const [detail, fence] of [
    ['```` **bold**', '`````'],
    ['no `one`', '```'],
  ] as const)
    it(`receives the connection report in a code block that a server cannot close with ${detail}`, () =>
      withScript(async server => {
        server.otherwise(json({ detail }, 403));
        const { context } = given({ ...configured, url: server.url });
        await reportIssue(context, ['plant']);
        const [, report = ''] = (bodies[0] ?? '').split('\n\n## Connection report\n');
        const block = new RegExp(
          `\\n\\n${fence}text\\nConnection report for “Plant”[\\s\\S]*\\S\\n${fence}\\n$`,
        );
        assert.match(report, block);
      }));
});
