import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpStatusError, NotSentError, RedirectError } from '../../src/api/errors/apiError.ts';
import { errorText } from '../../src/api/errors/errorText.ts';
import { readServerEntries, type ServerConfig } from '../../src/api/model/server.ts';
import { createConfiguredClient } from '../../src/api/network/configuredClient.ts';
import { CommandOutput } from '../../src/api/transport/commandOutput.ts';
import type { Exchange } from '../../src/api/transport/requestLog.ts';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { rejectionOf, withClient } from '../support/http/clients.ts';
import { noProxies } from '../support/http/noProxies.ts';
import { json, redirect } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { jobWire } from '../support/http/wire.ts';

interface Gateway {
  readonly server: ScriptedServer;
  /** Reads job 1 from a server with these settings. */
  readonly read: (settings: Partial<ServerConfig>) => Promise<unknown>;
  /** A command whose output is evaluated with `n`, the number of its runs. */
  readonly command: (script: string) => readonly string[];
  readonly runs: () => number;
  readonly logged: readonly Exchange[];
}

async function withGateway(use: (gateway: Gateway) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-headers-'));
  const counter = join(folder, 'runs');
  await writeFile(counter, '');
  const logged: Exchange[] = [];
  const command = (script: string) => [
    process.execPath,
    '-e',
    `const fs = require('fs'); fs.appendFileSync(${JSON.stringify(counter)}, '.');
     const n = fs.readFileSync(${JSON.stringify(counter)}).length; ${script}`,
  ];
  try {
    await withScript(async server => {
      const read = async (settings: Partial<ServerConfig>) => {
        const client = createConfiguredClient({
          server: { id: 'plant', name: 'Plant', url: server.url, ...settings },
          getToken: () => 'abc',
          network: () => ({ proxies: noProxies, useSystemCertificates: false }),
          retry: { delay: async () => undefined },
          onExchange: exchange => void logged.push(exchange),
        });
        try {
          return await client.jobs.get(1);
        } finally {
          await client.close();
        }
      };
      await use({ server, read, command, logged, runs: () => readFileSync(counter).length });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('extra headers of a server', () => {
  for (const network of [{}, { network: 'vscode' as const }])
    it(`are sent beside those of the API, through ${network.network ?? 'the extension’s'} connections`, () =>
      withGateway(async ({ server, read }) => {
        server.otherwise(json(jobWire(1)));
        await read({ ...network, headers: { 'X-Gateway': 'plant', ACCEPT: 'text/html' } });
        const { headers } = server.received[0] ?? assert.fail('it was sent');
        assert.equal(headers['x-gateway'], 'plant');
        assert.equal(headers.accept, 'application/json');
        assert.equal(headers.authorization, 'Token abc');
      }));

  it('come from a command, which runs once for all clients of the server', () =>
    withGateway(async ({ server, read, command, runs }) => {
      server.otherwise(json(jobWire(1)));
      const headersCommand = command(`console.log('X-Session: session-' + n + '\\n\\nCookie: a=b')`);
      const settings = { headers: { 'X-Site': 'north' }, headersCommand: [...headersCommand] };
      await Promise.all([read(settings), read(settings)]);
      await read(settings);
      assert.equal(runs(), 1);
      for (const { headers } of server.received)
        assert.deepEqual(
          [headers['x-session'], headers.cookie, headers['x-site']],
          ['session-1', 'a=b', 'north'],
        );
    }));

  it('are not in errors and logs if a command printed them, even if the server repeats them', () =>
    withGateway(async ({ server, read, command, logged }) => {
      server.otherwise(json({ detail: 'No session my-secret-session here.' }, 400));
      const headersCommand = [...command(`console.log('X-Session: my-secret-session')`)];
      const error = await rejectionOf(HttpStatusError, read({ headersCommand }));
      assert.equal(server.received[0]?.headers['x-session'], 'my-secret-session');
      assert.equal(error.detail, 'No session ••• here.');
      assert.doesNotMatch(JSON.stringify([logged, String(error.stack)]), /my-secret/);
    }));

  it('are renewed after a 401, a 403 or a redirect to elsewhere: a read is sent again, a write is not', () =>
    withScript(async server => {
      const sent = () => server.received.map(({ method, headers }) => `${method} ${headers['x-session']}`);
      let current = { 'X-Session': '1' };
      const headers = {
        known: () => undefined,
        get: async () => current,
        reject: (used: object) => {
          if (used === current) current = { 'X-Session': `${Number(current['X-Session']) + 1}` };
          return true;
        },
      };
      await withClient({ baseUrl: server.url, headers }, async client => {
        server.queue(json({}, 401), json(jobWire(1)), json({}, 403), json({}, 403), json({}, 401));
        assert.equal((await client.jobs.get(1)).id, 1);
        await rejectionOf(HttpStatusError, client.jobs.get(1));
        await rejectionOf(HttpStatusError, client.jobs.remove(1));
        server.queue(redirect('https://sso.example/login?rd=1'), json(jobWire(1)), redirect('/login/'));
        assert.equal((await client.jobs.get(1)).id, 1);
        await rejectionOf(RedirectError, client.jobs.remove(1));
        server.queue(redirect('/automation/api/job/1'), json(jobWire(1)));
        assert.equal((await client.jobs.get(1)).id, 1);
      });
      const first = ['GET 1', 'GET 2', 'GET 2', 'GET 3', 'DELETE 3'];
      assert.deepEqual(sent(), [...first, 'GET 4', 'GET 5', 'DELETE 5', 'GET 6', 'GET 6']);
    }));

  const problems: Readonly<Record<string, readonly [string, RegExp]>> = {
    fails: [`console.log('X-A: secret-output'); process.exit(3)`, /failed, so nothing was sent/],
    'fails with a secret in its errors': [`console.error('secret-output'); process.exit(1)`, /failed, so/],
    'prints without end': [`for (;;) fs.writeSync(1, 'X-A: secret-output\\n')`, /must print lines/],
    'prints a name twice': [`console.log('Cookie: a=secret-output\\ncookie: b=2')`, /each name once/],
    'prints nothing': ['', /must print lines of “Name: value”/],
    'prints something else': [`console.log('secret-output')`, /must print lines of “Name: value”/],
    'prints a header of the API': [`console.log('authorization: Token x')`, /without Authorization/],
    'prints a header of the body': [`console.log('Content-Length: 1')`, /without Authorization/],
  };
  for (const [problem, [script, text]] of Object.entries(problems))
    it(`prevent every request if their command ${problem}`, () =>
      withGateway(async ({ server, read, command }) => {
        const error = await rejectionOf(NotSentError, read({ headersCommand: [...command(script)] }));
        const sentence = errorText(error, 'Plant', englishLocalizer);
        assert.match(sentence, text);
        assert.doesNotMatch(sentence, /secret-output/);
        assert.deepEqual(server.received, []);
      }));

  for (const headersCommand of [
    ['/nowhere/gateway-headers'],
    [`$${'{env:DA_ABSENT}'}/gateway-headers`],
    [process.execPath, 'a\0b'],
  ])
    it(`prevent every request if their command is ${JSON.stringify(headersCommand.slice(-1))}, which cannot start`, () =>
      withGateway(async ({ read }) => {
        const error = await rejectionOf(NotSentError, read({ headersCommand }));
        assert.match(errorText(error, 'Plant', englishLocalizer), /was not found or must not be executed/);
      }));

  it('may be printed as by Windows: with a mark, other line ends, and spaces around values', () =>
    withGateway(async ({ server, read, command }) => {
      server.otherwise(json(jobWire(1)));
      const printed = JSON.stringify('\uFEFFX-A:  one \r\n\r\nX-B: two\r\n');
      await read({
        headers: { 'x-a': 'of the setting' },
        headersCommand: [...command(`process.stdout.write(${printed})`)],
      });
      assert.deepEqual(
        [server.received[0]?.headers['x-a'], server.received[0]?.headers['x-b']],
        ['one', 'two'],
      );
    }));

  it('must not be those of the API, of the body or of the connection, and no name occurs twice', () => {
    const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
    for (const name of ['Authorization', 'host', 'Content-Type', 'Transfer-Encoding', 'a b', ''])
      assert.deepEqual(readServerEntries([{ ...server, headers: { [name]: 'x' } }]).servers, [], name);
    const twice = { 'X-Site': 'north', 'x-site': 'south' };
    assert.deepEqual(readServerEntries([{ ...server, headers: twice }]).unusable, [
      { place: 1, fields: ['headers'] },
    ]);
    for (const value of ['a\r\nb: c', 'é'])
      assert.deepEqual(readServerEntries([{ ...server, headers: { 'X-A': value } }]).servers, []);
  });
});

describe('the output of a command', () => {
  const outputs = (script: string, options: ConstructorParameters<typeof CommandOutput>[2]) =>
    new CommandOutput([process.execPath, '-e', script], text => ({ text }), options);

  it('is read again after a rejection, but not by every request', async () => {
    let nowMs = 0;
    const output = outputs('console.log(process.pid)', { now: () => nowMs });
    const first = await output.get();
    assert.equal(await output.get(), first);
    assert.equal(output.reject(first), false);
    nowMs = 60_000;
    assert.equal(output.reject(first), true);
    const second = await output.get();
    assert.notEqual(second.text, first.text);
    // Another request with the first output was rejected meanwhile.
    assert.equal(output.reject(first), true);
    assert.equal(await output.get(), second);
  });

  it('is limited in time, and the command is ended', async () => {
    const output = outputs('setInterval(() => {}, 1000)', { timeoutMs: 300 });
    await assert.rejects(output.get(), { code: 'commandSlow' });
  });
});
