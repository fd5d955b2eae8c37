import assert from 'node:assert/strict';
import { isApiError } from '../../src/api/errors/apiError.ts';
import { normalizeBaseUrl } from '../../src/api/model/server.ts';
import { itemsOf, scriptToken, type TestClient, withClient } from '../support/http/clients.ts';
import { namedHosts } from '../support/http/namedHosts.ts';
import { json, redirect } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { groupWire, jobListPath, jobWire, pageWire } from '../support/http/wire.ts';

const origin = 'https://devices.example';

/** URLs of other servers, some of which look like this one, and URLs of this server that look like others. */
const targets: Readonly<Record<string, string>> = {
  'plain http': 'http://devices.example/x/',
  'http on the port of https': 'http://devices.example:443/x/',
  'another port': 'https://devices.example:8443/x/',
  'the port of http': 'https://devices.example:80/x/',
  'port 1': 'https://devices.example:1/x/',
  'a sub-domain': 'https://api.devices.example/x/',
  'the parent domain': 'https://example/x/',
  'a sibling domain': 'https://groups.example/x/',
  'our name in front of another': 'https://devices.example.evil.example/x/',
  'our name at the end of another': 'https://evildevices.example/x/',
  'our name with a dot at its end': 'https://devices.example./x/',
  'our name as a user': 'https://devices.example@evil.example/x/',
  'our name as user and password': 'https://devices.example:443@evil.example/x/',
  'our name in an escaped user': 'https://devices.example%2Fx%2F@evil.example/x/',
  'user info on our name': 'https://someone:secret@devices.example/x/',
  'a Cyrillic letter in our name': 'https://devi\u0441es.example/x/',
  'the punycode of a Cyrillic letter': 'https://xn--devies-7of.example/x/',
  'wide letters': 'https://\uff44evices.example/x/',
  'an ideographic full stop': 'https://devices\u3002example/x/',
  'an escaped full stop': 'https://devices%2eexample/x/',
  'a soft hyphen': 'https://dev\u00adices.example/x/',
  'an umlaut': 'https://d\u00e9vices.example/x/',
  'capital letters': 'HTTPS://DEVICES.EXAMPLE/x/',
  'no scheme': '//evil.example/x/',
  'backslashes for slashes': '\\\\evil.example\\x\\',
  'a slash and a backslash': '/\\evil.example/x/',
  'a scheme and backslashes': 'https:\\\\evil.example/x/',
  'three slashes': 'https:///evil.example/x/',
  'a scheme without slashes': 'http:evil.example/x/',
  'our scheme without slashes': 'https:evil.example/x/',
  'loopback by number': 'https://2130706433/x/',
  'loopback in short': 'https://127.1/x/',
  'loopback in version 6': 'https://[::1]/x/',
  'the address of cloud metadata': 'http://169.254.169.254/latest/',
  'web sockets': 'wss://devices.example/x/',
  ftp: 'ftp://devices.example/x/',
  'a blob': 'blob:https://devices.example/x/',
  'a view source': 'view-source:https://devices.example/x/',
  'a fragment with our name': 'https://evil.example/#@devices.example/x/',
  'a query with our name': 'https://evil.example/?https://devices.example/x/',
  'no host': 'https://',
};

type Act = (server: ScriptedServer, client: TestClient, target: string) => Promise<unknown>;

/** The ways in which a server can send a URL. */
const ways: Readonly<Record<string, Act>> = {
  'a redirect of a read': (server, client, target) => {
    server.queue(redirect(headerText(target), 302));
    return client.jobs.get(1);
  },
  'a redirect of a write with its body': (server, client, target) => {
    server.queue(redirect(headerText(target), 307));
    return client.jobs.create({ name: 'A', policies: [1] });
  },
  'a redirect of a delete': (server, client, target) => {
    server.queue(redirect(headerText(target), 308));
    return client.groups.remove(1);
  },
  'the previous page': async (server, client, target) => {
    server.queue(json(pageWire([jobWire(1)], { previous: target, next: null })));
    assert.equal((await itemsOf(client.jobs.list())).length, 1);
  },
  'the next page of groups': (server, client, target) => {
    server.queue(json(pageWire([groupWire('A')], { next: target })));
    return itemsOf(client.groups.list());
  },
  'the next page, several fetched at once': (server, client, target) => {
    server.queue(json(pageWire([jobWire(1)], { count: 100, next: target })));
    return itemsOf(client.jobs.list({ atMost: 10 }));
  },
  'the next page': (server, client, target) => {
    server.queue(json(pageWire([jobWire(1)], { next: target })));
    return itemsOf(client.jobs.list());
  },
};

/** Headers carry bytes; a client decodes them as Latin-1 or UTF-8, and neither may lead to another server. */
function headerText(target: string): string {
  return Buffer.from(target).toString('latin1');
}

describe('URLs in responses: the token is sent only to the origin of the server', () => {
  for (const [way, act] of Object.entries(ways)) {
    for (const [kind, target] of Object.entries(targets)) {
      it(`${way}: ${kind}`, () =>
        withScript(async server => {
          const { dispatcher, opened } = namedHosts(server);
          server.otherwise(json(pageWire([])));
          await withClient({ baseUrl: origin, dispatcher }, async client => {
            const failure = await act(server, client, target).catch((error: unknown) => error);
            if (failure instanceof Error) assert.ok(isApiError(failure), String(failure));
          });
          assert.deepEqual([...new Set(opened)], [origin]);
          for (const { headers } of server.received) {
            assert.equal(headers.host, 'devices.example');
            assert.equal(headers.authorization, `Token ${scriptToken}`);
          }
          assert.ok(server.received.length <= 3, 'no loop');
          const posts = server.received.filter(({ method }) => method === 'POST');
          assert.ok(posts.length <= 1, 'no write is sent again');
        }));
    }
  }
});

describe('base URLs that hide another host', () => {
  for (const url of [
    'https://devices.example@evil.example',
    'https://devices.example:pw@evil.example/',
    'https://:pw@devices.example',
    'https://devices.example?@evil.example',
    'https://devices.example#@evil.example',
    'javascript://devices.example/%0aalert(1)',
    'devices.example',
    'file:///etc/passwd',
  ]) {
    it(`${url} is rejected`, () => assert.notEqual(normalizeBaseUrl(url).kind, 'ok'));
  }

  it('an international host name is one origin however it is written, and no look-alike receives the token', () =>
    withScript(async server => {
      const { dispatcher, opened } = namedHosts(server);
      server.otherwise(json(pageWire([])));
      for (const baseUrl of ['https://устройства.пример', 'https://УСТРОЙСТВА.пример:443/']) {
        await withClient({ baseUrl, dispatcher }, async client => {
          server.queue(json(pageWire([jobWire(1)], { next: 'https://устройствa.пример/?page=2' })));
          await itemsOf(client.jobs.list());
        });
      }
      assert.deepEqual([...new Set(opened)], [new URL('https://устройства.пример').origin]);
    }));

  it('a path cannot become part of the host', () =>
    withScript(async server => {
      const { dispatcher, opened } = namedHosts(server);
      server.otherwise(json(pageWire([])));
      for (const path of ['@evil.example/', '.evil.example/', ':1/', `\\\\evil.example${jobListPath}`]) {
        await withClient({ baseUrl: origin, dispatcher }, async client => {
          await itemsOf(client.jobs.list({ from: path })).catch((error: unknown) => error);
        });
      }
      assert.deepEqual(
        opened.filter(place => place !== origin),
        [],
      );
    }));
});
