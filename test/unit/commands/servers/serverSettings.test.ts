import assert from 'node:assert/strict';
import type { ServerConfig } from '../../../../src/model/server.ts';
import { configured, given } from './support/configuredServer.ts';

const { longestServerName } = await import('../../../../src/model/server.ts');
const { editServer } = await import('../../../../src/commands/servers/editServer.ts');

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
    const bare = choosing([]);
    await bare.edit();
    assert.deepEqual(bare.user.messages, [
      {
        kind: 'pick',
        text: 'Edit “Plant”',
        actions: ['name', 'url', 'query', 'timeout', 'guards', 'network', 'zone'],
      },
    ]);
    assert.deepEqual(bare.user.lists, [
      [
        'Name | Plant',
        'URL | https://plant.example',
        'Job list query',
        'Timeout | 30 s',
        'Safeguards | none',
        'Network and certificate',
        'Time zone | not known',
      ],
    ]);
    const server: ServerConfig = {
      ...configured,
      jobListQuery: { a: 'b', c: 'd' },
      timeoutSeconds: 60,
      readOnly: true,
      network: 'vscode',
      caFile: '/ca.pem',
      certificate: 'AA',
      timeZone: 'UTC',
    };
    const full = choosing([], { server });
    await full.edit();
    assert.deepEqual(full.user.lists[0]?.slice(2), [
      'Job list query | a=b&c=d',
      'Timeout | 60 s',
      'Safeguards | read-only',
      "Network and certificate | VS Code's connections, CA file, one trusted certificate",
      'Time zone | UTC',
    ]);
    assert.deepEqual([...bare.edits, ...full.edits], []);
  });

  for (const [what, title, prompt, value] of [
    ['name', 'Edit Server', 'Display name for this server', 'Plant'],
    [
      'query',
      'Job List Query',
      'Sent unchanged with each request for the job list, for example page_size=200. Leave empty to send nothing.',
      'a=b',
    ],
    ['timeout', 'Timeout', 'How many seconds to wait for a response (1 to 600)', '30'],
    [
      'zone',
      'Server Time Zone',
      'The IANA name, for example Europe/Berlin or UTC. Leave empty if unknown.',
      'UTC',
    ],
    ['url', 'Edit Server', 'The base URL of the server, with a path prefix if it has one.', configured.url],
  ] as const)
    it(`start from the current value: ${what}`, async () => {
      const server = { ...configured, jobListQuery: { a: 'b' }, timeZone: 'UTC' };
      const { edit, user, edits } = choosing([what], { server });
      await edit();
      const [{ title: asked, prompt: why, value: start } = assert.fail('it is asked')] = user.inputs;
      assert.deepEqual([asked, why, start, edits], [title, prompt, value, []]);
    });

  it('start empty when there is no value', async () => {
    for (const what of ['query', 'zone']) {
      const { edit, user } = choosing([what]);
      await edit();
      assert.equal(user.inputs[0]?.value, '');
    }
  });

  for (const [what, text, problem] of [
    ['timeout', '601', 'Enter a whole number from 1 to 600.'],
    ['timeout', '1000', 'Enter a whole number from 1 to 600.'],
    ['timeout', 'x1', 'Enter a whole number from 1 to 600.'],
    ['zone', 'Mars', 'Unknown time zone.'],
    ['name', ' ', 'Enter a name.'],
    ['name', 'x'.repeat(longestServerName + 1), `At most ${longestServerName} characters.`],
    ['url', 'plant', 'Not a valid URL. Example: https://server.example.com'],
    ['url', 'ftp://plant.example', 'The URL must begin with https:// (or http://).'],
    [
      'url',
      'https://me:secret@plant.example',
      'Remove the user name and password from the URL. You enter a token in the next step.',
    ],
    ['url', 'https://plant.example?a=b', 'The base URL must not contain a query or a fragment (? or #).'],
  ] as const)
    it(`explain why ${what} cannot be ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const { edit, user, edits } = choosing([what], { text });
      await edit();
      assert.deepEqual(user.messages.at(-1)?.actions, [problem]);
      assert.deepEqual(edits, []);
    });

  it('accept a timeout with surrounding spaces', async () => {
    const { edit, edits } = choosing(['timeout'], { text: ' 10 ' });
    await edit();
    assert.deepEqual(edits, [{ ...configured, timeoutSeconds: 10 }]);
  });
});

describe('the safeguards of a server', () => {
  const both: ServerConfig = { ...configured, readOnly: true, production: true };

  it('are offered with descriptions', async () => {
    const { edit, user } = choosing(['guards']);
    await edit();
    const [, { text, actions } = assert.fail('it is asked')] = user.messages;
    assert.equal(text, 'Safeguards for “Plant”');
    assert.deepEqual(actions, ['none', 'readOnly', 'production', 'both']);
    assert.deepEqual(user.lists[1], [
      'None',
      'Read-only | no changes are ever sent to the server',
      'Production | marked everywhere; destructive actions require typing its name',
      'Production and read-only',
    ]);
  });

  for (const [chosen, server, after] of [
    ['readOnly', configured, { ...configured, readOnly: true }],
    ['production', configured, { ...configured, production: true }],
    ['both', { ...configured, readOnly: true }, both],
    ['none', { ...configured, readOnly: true }, configured],
    ['production', { ...configured, readOnly: true }, { ...configured, production: true }],
    ['both', { ...configured, production: true }, both],
    ['both', both, both],
    ['production', { ...configured, production: true }, { ...configured, production: true }],
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
  const trusting: ServerConfig = { ...configured, network: 'vscode', caFile: '/old.pem', certificate: 'AA' };

  it('are listed with their current values', async () => {
    const { edit, user } = choosing(['network'], { server: trusting });
    await edit();
    const [, { text, actions } = assert.fail('it is asked')] = user.messages;
    assert.equal(text, 'Network and certificate of “Plant”');
    assert.deepEqual(actions, ['own', 'vscode', 'ca', 'trust', 'forget']);
    assert.deepEqual(user.lists[1], [
      "The extension's connections | fast; uses VS Code's proxy settings",
      "VS Code's connections | for PAC files and Kerberos proxies; uses VS Code's certificate rules",
      'CA file | /old.pem',
      'Show Certificate… | AA',
      'Forget the trusted certificate',
    ]);
    const bare = choosing(['network']);
    await bare.edit();
    assert.deepEqual(bare.user.lists[1]?.slice(2), ['CA file | none', 'Show Certificate…']);
    const plain = choosing(['network'], { server: { ...configured, url: 'http://plant.example' } });
    await plain.edit();
    assert.equal(plain.user.lists[1]?.length, 2);
  });

  it('change as chosen, and the others stay', async () => {
    const { network: _, ...own } = trusting;
    const { certificate: __, ...forgotten } = trusting;
    const { caFile: ___, ...noFile } = trusting;
    for (const [chosen, text, after] of [
      ['own', undefined, own],
      ['vscode', undefined, trusting],
      ['forget', undefined, forgotten],
      ['ca', ' /new.pem ', { ...trusting, caFile: '/new.pem' }],
      ['ca', ' ', noFile],
      ['ca', 'relative.pem', undefined],
      ['ca', undefined, undefined],
    ] as const) {
      const options = { server: trusting, ...(text === undefined ? {} : { text }) };
      const { edit, edits, user } = choosing(['network', chosen], options);
      await edit();
      assert.deepEqual(edits, after === undefined ? [] : [after], `${chosen} ${text}`);
      if (text === 'relative.pem')
        assert.deepEqual(user.messages.at(-1)?.actions, ['Enter an absolute path.']);
      if (chosen !== 'ca') continue;
      const [{ title, prompt, value } = assert.fail('it is asked')] = user.inputs;
      assert.deepEqual(
        [title, prompt, value],
        [
          'CA File of “Plant”',
          'A PEM file of CA certificates to trust for this server only. Leave empty for none.',
          '/old.pem',
        ],
      );
    }
  });
});
