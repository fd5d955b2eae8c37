import assert from 'node:assert/strict';
import type { Report } from '../../../src/workbench/reports/reports.ts';
import { json } from '../../support/http/responders.ts';
import { withScript } from '../../support/http/scriptedServer.ts';
import { configured, given } from '../../workbench/commands/servers/support/configuredServer.ts';

const { checkConnection, connectionReport } = await import(
  '../../../src/contrib/doctor/vscode/checkConnection.ts'
);

describe('the connection report', () => {
  it('contains no token, even when the server returns it', () =>
    withScript(async server => {
      server.otherwise(json({ detail: 'The token sesame-7 is not valid.' }, 401));
      const config = { ...configured, url: server.url };
      const { context, tokens } = given(config);
      tokens.set(server.url, 'sesame-7');
      const report = await connectionReport(context, config);
      assert.doesNotMatch(report.text, /sesame-7/);
      assert.match(report.text, /401/);
    }));

  it('describes the current configuration of the server, and offers the next steps', () =>
    withScript(async server => {
      server.otherwise(json({ count: 0, next: null, results: [] }));
      const config = { ...configured, url: server.url };
      const { context, shown, tokens } = given(config);
      await checkConnection(context, ['plant']);
      await checkConnection(context, ['gone']);
      const [{ key, title, read } = assert.fail('it is shown'), ...more] = shown;
      assert.deepEqual([key, title, more], ['connection/plant', 'Connection to Plant', []]);
      const report: Report | undefined = await read();
      assert.match(report?.text ?? '', /^Connection report for “Plant”/);
      assert.match(report?.text ?? '', /Token +present/);
      assert.equal(report?.actions?.[0]?.title, 'Sign In…');
      assert.ok(server.received.every(({ method }) => method === 'GET' || method === 'OPTIONS'));
      tokens.clear();
      const signedOut = await read();
      assert.match(signedOut?.text ?? '', /Token +none; sign in first/);
    }));
});
