import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { openIssueReporter, acceptsText } = await import('../../../src/commands/reportIssue.ts');
const { manifestIs, user } = await import('../../support/vscode/vscodeFake.ts');

describe('VS Code’s issue reporter', () => {
  const extensionId = 'device-automation.device-automation';
  let ran: unknown[] = [];
  beforeEach(() => {
    ran = [];
    user.ran = (id, [argument]) => ran.push([id, argument]);
  });
  afterEach(() => {
    manifestIs(undefined);
    user.ran = () => undefined;
  });

  const address = 'https://github.com/owner/name';

  it('accepts a text for GitHub, whichever URL in the manifest leads there', () => {
    for (const url of [address, `${address}/`, `${address}/issues`, 'http://github.com/owner/name'])
      assert.ok(acceptsText({ bugs: { url } }), url);
    assert.ok(acceptsText({ repository: { url: `${address}.git` } }));
    assert.ok(acceptsText({ bugs: { url: 'https://issues.example' }, repository: { url: address } }));
  });

  it('accepts no text for any other issue tracker', () => {
    for (const url of [
      'https://gitlab.example/owner/name',
      'https://github.com.example/owner/name',
      `${address}/wiki`,
      'https://github.com/owner',
      'https://example.net/?of=https://github.com/owner/name',
      'https://github.com/owner/',
    ])
      assert.ok(!acceptsText({ bugs: { url }, repository: { url } }), url);
    for (const manifest of [undefined, {}, { bugs: address }, { bugs: { email: 'x' } }])
      assert.ok(!acceptsText(manifest));
  });

  it('receives no text longer than an issue can hold', async () => {
    manifestIs({ bugs: { url: address } });
    await assert.rejects(openIssueReporter('x'.repeat(60_001)), /too long/);
    assert.deepEqual(ran, []);
    const issueBody = 'x'.repeat(60_000);
    await openIssueReporter(issueBody);
    assert.deepEqual(ran, [
      ['workbench.action.openIssueReporter', { extensionId, issueTitle: '', issueBody }],
    ]);
  });

  it('is not opened if it would drop the text', async () => {
    manifestIs({ bugs: { url: 'https://issues.example' } });
    await assert.rejects(openIssueReporter('text'), /not on GitHub/);
    manifestIs(undefined);
    await assert.rejects(openIssueReporter('text'), /not on GitHub/);
    assert.deepEqual(ran, []);
  });
});
