import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, startCli, startDemoProgram } from '../../../contract/support/programs.ts';
import { clientVariables, requiringClients, startTlsFront } from '../../../support/http/tlsServer.ts';

describe('device-automation observe as a process', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'da-service-'));
  });

  after(() => rmSync(folder, { recursive: true }));

  it('serves metrics until SIGTERM, stores what it saw, and ends with 0', async () => {
    const server = await startDemoProgram();
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, `${server.token}\n`);
    const args = ['observe', '--server-url', server.url, '--token-file', tokenFile, '--state-dir', folder];
    const { child, notes, result } = await startCli([...args, '--metrics-listen', '0']);
    await notes(1, /The server has 60 jobs\./);
    child.kill('SIGTERM');
    const { code, stderr } = await result;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Metrics are served at http:\/\/127\.0\.0\.1:\d+\/metrics\.\n/);
    assert.match(stderr, /Stopped\.\n$/);
    await server.end();
  });

  it('reads through a gateway that requires a client certificate', async () => {
    const server = await startDemoProgram();
    const front = await startTlsFront('good', server.url, 0, { ...requiringClients, maxVersion: 'TLSv1.2' });
    const environment = {
      ...clientVariables,
      DEVICE_AUTOMATION_SERVER_URL: front.url,
      DEVICE_AUTOMATION_TOKEN: server.token,
      DEVICE_AUTOMATION_STATE_DIR: join(folder, 'gateway'),
    };
    const { code, stderr } = await runCli(['observe', '--once'], { environment });
    assert.match(stderr, /The server has 60 jobs\./);
    assert.equal(code, 0);
    assert.ok(existsSync(join(folder, 'gateway')));
    await front.close();
    await server.end();
  });

  it('keeps trying while the server rejects the token, and ends with 0 on Ctrl+C', async () => {
    const server = await startDemoProgram();
    const tokenFile = join(folder, 'later');
    writeFileSync(tokenFile, 'not-the-token-1234567890');
    const args = ['observe', '--server-url', server.url, '--token-file', tokenFile, '--state-dir', folder];
    const { child, notes, result } = await startCli([...args, '-ojson']);
    await notes(1, /The server rejected the token.*The next attempt follows in five minutes\./);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await result;
    assert.deepEqual([code, stdout], [0, ''], stderr);
    await server.end();
  });
});
