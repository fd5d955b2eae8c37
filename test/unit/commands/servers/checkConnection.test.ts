import assert from 'node:assert/strict';
import type { Report, ReportSource } from '../../../../src/reports/reports.ts';
import { json } from '../../../support/http/responders.ts';
import { withScript } from '../../../support/http/scriptedServer.ts';
import { configured, given } from './support/configuredServer.ts';

const { checkConnection, connectionReport } = await import(
  '../../../../src/commands/servers/checkConnection.ts'
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
      const { context, user, tokens } = given(config);
      const shown: ReportSource[] = [];
      const reports = {
        show: async (source: ReportSource) => void shown.push(source),
        compare: async () => undefined,
        refresh: async () => true,
        uriOf: () => undefined,
        textOf: () => '',
      };
      await checkConnection({ ...context, reports }, ['plant']);
      await checkConnection({ ...context, reports }, ['gone']);
      const [{ key, title, again, read } = assert.fail('it is shown'), ...more] = shown;
      assert.deepEqual([key, title, more], ['connection/plant', 'Connection to Plant', []]);
      assert.deepEqual(again, {
        title: 'Check Connection',
        command: 'deviceAutomation.server.check',
        args: ['plant'],
      });
      const report: Report | undefined = await read();
      assert.match(report?.text ?? '', /^Connection report for “Plant”/);
      assert.match(report?.text ?? '', /Token +present/);
      assert.ok(!(report?.text ?? '').includes('Token token'), 'the token stays out of it');
      assert.deepEqual(report?.actions, [
        { title: 'Sign In…', command: 'deviceAutomation.server.signIn', args: ['plant'] },
        { title: 'Edit Server…', command: 'deviceAutomation.server.edit', args: ['plant'] },
        { title: 'Show Log', command: 'deviceAutomation.log.show' },
        { title: 'Report Issue…', command: 'deviceAutomation.issue.report', args: ['plant'] },
      ]);
      assert.deepEqual(user.progress, ['Checking the connection to “Plant”']);
      assert.ok(server.received.every(({ method }) => method === 'GET' || method === 'OPTIONS'));
      assert.equal(
        server.received.find(({ headers }) => 'authorization' in headers)?.headers.authorization,
        'Token token',
      );
      tokens.clear();
      const signedOut = await read();
      assert.match(signedOut?.text ?? '', /Token +none; sign in first/);
      context.servers.get = () => undefined;
      assert.equal(await read(), undefined);
    }));
});
