import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ExplainedError } from '../../src/base/explainedError.ts';
import { englishLocalizer as localizer } from '../../src/base/localizer.ts';
import {
  type ConnectionSource,
  passphraseOf,
  readToken,
  serverOf,
  tokenSourceOf,
} from '../../src/cli/cliConnection.ts';
import { stateFolderOf } from '../../src/cli/journal.ts';
import { optionNames, parse, table } from './support/commandTable.ts';

/** The token, unless it comes from a command. */
function readTokenOf(source: ConnectionSource): string {
  const from = tokenSourceOf(source);
  return from.kind === 'command' ? assert.fail('no command expected') : readToken(source, from);
}

const usage = (message: string | RegExp) => ({ name: 'UsageError', message });

describe('the options of a command line', () => {
  it('may appear anywhere among the operands, with their values', () => {
    const { command, operands, options } = parse('--no-trunc', 'stop', '12', '--timeout=5', '13', '-y');
    assert.deepEqual(
      [command, operands, options.names],
      ['stop', ['12', '13'], ['no-trunc', 'timeout', 'yes']],
    );
    assert.deepEqual(
      [options.value('timeout'), options.has('no-trunc'), options.has('help')],
      ['5', true, false],
    );
  });

  it('are not recognized after two dashes', () => {
    const { operands, options } = parse('get', 'job', '--', '--json');
    assert.deepEqual([operands, options.names], [['job', '--json'], []]);
  });

  it('may be passed twice if they are repeatable or flags', () => {
    const { options } = parse('list', '--query', 'a=1', '--query=b=2', '--yes', '--yes');
    assert.deepEqual([options.values('query'), options.value('query')], [['a=1', 'b=2'], 'b=2']);
    assert.throws(
      () => parse('list', '--timeout', '1', '--timeout', '2'),
      usage('The option --timeout was given twice.'),
    );
  });

  it('are rejected if unknown, without a required value, or with an unexpected one', () => {
    const wrong: Readonly<Record<string, string>> = {
      '--filtr': 'There is no option --filtr. Did you mean --filter?',
      '--quite-another': 'There is no option --quite-another.',
      '--yes=1': 'The option --yes takes no value.',
      '--timeout=': 'The option --timeout requires a value: TIME.',
    };
    for (const [option, message] of Object.entries(wrong))
      assert.throws(() => parse('list', option), usage(message), option);
  });
});

it('An option is the same for all commands that have it, because it may stand before the command', () => {
  for (const [command, { options }] of table.commands)
    for (const [name, row] of Object.entries(options))
      assert.equal(table.options.get(name), row, `${command} --${name}`);
});

describe('the value of an option', () => {
  it('is never the next option, whichever the two are', () => {
    for (const [name, { value }] of table.options) {
      if (value === undefined) continue;
      const message = `The option --${name} requires a value: ${value}. Write one that begins with “-” as --${name}=-….`;
      for (const next of [...optionNames.map(other => `--${other}`), '--', '--jsn', '-y', '-h'])
        assert.throws(() => parse('list', `--${name}`, next), usage(message), `--${name} ${next}`);
    }
  });

  it('may begin with dashes after an equals sign', () => {
    assert.equal(parse('list', '--filter=--json').options.value('filter'), '--json');
    assert.equal(parse('list', '--filter', '-').options.value('filter'), '-');
  });
});

describe('the server of a command line', () => {
  const url = 'https://devices.example/prefix/';
  const server = (args: readonly string[], environment: Record<string, string> = {}, base = url) =>
    serverOf({
      options: parse('list', ...args, ...(base === '' ? [] : [`--server-url=${base}`])).options,
      environment,
      localizer,
    });

  it('is named after its host by default, and has a stable ID for its records', () => {
    const { id, ...rest } = server([]);
    assert.deepEqual(rest, {
      name: 'devices.example',
      url: 'https://devices.example/prefix',
      readOnly: false,
      production: false,
      allowHttp: false,
    });
    assert.equal(server([]).id, id);
    assert.notEqual(server([], {}, 'https://devices.example').id, id);
  });

  it('has the settings from the options', () => {
    const print = 'AB:'.repeat(31).concat('ab');
    const { id, ...rest } = server([
      '--server-name= Plant ',
      '--read-only',
      '--production',
      '--allow-http',
      '--ca-file=plant.pem',
      `--certificate=${print}`,
      '--request-timeout=10m',
      '--query=page_size=100',
      '--query=search=a=b\nc',
      '--query=empty=',
    ]);
    assert.match(id, /\S/);
    assert.deepEqual(rest, {
      name: 'Plant',
      url: 'https://devices.example/prefix',
      readOnly: true,
      production: true,
      allowHttp: true,
      caFile: resolve('plant.pem'),
      certificate: print,
      timeoutSeconds: 600,
      jobListQuery: { page_size: '100', search: 'a=b\nc', empty: '' },
    });
    assert.equal(server(['--server-name=  ']).name, 'devices.example');
  });

  it('has a name and files from the environment, unless options name others', () => {
    const environment = {
      HOME: '/home/operator',
      DEVICE_AUTOMATION_SERVER_NAME: 'Plant',
      DEVICE_AUTOMATION_CA_FILE: '~/ca.pem',
      DEVICE_AUTOMATION_CLIENT_CERTIFICATE: `$${'{env:HOME}'}/me.pem`,
      DEVICE_AUTOMATION_CLIENT_KEY: 'me.key',
    };
    const { name, caFile, clientCertificateFile, clientKeyFile } = server([], environment);
    assert.deepEqual(
      [name, caFile, clientCertificateFile, clientKeyFile],
      ['Plant', '/home/operator/ca.pem', '/home/operator/me.pem', resolve('me.key')],
    );
    assert.equal(server(['--server-name=Works', '--ca-file=/b.pem'], environment).name, 'Works');
    assert.throws(
      () => server([`--ca-file=$${'{env:ABSENT}'}/ca.pem`], environment),
      error => error instanceof ExplainedError && /variable ABSENT,/.test(error.explain(localizer)),
    );
  });

  it('has its state in a folder from the environment, unless an option names another', () => {
    const environment = { HOME: '/home/operator', DEVICE_AUTOMATION_STATE_DIR: '~/state' };
    const folderOf = (...args: readonly string[]) =>
      stateFolderOf({ options: parse('list', ...args).options, environment });
    assert.equal(folderOf(), '/home/operator/state');
    assert.equal(folderOf('--state-dir=here'), resolve('here'));
  });

  it('is a production server if the environment marks it as one', () => {
    const isProduction = (DEVICE_AUTOMATION_PRODUCTION: string) =>
      server([], { DEVICE_AUTOMATION_PRODUCTION }).production;
    for (const value of ['1', 'true', 'yes', 'on']) assert.equal(isProduction(value), true, value);
    for (const value of ['', '0', 'false', 'No', ' FALSE ']) assert.equal(isProduction(value), false, value);
    assert.equal(server(['--production'], { DEVICE_AUTOMATION_PRODUCTION: '0' }).production, true);
  });

  it('must have a URL without a user, a password and a query', () => {
    assert.throws(
      () => server([], {}, ''),
      usage('No server is specified. Pass --server-url, or set DEVICE_AUTOMATION_SERVER_URL.'),
    );
    assert.throws(
      () => server([], {}, 'https://operator:word@devices.example'),
      usage('The URL of the server must not contain a user name or a password.'),
    );
    for (const wrong of ['devices.example', 'ftp://devices.example', 'https://devices.example/?a=1'])
      assert.throws(
        () => server([], {}, wrong),
        usage('The URL of the server must be https://host[:port][/prefix], without a query.'),
        wrong,
      );
  });

  it('must have a fingerprint of 64 digits, and queries with a name', () => {
    const fingerprint = usage('--certificate must be a SHA-256 fingerprint: 64 hexadecimal digits.');
    for (const wrong of ['a'.repeat(63), `${'a'.repeat(63)}g`])
      assert.throws(() => server([`--certificate=${wrong}`]), fingerprint, wrong);
    for (const wrong of ['search', '=x'])
      assert.throws(() => server([`--query=${wrong}`]), usage('--query must be NAME=VALUE.'), wrong);
  });

  it('accepts times within limits', () => {
    const seconds = (text: string) => server([`--request-timeout=${text}`]).timeoutSeconds;
    const right = { 1: 1, 600: 600, '45s': 45, '10m': 600, '1m30s': 90, '1m5': 65 };
    for (const [text, expected] of Object.entries(right)) assert.equal(seconds(text), expected, text);
    const message = '--request-timeout must be a time from 1 to 600 seconds, such as 90, 90s, 10m or 1h30m.';
    for (const wrong of ['0', '601', '11m', '1.5', '1e2', 'm', '10 m', 'forever', '-1s'])
      assert.throws(() => seconds(wrong), usage(message), wrong);
  });
});

describe('a profile of the command line', () => {
  const home = mkdtempSync(join(tmpdir(), 'da-profile-'));
  after(() => rmSync(home, { recursive: true }));
  const file = join(home, '.config', 'device-automation', 'config.json');
  const plant = {
    url: 'https://plant.example/',
    name: 'Plant',
    production: true,
    caFile: '~/ca.pem',
    clientCertificateFile: 'me.pfx',
    headers: { 'X-Site': 'north' },
  };
  const source = (profile: unknown, variables: Readonly<Record<string, string>> = {}, ...args: string[]) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      typeof profile === 'string' ? profile : JSON.stringify({ profiles: { plant: profile } }),
    );
    const { options } = parse('list', '--profile=plant', ...args);
    return { options, environment: { HOME: home, ...variables }, localizer };
  };

  it('has the fields of a server, and does not mix them with variables for another server', () => {
    const other = {
      DEVICE_AUTOMATION_SERVER_URL: 'https://other.example',
      DEVICE_AUTOMATION_SERVER_NAME: 'Other',
      DEVICE_AUTOMATION_CLIENT_KEY: 'other.key',
    };
    const { id, ...fields } = serverOf(source(plant, other));
    assert.deepEqual(fields, { ...plant, url: 'https://plant.example', readOnly: false, allowHttp: false });
    const changed = serverOf(source(plant, other, '--server-name=Works', '--ca-file=b.pem', '--read-only'));
    assert.deepEqual(
      [changed.id, changed.name, changed.caFile, changed.readOnly, changed.production],
      [id, 'Works', resolve('b.pem'), true, true],
    );
    assert.throws(
      () => serverOf(source(plant, {}, '--server-url=https://other.example')),
      usage('Pass either --profile or --server-url: the token of a profile is for its own server.'),
    );
  });

  it('names the variable, the file or the command that has the token', () => {
    const variables = { DEVICE_AUTOMATION_TOKEN: 'usual', PLANT_TOKEN: 'of-plant' };
    assert.equal(readTokenOf(source(plant, variables)), 'usual');
    assert.equal(readTokenOf(source({ ...plant, tokenVariable: 'PLANT_TOKEN' }, variables)), 'of-plant');
    writeFileSync(join(home, 'plant.token'), 'of-a-file\n');
    assert.equal(readTokenOf(source({ ...plant, tokenFile: '~/plant.token' }, variables)), 'of-a-file');
    assert.deepEqual(tokenSourceOf(source({ ...plant, tokenCommand: ['pass', 'plant'] }, variables)), {
      kind: 'command',
      command: ['pass', 'plant'],
    });
    assert.throws(
      () => readTokenOf(source({ ...plant, tokenVariable: 'ABSENT' }, variables)),
      usage(/Set the environment variable ABSENT/),
    );
  });

  it('may be in a file with comments, a comma too many, and a byte order mark', () => {
    const text = `\uFEFF// Mine\n{ "profiles": { "plant": ${JSON.stringify(plant)}, } } /* the end */`;
    assert.equal(serverOf(source(text)).name, 'Plant');
  });

  it('must not contain a token, and the error says why without repeating it', () => {
    const message = /contains a token, which backups and other programs could read, so it is not used\./;
    assert.throws(() => serverOf(source({ ...plant, token: 'my-own-secret' })), usage(message));
    assert.throws(
      () => serverOf(source({ ...plant, token: 'my-own-secret' })),
      ({ message: text }: Error) => !text.includes('my-own-secret'),
    );
  });

  it('is named with its fields if it cannot be used', () => {
    for (const [profile, message] of [
      [{ ...plant, tokenfile: 'x', passphrase: 'y' }, /not valid: tokenfile, passphrase\.$/],
      [{ name: 'Plant' }, /not valid: url\.$/],
      [{ ...plant, headers: { Authorization: 'x' } }, /not valid: headers\.Authorization\.$/],
      [undefined, /There is no profile “plant” in “.*config\.json”\./],
      ['{ "profiles": { "plan": {} } }', /There is no profile “plant” .* Did you mean “plan”\?$/],
      ['[]', /must be a JSON object with the profiles by name/],
      ['{\n  "profiles": {]', /config\.json”: This is not valid JSON: line 2, column 16: /],
    ] as const)
      assert.throws(() => serverOf(source(profile)), usage(message));
    const { options } = parse('list', '--profile=plant');
    const environment = { HOME: home, XDG_CONFIG_HOME: join(home, 'other') };
    assert.throws(
      () => serverOf({ options, environment, localizer }),
      usage(/other.device-automation.config\.json” was not found/),
    );
  });
});

describe('the passphrase of a client certificate on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'da-passphrase-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'passphrase');
  const passphrase = (variables: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    passphraseOf({
      options: parse('list', ...args).options,
      environment: { HOME: folder, ...variables },
      localizer,
    });

  it('comes from a variable, which is as good as absent if it is empty', () => {
    for (const [value, expected] of [
      ['пароль ', 'пароль '],
      ['', undefined],
    ] as const)
      assert.equal(passphrase({ DEVICE_AUTOMATION_CLIENT_PASSPHRASE: value })(), expected);
  });

  it('comes from a file below the home folder, without its mark and the end of its line', () => {
    writeFileSync(file, '\uFEFF two words \r\n');
    assert.equal(passphrase({}, '--client-passphrase-file=~/passphrase')(), ' two words ');
    const variable = `$${'{env:PLACE}'}`;
    const path = `--client-passphrase-file=${variable}/passphrase`;
    assert.equal(passphrase({ PLACE: folder }, path)(), ' two words ');
  });

  it('is read again when its file was replaced, and stays if that cannot be read', () => {
    writeFileSync(file, 'old');
    const latest = passphrase({}, `--client-passphrase-file=${file}`);
    writeFileSync(file, 'new');
    assert.equal(latest(), 'new');
    rmSync(file);
    assert.equal(latest(), 'new');
    assert.throws(() => passphrase({}, `--client-passphrase-file=${file}`), usage(/was not found/));
  });

  it('is read from a pipe only once', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    spawn('sh', ['-c', 'printf piped > "$0"', pipe]);
    const latest = passphrase({}, `--client-passphrase-file=${pipe}`);
    assert.deepEqual([latest(), latest()], ['piped', 'piped']);
  });

  it('cannot be on standard input together with the token', () =>
    assert.throws(
      () => passphrase({}, '--client-passphrase-file=-', '--token-file=-'),
      usage('Only one of --token-file and --client-passphrase-file can read standard input.'),
    ));
});

describe('the token of a command line', () => {
  const token = (environment: Record<string, string>, ...args: readonly string[]) =>
    readTokenOf({ options: parse('list', ...args).options, environment, localizer });

  it('comes from a variable', () => {
    assert.equal(token({ DEVICE_AUTOMATION_TOKEN: ' usual-token\n' }), 'usual-token');
  });

  it('comes from a file rather than from a variable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'da-token-'));
    writeFileSync(join(folder, 'token'), 'token-of-a-file\n');
    assert.equal(
      token({ DEVICE_AUTOMATION_TOKEN: 'x' }, `--token-file=${join(folder, 'token')}`),
      'token-of-a-file',
    );
    assert.equal(token({ HOME: folder }, '--token-file=~/token'), 'token-of-a-file');
    rmSync(folder, { recursive: true });
  });

  it('is required, and must be valid in a header', () => {
    const missing = usage(
      'No token is specified. Set the environment variable DEVICE_AUTOMATION_TOKEN, or pass --token-file.',
    );
    for (const none of [{}, { DEVICE_AUTOMATION_TOKEN: ' ' }]) assert.throws(() => token(none), missing);
    assert.throws(
      () => token({ DEVICE_AUTOMATION_TOKEN: 'two\nlines' }),
      usage('The token contains invalid characters.'),
    );
  });

  it('is no variable or placeholder that another program should have replaced', () => {
    const placeholders = [
      `$${'{DEVICE_AUTOMATION_TOKEN}'}`,
      `Token $${'{env:TOKEN}'}`,
      ` "$${'{TOKEN}'}"\n`,
      '$DEVICE_AUTOMATION_TOKEN',
      '$env:TOKEN',
      '$(TOKEN)',
      '%DEVICE_AUTOMATION_TOKEN%',
      '{{ secrets.TOKEN }}',
      '<token>',
      '<your token>',
      '!TOKEN!',
      '@TOKEN@',
    ];
    for (const text of placeholders)
      assert.throws(() => token({ DEVICE_AUTOMATION_TOKEN: text }), usage(/which was not replaced/), text);
    for (const real of [
      '$2b$10$abc',
      `a$${'{b}'}`,
      '%41%42c',
      'ab<c>',
      'a@b',
      '9944b09199c62bcf9418ad846dd0e4bb',
    ])
      assert.equal(token({ DEVICE_AUTOMATION_TOKEN: real }), real);
  });
});
