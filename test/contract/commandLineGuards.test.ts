import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { cwd } from 'node:process';
import { promisify } from 'node:util';
import { makePrivateFolder } from '../../src/base/privateFiles.ts';
import { scriptToken } from '../support/http/clients.ts';
import { body, html, json, reset } from '../support/http/responders.ts';
import { type Responder, type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { startTestProxy } from '../support/http/testProxy.ts';
import { caFile, requiringClients, startTlsServer, tlsFixture } from '../support/http/tlsServer.ts';
import { groupWire, jobWire, pageWire } from '../support/http/wire.ts';
import { cliProgram, controlsIn, runCli, runHere, startCli } from './support/programs.ts';

const url = 'https://devices.example';
const environment = { DEVICE_AUTOMATION_SERVER_URL: url, DEVICE_AUTOMATION_TOKEN: scriptToken };

function environmentOf(server: ScriptedServer) {
  return { ...environment, DEVICE_AUTOMATION_SERVER_URL: server.url };
}

describe('the arguments of the command line', () => {
  it('rejects a token among them and does not repeat it', async () => {
    const secrets = [
      ['list', '--token', scriptToken],
      ['list', `--token=${scriptToken}`],
      ['list', scriptToken],
      ['list', `--filter=Token ${scriptToken}`],
      ['list', '--server-url', `https://operator:${scriptToken}@devices.example`],
      ['get', 'job', `x${scriptToken}y`],
    ];
    for (const args of secrets) {
      for (const more of [[], ['-ojson']]) {
        const { code, stdout, stderr } = await runHere([...args, ...more], environment);
        assert.deepEqual([code, stdout], [1, ''], args.join(' '));
        assert.match(stderr, /An argument looks like a token or a password\./);
        assert.ok(!stderr.includes(scriptToken));
      }
    }
  });

  it('reads the token from standard input', async () => {
    await withScript(async server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const args = ['list', '--no-status', '--server-url', server.url, '--token-file', '-'];
      const { code, stderr } = await runCli(args, { input: `${scriptToken}\n` });
      assert.equal(code, 0, stderr);
      assert.equal(server.received[0]?.headers.authorization, `Token ${scriptToken}`);
    });
  });
});

describe('the deletion of a group by the command line', () => {
  for (const isNew of [true, false])
    it(`is ${isNew ? 'refused if a job got it as target after it was named' : 'done if all jobs were named'}`, () =>
      withScript(async server => {
        const deleted: string[] = [];
        let lists = 0;
        server.otherwise(exchange => {
          const { method, path } = exchange.received;
          if (method === 'DELETE') {
            deleted.push(path);
            return json({})(exchange);
          }
          if (path.includes('/job/')) {
            lists += 1;
            const weekly = jobWire(2, { name: 'Weekly', groups: [5] });
            const rows = isNew && lists === 1 ? [jobWire(1)] : [jobWire(1), weekly];
            return json(pageWire(rows))(exchange);
          }
          if (deleted.length > 0) return json({}, 404)(exchange);
          const group = groupWire('Office', { id: 5 });
          return json(path.endsWith('/5/') ? group : [group])(exchange);
        });
        const args = ['delete', 'group', 'Office', '--yes'];
        const { code, stdout, stderr } = await runHere(args, environmentOf(server));
        assert.equal(code, isNew ? 1 : 0, stderr);
        assert.equal(deleted.length, isNew ? 0 : 1);
        const text = /The job “Weekly” also targets this group by now, so the group was not deleted\./;
        if (isNew) assert.match(stdout, text);
        assert.equal(lists, 2);
      }));
});

describe('the command line and servers that fail', () => {
  const responders: Readonly<Record<string, readonly [Responder, RegExp]>> = {
    'an error with the token in it': [
      json({ detail: `no rights for ${scriptToken}` }, 403),
      /Your token does not allow this \(HTTP 403\)\./,
    ],
    'a rejected token': [
      json({ detail: 'Invalid token.' }, 401),
      /(The server rejected the token|The token is invalid)/,
    ],
    'a page of a proxy': [html(`<title>\u001b[31mGateway ${scriptToken}</title>`, 502), /HTTP 502/],
    'no response': [reset, /The connection to/],
    'something that is not JSON': [body('\u001b]0;x\u0007{', 200), /./],
    'a list of another service': [json({ [scriptToken]: '\u009b31m' }), /./],
  };
  for (const [kind, [responder, expected]] of Object.entries(responders)) {
    it(`reports ${kind} without the token and without control characters`, async () => {
      await withScript(async server => {
        server.otherwise(responder);
        for (const args of [
          ['list'],
          ['list', '-ojson', '--verbose'],
          ['list', 'groups'],
          ['check'],
          ['check', '-ojson'],
        ]) {
          const { code, stdout, stderr } = await runHere(
            [...args, '--request-timeout', '5'],
            environmentOf(server),
          );
          assert.equal(code, 1, args.join(' '));
          assert.match(stdout + stderr, expected);
          assert.ok(!(stdout + stderr).includes(scriptToken));
          assert.deepEqual(controlsIn(stdout + stderr), []);
        }
      });
    });
  }

  /** A server that receives a stop for the executing job 1 and does not respond until `respond` is called. */
  const withHeldStop = (use: (server: ScriptedServer, respond: () => void) => Promise<void>) =>
    withScript(async server => {
      const running = json({ id: 1, status: 'running', name: 'Job 1' });
      let respond = () => undefined;
      const held = new Promise<void>(resolve => {
        respond = () => void resolve();
      });
      server.queue(json(jobWire(1)), running, json(jobWire(1)), async exchange => {
        await held;
        await json({ message: 'Задачи успешно остановлены' })(exchange);
      });
      server.otherwise(running);
      await use(server, respond);
    });

  it('waits after Ctrl+C for the response to a stop that was sent', () =>
    withHeldStop(async (server, respond) => {
      const { child, notes, result } = await startCli(['stop', '1'], { environment: environmentOf(server) });
      await server.requests(4);
      child.kill('SIGINT');
      await notes(1, /Press Ctrl\+C again/);
      respond();
      const { code, stdout, stderr } = await result;
      assert.equal(code, 130);
      assert.match(stdout, /^1 +Job 1 +/m);
      assert.match(stderr, /Interrupted\. Stop requested for 1 job\.\n$/);
    }));

  it('ends at once at the second Ctrl+C', () =>
    withHeldStop(async server => {
      const { child, notes, result } = await startCli(['stop', '1'], { environment: environmentOf(server) });
      await server.requests(4);
      child.kill('SIGINT');
      await notes(1, /Press Ctrl\+C again/);
      child.kill('SIGINT');
      assert.equal((await result).code, 130);
    }));

  it('lists the jobs of a stop that was killed before its response, once', () =>
    withHeldStop(async (server, respond) => {
      const state = mkdtempSync(join(tmpdir(), 'device-automation-'));
      const environment = { ...environmentOf(server), XDG_STATE_HOME: state };
      try {
        const { child, result } = await startCli(['stop', '1'], { environment });
        await server.requests(4);
        child.kill('SIGKILL');
        await result;
        respond();
        const stop = () => runHere(['stop', '1', '--no-wait'], environment);
        assert.match(
          (await stop()).stderr,
          /^A stop on this server was interrupted before the response arrived, .*: 1\. Check them with “device-automation status 1”\.\n/,
        );
        assert.doesNotMatch((await stop()).stderr, /interrupted/);
        const runs = readdirSync(join(state, 'device-automation/runs'));
        assert.ok(runs.length === 3 && runs.every(name => name.endsWith('.ended.jsonl')), runs.join());
      } finally {
        rmSync(state, { recursive: true });
      }
    }));

  it('reports what is unknown after a stop whose response was lost', async () => {
    await withScript(async server => {
      const job = json(jobWire(1));
      server.queue(job, json({ id: 1, status: 'running', name: 'Job 1' }), job, reset);
      const { code, stderr } = await runHere(['stop', '1'], environmentOf(server));
      assert.equal(code, 1);
      assert.match(stderr, /it is unknown whether the server carried out the request/);
    });
  });
});

describe('a profile of the command line', () => {
  const withProfile = async (
    fields: Readonly<Record<string, unknown>>,
    use: (server: ScriptedServer, run: () => ReturnType<typeof runHere>) => Promise<void>,
  ) => {
    const home = mkdtempSync(join(tmpdir(), 'da-home-'));
    try {
      await withScript(async server => {
        const folder = join(home, '.config', 'device-automation');
        mkdirSync(folder, { recursive: true });
        const profiles = { plant: { url: server.url, name: 'Plant', ...fields } };
        writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles }));
        await use(server, () => runHere(['get', 'job', '1', '--profile', 'plant'], { HOME: home }));
      });
    } finally {
      rmSync(home, { recursive: true });
    }
  };
  const printing = (text: string) => [process.execPath, '-p', JSON.stringify(text)];

  it('has the server, its headers, and a command that prints the token, which is never printed', () =>
    withProfile(
      {
        tokenCommand: printing('token-of-a-helper'),
        headersCommand: printing('X-Session: session-of-a-gateway'),
      },
      async (server, run) => {
        server.otherwise(json(jobWire(1)));
        assert.equal((await run()).code, 0);
        const { authorization, 'x-session': session } = server.received[0]?.headers ?? {};
        assert.deepEqual([authorization, session], ['Token token-of-a-helper', 'session-of-a-gateway']);
        server.otherwise(json({ detail: 'token-of-a-helper session-of-a-gateway' }, 400));
        const { stderr } = await run();
        assert.match(stderr, /Response from the server: ••• •••/);
        assert.match(stderr, /on “Plant”/);
      },
    ));

  for (const [problem, tokenCommand, text] of [
    ['does not exist', ['/nowhere/helper'], /“\/nowhere\/helper”, was not found or must not be executed/],
    ['fails', [process.execPath, '-e', 'process.exit(2)'], /failed, so nothing was sent/],
    ['prints no token', printing('two words'), /did not print a token, so nothing was sent/],
  ] as const)
    it(`sends nothing if its command for the token ${problem}`, () =>
      withProfile({ tokenCommand }, async (server, run) => {
        const { code, stderr } = await run();
        assert.deepEqual([code, server.received], [1, []]);
        assert.match(stderr, text);
        assert.doesNotMatch(stderr, /two words/);
      }));
});

describe('the network of the command line', () => {
  it('trusts a CA file and rejects an unknown certificate', async () => {
    const server = await startTlsServer('good');
    try {
      const own = { ...environment, DEVICE_AUTOMATION_SERVER_URL: `https://127.0.0.1:${server.port}` };
      const unknown = await runHere(['get', 'job', '1'], own);
      assert.equal(unknown.code, 1);
      assert.match(unknown.stderr, /certificate of 127\.0\.0\.1:\d+ is not trusted/);
      assert.equal(server.received.length, 0);
      const known = await runHere(['get', 'job', '1', '--ca-file', caFile], own);
      assert.deepEqual([known.code, known.stderr], [0, '']);
    } finally {
      await server.close();
    }
  });

  it('sends a client certificate from options or the environment, and never prints its passphrase', async () => {
    const server = await startTlsServer('good', requiringClients);
    const folder = mkdtempSync(join(tmpdir(), 'da-client-'));
    writeFileSync(join(folder, 'passphrase'), 'client-passphrase\n');
    const [certificate, key] = [tlsFixture('client.pem'), tlsFixture('clientKeyEncrypted.pem')];
    const own = {
      ...environment,
      DEVICE_AUTOMATION_SERVER_URL: `https://127.0.0.1:${server.port}`,
      DEVICE_AUTOMATION_CA_FILE: caFile,
    };
    const fromEnvironment = {
      DEVICE_AUTOMATION_CLIENT_CERTIFICATE: certificate,
      DEVICE_AUTOMATION_CLIENT_KEY: key,
    };
    const options = ['--client-certificate', relative(cwd(), certificate), '--client-key', key];
    const passphrase = { DEVICE_AUTOMATION_CLIENT_PASSPHRASE: 'client-passphrase' };
    try {
      for (const [args, variables, code] of [
        [[], {}, 1],
        [[...options, '--client-passphrase-file', join(folder, 'passphrase')], {}, 0],
        [[], { ...fromEnvironment, ...passphrase }, 0],
        [[], fromEnvironment, 1],
        [['--client-certificate', tlsFixture('client.pfx')], passphrase, 0],
        [
          ['--client-certificate', tlsFixture('client.pfx')],
          { DEVICE_AUTOMATION_CLIENT_PASSPHRASE: 'another' },
          1,
        ],
      ] as const) {
        const result = await runHere(['get', 'job', '1', ...args], { ...own, ...variables });
        assert.equal(result.code, code, result.stderr);
        assert.match(
          result.stderr,
          code === 0
            ? /^$/
            : args.length + Object.keys(variables).length === 0
              ? /may require a client certificate\. .* --client-certificate\./
              : /its passphrase is missing or wrong\. Pass --client-passphrase-file, or set DEVICE/,
        );
        assert.doesNotMatch(result.stdout + result.stderr, /client-passphrase[^-]|another/);
      }
      const checked = await runHere(['check', '--client-certificate', tlsFixture('client.pfx')], {
        ...own,
        ...passphrase,
      });
      assert.match(checked.stdout, /✓ Certificate +trusted: issued by a CA in the CA file/);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('uses the proxy of the environment unless --no-proxy is passed', async () => {
    const proxy = await startTestProxy({ refuseWith: 403 });
    try {
      const own = { ...environment, HTTPS_PROXY: proxy.url };
      const { code, stderr } = await runHere(['list'], own);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /The proxy failed \(HTTP 403\)\. Check HTTPS_PROXY and NO_PROXY, or pass --no-proxy\./,
      );
      assert.deepEqual([...new Set(proxy.asked)], ['CONNECT devices.example:443']);
      const count = proxy.asked.length;
      await runHere(['list', '--no-proxy', '--request-timeout', '1'], own);
      assert.equal(proxy.asked.length, count);
    } finally {
      await proxy.close();
    }
  });

  it('sends no token over plain HTTP unless that is allowed', async () => {
    const { code, stderr } = await runCli(['list', '--server-url', 'http://devices.example'], {
      environment,
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /over plain HTTP, anyone on the network path could read the token.*--allow-http\.\n$/,
    );
  });

  it('ends quietly when its output pipe is closed', async () => {
    await withScript(async server => {
      server.otherwise(json(pageWire(Array.from({ length: 3_000 }, (_, index) => jobWire(index + 1)))));
      const program = await cliProgram();
      const { stdout, stderr } = await promisify(execFile)(
        'bash',
        [
          '-c',
          `set -o pipefail; "$0" "$1" list --no-status | head -1; echo "\${PIPESTATUS[0]}"`,
          process.execPath,
          program,
        ],
        { env: { ...process.env, ...environmentOf(server) } },
      );
      assert.match(stdout, /^ID +Name.*\n0\n$/);
      assert.equal(stderr, '');
    });
  });
});

describe('files and folders that the command line is given', () => {
  it('are read only up to a length, and devices not at all', async function () {
    if (process.platform !== 'linux') this.skip();
    await withScript(async server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const connection = ['--server-url', server.url];
      const cases: readonly (readonly string[])[] = [
        ...['/dev/full', '/dev/zero'].map(device => ['list', ...connection, '--token-file', device]),
        ['list', ...connection, '--token-file', await cliProgram()],
        ['list', ...connection, '--token-file', '/proc'],
      ];
      for (const args of cases) {
        const { code, stdout, stderr } = await runCli(args);
        assert.deepEqual([code, stdout], [1, ''], args.join(' '));
        assert.match(stderr, /is a device, not a file|is too long for what|is a folder/, args.join(' '));
      }
      const withToken = { environment: environmentOf(server) };
      const authorities = await runCli(['list', '--server-url', url, '--ca-file', '/dev/zero'], withToken);
      assert.equal(authorities.code, 1);
      assert.match(authorities.stderr, /The CA file/i);
      assert.equal(server.received.length, 0);
    });
  });

  it('are errors in words where no folder can be created', async function () {
    if (process.platform !== 'linux') this.skip();
    await withScript(async server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const withToken = { environment: environmentOf(server) };
      for (const folder of ['/proc/none', '/proc/none/deep/er'])
        await assert.rejects(makePrivateFolder(folder), { code: 'ENOENT' });
      const { code, stderr } = await runCli(['export', '/proc/none'], withToken);
      assert.equal(code, 1);
      assert.match(stderr, /\/proc\/none/);
      assert.ok(server.received.every(({ method }) => method === 'GET'));
    });
  });
});
