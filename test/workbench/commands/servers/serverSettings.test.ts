import assert from 'node:assert/strict';
import type { ServerConfig } from '../../../../src/api/model/server.ts';
import { configured, given } from './support/configuredServer.ts';

const { longestServerName } = await import('../../../../src/api/model/server.ts');
const { editServer } = await import('../../../../src/workbench/commands/servers/editServer.ts');

/** Chooses these items in turn, and types this in the input box that follows. */
function choosing(
  lines: readonly string[],
  { server = configured, text }: { server?: ServerConfig; text?: string } = {},
) {
  const all = given(server);
  const left = [...lines];
  all.user.pick = () => left.shift();
  all.user.type = () => text;
  return { ...all, edit: () => editServer(all.context, [{ server: server.id }]) };
}

describe('the prompts of “Edit Server”', () => {
  it('show the current settings', async () => {
    const server: ServerConfig = {
      ...configured,
      jobListQuery: { a: 'b', c: 'd' },
      timeoutSeconds: 60,
      readOnly: true,
      network: 'vscode',
      caFile: '/ca.pem',
      certificate: 'AA',
      headers: { 'X-Site': 'north' },
      timeZone: 'UTC',
      console: { job: 'job/{id}/' },
    };
    const full = choosing([], { server });
    await full.edit();
    assert.deepEqual(full.user.lists[0]?.slice(2), [
      'Job list query | a=b&c=d',
      'Timeout | 60 s',
      'Safeguards | read-only',
      "Network and certificate | VS Code's connections, CA file, one trusted certificate, extra headers",
      'Time zone | UTC',
      'Job in the web console | job/{id}/',
      'Group in the web console | none',
    ]);
  });

  it('start from the current value', async () => {
    const server = { ...configured, jobListQuery: { a: 'b' }, timeZone: 'UTC' };
    for (const [what, value] of [
      ['name', 'Plant'],
      ['query', 'a=b'],
      ['timeout', '30'],
      ['zone', 'UTC'],
      ['url', configured.url],
    ] as const) {
      const { edit, user, edits } = choosing([what], { server });
      await edit();
      assert.deepEqual([user.inputs[0]?.value, edits], [value, []]);
    }
  });

  for (const [what, text, problem] of [
    ['timeout', '601', 'Enter a whole number from 1 to 600.'],
    ['zone', 'Mars', 'Unknown time zone.'],
    ['name', 'x'.repeat(longestServerName + 1), `At most ${longestServerName} characters.`],
    ['url', 'plant', 'Not a valid URL. Example: https://server.example.com'],
    ['url', 'https://plant.example?a=b', 'The base URL must not contain a query or a fragment (? or #).'],
  ] as const)
    it(`explain why ${what} cannot be ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const { edit, user, edits } = choosing([what], { text });
      await edit();
      assert.deepEqual(user.messages.at(-1)?.actions, [problem]);
      assert.deepEqual(edits, []);
    });
});

describe('the safeguards of a server', () => {
  const both: ServerConfig = { ...configured, readOnly: true, production: true };

  for (const [chosen, server, after] of [
    ['readOnly', configured, { ...configured, readOnly: true }],
    ['none', { ...configured, readOnly: true }, configured],
    ['production', { ...configured, readOnly: true }, { ...configured, production: true }],
    ['both', { ...configured, production: true }, both],
  ] as const)
    it(`change from ${Object.keys(server).slice(3).join(' and ') || 'none'} to ${chosen} without typing the name`, async () => {
      const { edit, edits, user } = choosing(['guards', chosen], { server });
      await edit();
      assert.deepEqual([edits, user.inputs], [[after], []]);
    });

  for (const [chosen, server] of [
    ['none', { ...configured, production: true }],
    ['readOnly', both],
    ['production', both],
  ] as const)
    it(`of a production server change to ${chosen} only after typing its name`, async () => {
      const declined = choosing(['guards', chosen], { server });
      await declined.edit();
      assert.deepEqual([declined.edits, declined.user.inputs.length], [[], 1]);
      assert.match(declined.user.inputs[0]?.title ?? '', /Safeguards/);
      const typed = choosing(['guards', chosen], { server, text: 'Plant' });
      await typed.edit();
      assert.equal(typed.edits.length, 1);
    });
});

describe('the network settings of a server', () => {
  const trusting: ServerConfig = {
    ...configured,
    network: 'vscode',
    caFile: '/old.pem',
    certificate: 'AA',
    clientCertificateFile: '~/me.pem',
    clientKeyFile: 'me.key',
    headers: { 'X-Site': 'north' },
    headersCommand: ['gateway', 'a b'],
  };

  /** Presses Enter, or the button, on a row, and types these texts by the beginning of the box's title. */
  const changing = async (
    [row, action = 'edit']: readonly [string, string?],
    { server = trusting, typed = {}, picked }: Change = {},
  ) => {
    const all = choosing(['network', ...(picked === undefined ? [] : [picked])], { server });
    const rows: string[] = [];
    const buttons: string[] = [];
    let isOpen = true;
    all.user.pickAction = ({ sections }) => {
      const shown = sections.flatMap(section => section.rows);
      if (isOpen) rows.push(...shown.map(({ label, description = '' }) => `${label} | ${description}`));
      if (isOpen)
        buttons.push(...shown.filter(({ actions }) => actions.length > 0).map(({ value }) => value));
      const chosen = isOpen ? { row, action } : undefined;
      isOpen = false;
      return chosen;
    };
    all.user.type = title => Object.entries(typed).find(([start]) => title.startsWith(start))?.[1];
    await all.edit();
    return { ...all, rows, buttons };
  };

  it('are listed with their current values, and a button on what is set', async () => {
    const { rows, buttons } = await changing(['none']);
    assert.deepEqual(rows, [
      "Connections | VS Code's connections",
      'CA file | /old.pem',
      'Client certificate | ~/me.pem',
      'Key of the client certificate | me.key',
      'Passphrase of the key | none',
      'Trusted certificate | AA',
      'X-Site | north',
      'Add Header… | ',
      'Command for secret headers | gateway "a b"',
    ]);
    assert.deepEqual(buttons, ['ca', 'client', 'key', 'trust', 'header X-Site', 'command']);
    const plain = await changing(['none'], { server: { ...configured, url: 'http://localhost' } });
    assert.deepEqual(plain.rows.slice(0, 2), ["Connections | The extension's connections", 'Add Header… | ']);
    assert.deepEqual(plain.buttons, []);
  });

  const without = (...fields: readonly string[]) =>
    Object.fromEntries(Object.entries(trusting).filter(([field]) => !fields.includes(field)));
  const changes: readonly (readonly [string, readonly [string, string?], Change, object | undefined])[] = [
    ['use the extension’s connections', ['network'], { picked: 'own' }, without('network')],
    ['use VS Code’s connections', ['network'], { picked: 'vscode' }, trusting],
    ['have another CA file', ['ca'], { typed: { CA: '/new.pem' } }, { ...trusting, caFile: '/new.pem' }],
    ['have no CA file', ['ca'], { typed: { CA: '' } }, without('caFile')],
    ['lose the CA file by its button', ['ca', 'remove'], {}, without('caFile')],
    ['stay if the user cancels', ['ca'], {}, undefined],
    ['lose the trusted certificate', ['trust', 'remove'], {}, without('certificate')],
    [
      'have a PFX file',
      ['client'],
      { typed: { Client: '~/me.pfx', Key: '' } },
      { ...without('clientKeyFile'), clientCertificateFile: '~/me.pfx' },
    ],
    [
      'have a client certificate with a file for its key',
      ['client'],
      { typed: { Client: 'a.pem', Key: 'a.key' } },
      { ...trusting, clientCertificateFile: 'a.pem', clientKeyFile: 'a.key' },
    ],
    [
      'have no client certificate',
      ['client'],
      { typed: { Client: '' } },
      without('clientCertificateFile', 'clientKeyFile'),
    ],
    [
      'keep the client certificate if its key is canceled',
      ['client'],
      { typed: { Client: 'a.pem' } },
      undefined,
    ],
    [
      'lose the client certificate with its key',
      ['client', 'remove'],
      {},
      without('clientCertificateFile', 'clientKeyFile'),
    ],
    ['have another key', ['key'], { typed: { Key: 'b.key' } }, { ...trusting, clientKeyFile: 'b.key' }],
    ['have the key in the file of the certificate', ['key', 'remove'], {}, without('clientKeyFile')],
    [
      'have another header',
      ['addHeader'],
      { typed: { Add: 'X-Team', Value: 'x y' } },
      { ...trusting, headers: { 'X-Site': 'north', 'X-Team': 'x y' } },
    ],
    [
      'have another value of a header',
      ['header X-Site'],
      { typed: { Value: 'south' } },
      { ...trusting, headers: { 'X-Site': 'south' } },
    ],
    ['lose a header', ['header X-Site', 'remove'], {}, without('headers')],
    [
      'have another command',
      ['command'],
      { typed: { Command: "'C:\\Program Files\\gw.exe' --x" } },
      { ...trusting, headersCommand: ['C:\\Program Files\\gw.exe', '--x'] },
    ],
    ['have no command', ['command'], { typed: { Command: ' ' } }, without('headersCommand')],
  ];
  for (const [what, row, change, after] of changes)
    it(`${what}, and the others stay`, async () => {
      const { edits } = await changing(row, change);
      assert.deepEqual(edits, after === undefined ? [] : [after]);
    });

  it('explain which headers and commands cannot be used', async () => {
    for (const [row, typed, problem] of [
      ['addHeader', { Add: 'x-SITE' }, /already a header/],
      ['addHeader', { Add: 'Authorization' }, /do not need themselves/],
      ['addHeader', { Add: 'a b' }, /do not need themselves/],
      ['addHeader', { Add: 'X-A', Value: 'é' }, /printable ASCII/],
      ['command', { Command: 'gateway "a' }, /not closed/],
    ] as const) {
      const { edits, user } = await changing([row], { typed });
      assert.match(user.messages.at(-1)?.actions[0] ?? '', problem);
      assert.deepEqual(edits, []);
    }
  });

  it('say that a header is readable in the settings, unless a command prints it', async () => {
    const { user } = await changing(['header X-Site']);
    assert.match(user.inputs[0]?.prompt ?? '', /other programs and extensions can read it/);
  });

  it('store and forget the passphrase of the key', async () => {
    const stored = await changing(['passphrase'], { typed: { Passphrase: 'secret' } });
    assert.deepEqual([...stored.passphrases.values()], ['secret']);
    const forgotten = await changing(['passphrase', 'remove']);
    assert.deepEqual(forgotten.done, ['forget the passphrase of plant']);
  });
});

interface Change {
  readonly server?: ServerConfig;
  readonly typed?: Readonly<Record<string, string>>;
  /** The answer to the list that follows. */
  readonly picked?: string;
}
