import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { programVersion } from '../../src/cli/cliContext.ts';
import { runCliHere } from '../support/runCli.ts';
import { itWith } from '../support/withContributions.ts';
import { withShell } from './support/shell.ts';

// Imported as the program imports its commands, so that all have the same classes of errors.
const { runProgram } = await import('../../src/cli/program.ts');
const { cliContributions: contributions } = await import('../../src/cliContributions.ts');

const hint = '\nRun “device-automation help” for usage.\n';
const run = (...args: readonly string[]) => runCliHere(args, {});

/** Keeps what is written, and calls back with all of it. */
function textStream(onText: (all: string) => void = () => undefined) {
  let all = '';
  const stream = new Writable({
    write(part, _encoding, done) {
      all += String(part);
      onText(all);
      done();
    },
  });
  return { stream, text: () => all };
}

describe('the program', () => {
  it('prints its version and its help without a server', async () => {
    assert.deepEqual(await run('list', '--version'), { code: 0, stdout: `${programVersion}\n`, stderr: '' });
    const help = await run('help');
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Jobs and groups of a remote desktop management server/);
    for (const args of [['--help'], ['-h']]) assert.deepEqual(await run(...args), help);
    const list = await run('help', 'list');
    assert.match(list.stdout, /Usage: device-automation list /);
    assert.deepEqual(await run('list', '--help'), list);
  });

  it('prints its help as an error if there is no command', async () => {
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stdout, stderr], [1, '', (await run('help')).stdout]);
  });

  it('reports unknown commands and options, with a suggestion', async () => {
    const usage = (message: string) => ({ code: 1, stdout: '', stderr: message + hint });
    assert.deepEqual(await run('lsit'), usage('There is no command “lsit”. Did you mean “list”?'));
    assert.deepEqual(await run('help', 'xyz'), usage('There is no command “xyz”.'));
    assert.deepEqual(await run('get', '--for=x'), usage('The command “get” has no option --for.'));
    assert.match((await run('lsit', '-ojson')).stderr, /^\{"error":\{"kind":"usage",/);
    assert.equal((await runCliHere(['lsit'], { LANG: 'ru' })).stderr.startsWith('Команды «lsit» нет'), true);
  });

  it('rejects a blank argument, which may be what is left of a variable', async () => {
    for (const args of [
      ['list', ''],
      ['status', ' '],
      ['get', 'group', '\u200b'],
      ['get', 'job', '1', 'name: '],
      ['get', 'group/'],
      ['stop', 'job/name:'],
    ])
      assert.deepEqual(
        await run(...args),
        { code: 1, stdout: '', stderr: `An argument is blank. Is a variable not set?${hint}` },
        args.join(' '),
      );
  });

  it('hides its token in a name from the server', async () => {
    const token = 'a-token-of-the-plant';
    await withShell(async ({ run, addJob }) => {
      addJob({ name: `Job of ${token}` });
      assert.match((await run('list')).stdout, /Job of •••/);
      assert.match((await run('list -o json')).stdout, /"Job of •••"/);
    });
  });

  it('prints each request with its duration on request', () =>
    withShell(async ({ run, addJob, server }) => {
      addJob({ name: 'Nightly' });
      const { stderr } = await run('get job 1 --no-status --verbose');
      assert.match(stderr, /^GET \/automation\/api\/job\/1\/: HTTP 200, \d+ ms\n$/);
      await server.close();
      const { code, stderr: failed } = await run('get job 1 --verbose');
      assert.equal(code, 1);
      assert.match(failed, /^GET \/automation\/api\/job\/1\/: refused \(ECONNREFUSED\), \d+ ms\n/);
    }));

  it('prefers the server option to the environment', () =>
    withShell(async ({ environment, server, run }) => {
      const own = { ...environment, DEVICE_AUTOMATION_SERVER_URL: 'https://nowhere.invalid' };
      assert.equal((await runCliHere(['list', '--server-url', server.url], own)).code, 0);
      server.tokens.delete(server.token);
      assert.equal(
        (await run(['list', '--server-name=Plant'])).stderr,
        'Could not read jobs on “Plant”. The server rejected the token: it is invalid or has expired.\n',
      );
    }));

  it('ends when interrupted before anything was done', () =>
    withShell(async ({ run }) => {
      const signal = AbortSignal.abort();
      const { code, stdout, stderr } = await run('list', { signal });
      assert.deepEqual(
        [code, stdout, stderr],
        [130, '', 'Interrupted. Nothing was changed on the server.\n'],
      );
      assert.match((await run('list -o json', { signal })).stderr, /^\{"error":\{"kind":"interrupted"/);
    }));

  itWith(
    'observe',
    'fails if its result cannot be written, unless the pipe of one that ends was closed',
    async () => {
      const ended =
        'The program that reads the events has ended, so this one ends as well. Start both again.\n';
      for (const [command, code, expected, message] of [
        ['list', 'ENOSPC', 1, 'The result cannot be written: ENOSPC.\n'],
        ['list', 'EPIPE', 0, ''],
        ['observe', 'ENOSPC', 1, 'The result cannot be written: ENOSPC.\n'],
        ['observe', 'EPIPE', 1, ended],
        ['observe --once', 'EPIPE', 1, ended],
      ] as const) {
        const stdout = new Writable({
          write: (_part, _encoding, done) => done(Object.assign(new Error(code), { code })),
        });
        const { stream: stderr, text } = textStream();
        await withShell(async ({ addJob, environment }) => {
          addJob({ name: 'Nightly' }, 'running');
          const { signal } = new AbortController();
          const args = command.split(' ');
          const result = await runProgram({ contributions, args, environment, stdout, stderr, signal });
          const lines = text()
            .split('\n')
            .filter(line => !/^\S+Z /.test(line));
          assert.deepEqual([result, lines.join('\n')], [expected, message]);
        });
      }
    },
  );

  it('ends a prompt at Ctrl+C', () =>
    withShell(async ({ addJob, environment }) => {
      addJob({ name: 'Nightly' }, 'running');
      const controller = new AbortController();
      const { stream, text } = textStream(all => void (all.includes('Type its name') && controller.abort()));
      const stderr = Object.assign(stream, { isTTY: true });
      const { stream: stdout } = textStream();
      const stdin = () => new PassThrough();
      const args = ['stop', '1', '--production', '--server-name=Plant'];
      const { signal } = controller;
      const code = await runProgram({ contributions, args, environment, stdin, stdout, stderr, signal });
      assert.equal(code, 130);
      assert.match(text(), /Interrupted\. Nothing was changed on the server\.\n$/);
    }));
});

describe('the program without contributions', () => {
  it('has the commands of its kernel', () =>
    withShell(async ({ addJob, environment }) => {
      addJob({ name: 'Nightly' }, 'running');
      const run = async (...args: readonly string[]) => {
        const [out, error] = [textStream(), textStream()];
        const { signal } = new AbortController();
        const program = { contributions: [], args, environment, signal };
        const code = await runProgram({ ...program, stdout: out.stream, stderr: error.stream });
        return [code, out.text(), error.text()] as const;
      };
      const [, help] = await run('--help');
      const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
      assert.deepEqual(commands, ['list', 'get', 'status', 'wait', 'stop', 'help', 'help', 'completion']);
      assert.match((await run('list', '--filter', '@running'))[1], /Nightly/);
      assert.match((await run('apply'))[2], /There is no command “apply”\./);
    }));
});

describe('a prompt of the program', () => {
  it('is not asked if its text would be written to a file', () =>
    withShell(async ({ addJob, environment }) => {
      addJob({ name: 'Nightly' }, 'running');
      const { stream: stderr, text } = textStream();
      const { stream: stdout } = textStream();
      const args = ['stop', '1', '--production', '--server-name=Plant'];
      const { signal } = new AbortController();
      const stdin = () => assert.fail('read');
      assert.equal(await runProgram({ contributions, args, environment, stdin, stdout, stderr, signal }), 4);
      assert.match(text(), /is a production server, and nothing was sent\./);
    }));
});

describe('a token file', () => {
  it('is read again for each request, so that a service continues with a new token', () =>
    withShell(async ({ run, addJob, server, folder }) => {
      addJob({ name: 'Nightly' });
      const file = join(folder, 'token');
      writeFileSync(file, 'first-token-of-the-plant');
      const tokens: string[] = [];
      server.tokens.get = token => {
        tokens.push(token);
        writeFileSync(file, 'second-token-of-the-plant');
        return 'full';
      };
      const { code } = await run(['status', '1', `--token-file=${file}`]);
      assert.deepEqual([code, tokens], [0, ['first-token-of-the-plant', 'second-token-of-the-plant']]);
    }));
});
