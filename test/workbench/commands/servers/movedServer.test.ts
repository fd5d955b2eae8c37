import assert from 'node:assert/strict';
import type { ServerConfig } from '../../../../src/api/model/server.ts';
import { html, json } from '../../../support/http/responders.ts';
import { type Responder, type ScriptedServer, withScript } from '../../../support/http/scriptedServer.ts';
import { requiringClients, startTlsFront, tlsFixture } from '../../../support/http/tlsServer.ts';
import { configured, given } from './support/configuredServer.ts';

const { addServer } = await import('../../../../src/workbench/commands/servers/addServer.ts');
const { changeServerUrl, editServer } = await import(
  '../../../../src/workbench/commands/servers/editServer.ts'
);
const { trustCertificate } = await import('../../../../src/workbench/commands/servers/trustCertificate.ts');

const page = json({ count: 0, next: null, results: [] });

/** A new URL for the configured server, where a server responds as queued. */
const withAddress = (
  use: (all: ReturnType<typeof given> & { readonly server: ScriptedServer }) => Promise<void>,
  config: ServerConfig = configured,
) => withScript(server => use({ ...given(config), server }));

describe('a server at another URL', () => {
  it('is tested with a new token, and then replaces the old URL and token', () =>
    withAddress(async ({ context, done, edits, user, server }) => {
      server.queue(page);
      user.pick = () => 'url';
      user.type = title => (title === 'Edit Server' ? `${server.url}/` : ' Token new ');
      await editServer(context, [{ server: 'plant' }]);
      assert.deepEqual(edits, [{ ...configured, url: server.url }]);
      assert.deepEqual(done, [`token new for ${server.url}`, 'forget the token of plant']);
      assert.equal(user.inputs[1]?.password, true);
      assert.equal(server.received[0]?.headers.authorization, 'Token new');
    }));

  it('is used without encryption only after confirmation, unless it is on this computer', () =>
    withAddress(async ({ context, edits, user, server, tokens }) => {
      await changeServerUrl(context, configured, 'http://plant.example');
      const question = {
        kind: 'confirm',
        text: 'Use http://plant.example without encryption?\nOver plain HTTP, anyone on the network path can read the token and act as you on this server. Use HTTPS if the server supports it.',
        actions: ['Use HTTP'],
      };
      assert.deepEqual(user.messages[0], question);
      assert.deepEqual([user.inputs.length, edits], [1, []]);
      server.queue(page);
      tokens.set(server.url, 'known');
      await changeServerUrl(context, configured, server.url);
      assert.deepEqual([user.of('confirm').length, edits], [1, [{ ...configured, url: server.url }]]);
    }));

  it('keeps a token that is stored for that URL', () =>
    withAddress(async ({ context, done, edits, user, server, tokens }) => {
      server.queue(page);
      tokens.set(server.url, 'known');
      await changeServerUrl(context, configured, server.url);
      assert.deepEqual([edits.length, done, user.inputs], [1, [], []]);
    }));

  it('keeps its old URL when the new one fails', () =>
    withAddress(async ({ context, done, edits, user, server, tokens }) => {
      server.queue(json({ detail: 'Invalid token.' }, 401));
      tokens.set(server.url, 'known');
      await changeServerUrl(context, configured, server.url);
      assert.deepEqual([edits, done], [[], []]);
      const [{ text, actions } = assert.fail('it is reported')] = user.messages.filter(
        ({ kind }) => kind === 'decide',
      );
      assert.match(text, / The server was not changed\.$/);
      assert.deepEqual(actions, []);
    }));

  it('shows the normalized URL if it differs from what was typed', () =>
    withAddress(async ({ context, user }) => {
      user.pick = () => 'url';
      user.isSure = false;
      for (const typed of ['HTTP://Plant.example', 'http://plant.example/', 'http://plant.example']) {
        user.type = () => typed;
        await editServer(context, [{ server: 'plant' }]);
      }
      assert.deepEqual(user.hints, ['It will be saved as http://plant.example.', undefined, undefined]);
    }));

  for (const [where, isKept] of [
    ['/prefix', true],
    ['', false],
  ] as const)
    it(`${isKept ? 'keeps' : 'does not keep'} the trusted certificate at ${isKept ? 'the same' : 'another'} origin`, () =>
      withScript(async server => {
        const config = {
          ...configured,
          url: isKept ? server.url : configured.url,
          certificate: 'AA',
          allowHttp: true,
        };
        const { context, edits, tokens } = given(config);
        server.queue(page);
        tokens.set(server.url + where, 'known');
        await changeServerUrl(context, config, server.url + where);
        assert.equal(edits[0]?.certificate, isKept ? 'AA' : undefined);
      }));
});

describe('a server with a self-signed certificate', () => {
  const withTls = (use: (all: ReturnType<typeof given> & { readonly url: string }) => Promise<void>) =>
    withScript(async server => {
      server.otherwise(page);
      const { url, close } = await startTlsFront('selfSigned', server.url);
      try {
        await use({ ...given(), url });
      } finally {
        await close();
      }
    });
  const show = (actions: readonly string[]) => actions.find(action => action === 'Show Certificate…');

  it('is moved after the user trusts the certificate', () =>
    withTls(async ({ context, edits, user, tokens, url }) => {
      tokens.set(url, 'known');
      user.press = show;
      await changeServerUrl(context, configured, url);
      const [question = ''] = user.of('confirm');
      assert.deepEqual(user.messages.find(({ kind }) => kind === 'confirm')?.actions, ['Trust']);
      assert.doesNotMatch(question, /: (\n|$)/, 'nothing is empty');
      assert.match(question, /^Trust this certificate for “Plant”\?\nIssued to: .*\nIssued by: /);
      assert.match(
        question,
        /\nValid from: .*\nValid until: .*\nSHA-256 fingerprint: ([0-9A-F]{2}:?){32}\n\nAsk /,
      );
      const [{ certificate = '', ...config } = assert.fail('it is moved')] = edits;
      assert.ok(certificate.length > 30 && question.includes(certificate));
      assert.deepEqual(config, { ...configured, url });
    }));

  it('is neither moved nor trusted when the user cancels', () =>
    withTls(async ({ context, edits, user, tokens, url }) => {
      tokens.set(url, 'known');
      user.press = show;
      user.isSure = false;
      await changeServerUrl(context, configured, url);
      await trustCertificate(context, { ...configured, url });
      assert.deepEqual(edits, []);
    }));

  it('is trusted through “Edit Server”', () =>
    withTls(async ({ url }) => {
      const config = { ...configured, url };
      const { context, edits, user } = given(config);
      user.pick = () => 'network';
      const picks = [{ row: 'trust', action: 'edit' }];
      user.pickAction = () => picks.shift();
      await editServer(context, [{ server: 'plant' }]);
      assert.equal(edits.length, 1);
      assert.match(edits[0]?.certificate ?? '', /^([0-9A-F]{2}:?){32}$/);
      assert.equal(user.of('confirm').length, 1);
    }));

  it('is added with a client certificate if it requires one, and with the passphrase of that', () =>
    withScript(async server => {
      server.queue(page);
      const front = await startTlsFront('selfSigned', server.url, 0, requiringClients);
      const { context, added, passphrases, user } = given();
      const presses = ['Show Certificate…', 'Client Certificate…'];
      user.press = offered => offered.find(action => action === presses[0]) && presses.shift();
      const answers = {
        Token: 'secret',
        'Client Certificate': tlsFixture('client.pfx'),
        Key: '',
        Passphrase: 'client-passphrase',
      };
      user.type = title => Object.entries(answers).find(([start]) => title.startsWith(start))?.[1];
      try {
        await addServer(context, [{ name: 'Works', url: front.url }]);
      } finally {
        await front.close();
      }
      const [{ id = '', clientCertificateFile, certificate = '' } = assert.fail('it is added')] = added;
      assert.deepEqual([clientCertificateFile, certificate.length > 30], [tlsFixture('client.pfx'), true]);
      assert.equal(passphrases.get(`${id} ${front.url}`), 'client-passphrase');
    }));

  it('is added after the user trusts the certificate, and keeps the other input', () =>
    withTls(async ({ added, context, done, user, url }) => {
      user.press = show;
      user.type = title => (title.startsWith('Token') ? 'secret' : undefined);
      await addServer(context, [{ name: ' Works ', url }]);
      const [{ id = '', name, certificate = '' } = assert.fail('it is added')] = added;
      assert.deepEqual([name, certificate.length > 30], ['Works', true]);
      assert.deepEqual(done, [`token secret for ${url}`, `active ${id}`, 'show the jobs']);
    }));
});

it('A server behind a gateway is added with the headers that it expects, which stay for another URL', () =>
  withScript(async server => {
    const gateway: Responder = exchange =>
      exchange.received.headers['x-site'] === 'north' ? page(exchange) : html('<h1>No</h1>', 403)(exchange);
    server.otherwise(gateway);
    const { context, added, user } = given();
    const presses = ['Network and Certificate…', 'Change URL'];
    user.press = offered => offered.find(action => action === presses[0]) && presses.shift();
    const picks = ['addHeader', undefined];
    user.pickAction = () => {
      const row = picks.shift();
      return row === undefined ? undefined : { row, action: 'edit' };
    };
    const right = server.url.replace('127.0.0.1', 'localhost');
    const answers = { Token: 'secret', 'Add Header': 'X-Site', Value: 'north', 'Add Server': right };
    user.type = title => Object.entries(answers).find(([start]) => title.startsWith(start))?.[1];
    server.queue(gateway, html('<h1>Elsewhere</h1>', 404));
    await addServer(context, [{ name: 'Works', url: server.url }]);
    assert.deepEqual(
      added.map(({ headers, url }) => [headers, url]),
      [[{ 'X-Site': 'north' }, right]],
    );
  }));
