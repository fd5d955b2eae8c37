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
      timeZone: 'UTC',
      console: { job: 'job/{id}/' },
    };
    const full = choosing([], { server });
    await full.edit();
    assert.deepEqual(full.user.lists[0]?.slice(2), [
      'Job list query | a=b&c=d',
      'Timeout | 60 s',
      'Safeguards | read-only',
      "Network and certificate | VS Code's connections, CA file, one trusted certificate",
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
  const trusting: ServerConfig = { ...configured, network: 'vscode', caFile: '/old.pem', certificate: 'AA' };

  it('are listed with their current values', async () => {
    const { edit, user } = choosing(['network'], { server: trusting });
    await edit();
    assert.deepEqual(user.lists[1], [
      "The extension's connections | fast; uses VS Code's proxy settings",
      "VS Code's connections | for PAC files and Kerberos proxies; uses VS Code's certificate rules, and client certificates of the operating system only",
      'CA file | /old.pem',
      'Client certificate | none',
      'Show Certificate… | AA',
      'Forget the trusted certificate',
    ]);
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
      ['ca', 'relative.pem', { ...trusting, caFile: 'relative.pem' }],
      ['ca', undefined, undefined],
    ] as const) {
      const options = { server: trusting, ...(text === undefined ? {} : { text }) };
      const { edit, edits } = choosing(['network', chosen], options);
      await edit();
      assert.deepEqual(edits, after === undefined ? [] : [after], `${chosen} ${text}`);
    }
  });

  it('have a client certificate with or without a file for its key, or none', async () => {
    const [certificate, key] = ['Client Certificate', 'Key of the Client Certificate'];
    const one = { ...trusting, clientCertificateFile: '~/me.pem', clientKeyFile: 'me.key' };
    for (const [answers, after] of [
      [
        { [certificate]: ' ~/me.pfx ', [key]: '' },
        { ...trusting, clientCertificateFile: '~/me.pfx' },
      ],
      [
        { [certificate]: 'a.pem', [key]: 'a.key' },
        { ...trusting, clientCertificateFile: 'a.pem', clientKeyFile: 'a.key' },
      ],
      [{ [certificate]: '' }, trusting],
      [{ [certificate]: 'a.pem' }, undefined],
    ] as const) {
      const { edit, edits, user } = choosing(['network', 'client'], { server: one });
      user.type = title => Object.entries<string>(answers).find(([start]) => title.startsWith(start))?.[1];
      await edit();
      assert.deepEqual(edits, after === undefined ? [] : [after]);
    }
  });
});
