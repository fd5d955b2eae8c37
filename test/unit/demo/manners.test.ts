import assert from 'node:assert/strict';
import { deviceNamed } from '../../demo/devices.ts';
import { at, list, withServer } from './support/started.ts';

const jobs = '/automation/api/job/';

describe('demo server: authorization', () => {
  const refusals: readonly [string, string, string][] = [
    ['no token', '', 'Authentication credentials were not provided.'],
    ['another scheme', 'Bearer abc', 'Authentication credentials were not provided.'],
    ['a wrong token', 'Token abc', 'Invalid token.'],
    ['only the word', 'Token', 'Invalid token header. No credentials provided.'],
    ['two words', 'Token a b', 'Invalid token header. Token string should not contain spaces.'],
  ];
  for (const [what, header, detail] of refusals) {
    it(`rejects ${what} with 401`, () =>
      withServer({}, async ({ ask }) => {
        const { status, json, headers } = await ask('GET', jobs, undefined, { Authorization: header });
        assert.deepEqual([status, json], [401, { detail }]);
        assert.equal(headers.get('www-authenticate'), 'Token');
      }));
  }

  it('rejects what a token does not permit with 403', () =>
    withServer({ tokens: { reader: 'read', nobody: 'none' } }, async ({ ask }) => {
      const as = (method: string, token: string) =>
        ask(method, `${jobs}1/`, undefined, { Authorization: `Token ${token}` });
      assert.equal((await as('GET', 'reader')).status, 200);
      const refused = await as('DELETE', 'reader');
      assert.deepEqual(
        [refused.status, refused.json],
        [403, { detail: 'You do not have permission to perform this action.' }],
      );
      assert.equal((await as('GET', 'nobody')).status, 403);
    }));

  it('rejects a token that is revoked while the server is running', () =>
    withServer({}, async ({ server, ask }) => {
      server.tokens.delete(server.token);
      assert.equal((await ask('GET', jobs)).status, 401);
    }));
});

describe('demo server: Django’s behavior', () => {
  it('redirects a read without the trailing slash, with its query', () =>
    withServer({}, async ({ ask }) => {
      const { status, headers } = await ask('GET', '/automation/api/job?page=2');
      assert.deepEqual([status, headers.get('location')], [301, '/automation/api/job/?page=2']);
    }));

  it('returns an error page for a write without the trailing slash', () =>
    withServer({}, async ({ server, ask }) => {
      const { status, text } = await ask('POST', '/automation/api/job', { name: 'a', policies: [1] });
      assert.equal(status, 500);
      assert.match(text, /<title>Server Error \(500\)<\/title>/);
      assert.equal(server.world.jobs.size, 20);
    }));

  it('responds to unknown paths with an HTML page', () =>
    withServer({}, async ({ ask }) => {
      const { status, text, headers } = await ask('GET', '/automation/api/jobs/');
      assert.equal(status, 404);
      assert.match(text, /<h1>Not Found<\/h1>/);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    }));

  it('responds to invalid IDs with 404', () =>
    withServer({}, async ({ ask }) => {
      for (const id of ['999', 'abc', '-1', '1e0']) {
        const { status, json } = await ask('GET', `${jobs}${id}/status/`);
        assert.deepEqual([status, json], [404, { detail: 'No Job matches the given query.' }]);
      }
    }));

  it('lists the methods that a path supports', () =>
    withServer({}, async ({ ask }) => {
      const { status, json, headers } = await ask('PUT', jobs, {});
      assert.deepEqual([status, json], [405, { detail: 'Method "PUT" not allowed.' }]);
      assert.equal(headers.get('allow'), 'GET, POST, HEAD, OPTIONS');
    }));

  it('responds to HEAD and OPTIONS', () =>
    withServer({}, async ({ ask }) => {
      const head = await ask('HEAD', jobs);
      assert.deepEqual([head.status, head.text], [200, '']);
      const options = await ask('OPTIONS', jobs);
      assert.deepEqual([options.status, at(options.json, 'name')], [200, 'Job List']);
    }));

  it('rejects bodies that are not JSON', () =>
    withServer({}, async ({ ask }) => {
      const typed = await ask('POST', jobs, 'name=a', { 'Content-Type': 'text/plain' });
      assert.deepEqual(
        [typed.status, typed.json],
        [415, { detail: 'Unsupported media type "text/plain" in request.' }],
      );
      for (const body of ['nonsense', '{"name": "a"', '\uFEFF{}', '{"a":1}}']) {
        const { status, json } = await ask('POST', jobs, body);
        assert.equal(status, 400);
        assert.match(String(at(json, 'detail')), /^JSON parse error - /);
      }
    }));

  it('reads an empty body as an empty object', () =>
    withServer({}, async ({ ask }) => {
      assert.deepEqual((await ask('POST', jobs)).json, { name: ['This field is required.'] });
    }));

  it('rejects bodies that are too long with the HTML page of a proxy', () =>
    withServer({}, async ({ ask }) => {
      const { status, text } = await ask('POST', jobs, { name: 'x'.repeat(5_000_000) });
      assert.equal(status, 413);
      assert.match(text, /<title>413 Request Entity Too Large<\/title>/);
    }));

  it('is not affected by a key named __proto__', () =>
    withServer({}, async ({ ask }) => {
      const { status } = await ask('POST', jobs, '{"name":"a","policies":[1],"__proto__":{"enabled":false}}');
      assert.equal(status, 201);
    }));
});

describe('demo server: variants', () => {
  it('is available below its base path, and only there', () =>
    withServer({ basePath: '/prefix/', pageSize: 5 }, async ({ server, ask }) => {
      assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/prefix$/);
      const { status, json } = await ask('GET', jobs);
      assert.deepEqual([status, at(json, 'next')], [200, `${server.url}${jobs}?page=2`]);
      const outside = new URL(jobs, server.url).href;
      assert.equal((await ask('GET', outside)).status, 404);
    }));

  it('sends more fields than the API describes, and accepts them', () =>
    withServer({ extraFields: true }, async ({ ask }) => {
      const retry = { attempts: 9, delay: { minutes: [1, null] } };
      const sent = { name: 'a', policies: [1], notify: true, retry, created_at: 'ignored' };
      const { json } = await ask('POST', jobs, sent);
      assert.deepEqual(
        ['notify', 'retry', 'created_at'].map(field => at(json, field)),
        [true, retry, '2026-03-04T12:00:00.000Z'],
      );
      const patched = await ask('PATCH', `${jobs}21/`, { enabled: false });
      assert.deepEqual(at(patched.json, 'retry'), retry);
      const replaced = await ask('PUT', `${jobs}21/`, { name: 'a', policies: [1] });
      assert.deepEqual([at(replaced.json, 'notify'), at(replaced.json, 'retry')], [false, null]);
    }));

  it('stores values like Django if configured', () =>
    withServer({ manner: 'django' }, async ({ server, clock, ask }) => {
      for (const name of ['PC-B', 'PC-A']) deviceNamed(server.world, name);
      const [first, second] = server.world.groups.all().map(({ id }) => id);
      const { json } = await ask('POST', jobs, {
        name: ' Nightly ',
        params: 'RRULE:FREQ=DAILY\n',
        groups: [second, first, second],
        peers: ['pc-b ', 'PC-A', 'PC-B'],
        policies: [10, 9, 10],
        reports: [2, 1],
        report_formats: ['xlsx', 'pdf', 'pdf'],
      });
      const fields = ['name', 'params', 'groups', 'policies', 'reports', 'report_formats', 'retry'];
      assert.deepEqual(
        fields.map(field => at(json, field)),
        [
          'Nightly',
          'RRULE:FREQ=DAILY',
          [first, second],
          [9, 10],
          [1, 2],
          ['pdf', 'xlsx'],
          { attempts: 3, delay: { minutes: 5 } },
        ],
      );
      assert.deepEqual(
        list(at(json, 'peers')).map(peer => at(peer, 'hostname')),
        ['PC-A', 'PC-B'],
      );
      clock.advance(1_000);
      const changed = await ask('PATCH', `${jobs}21/`, { enabled: false });
      assert.deepEqual(
        [at(changed.json, 'created_at'), at(changed.json, 'updated_at')],
        ['2026-03-04T12:00:00.000Z', '2026-03-04T12:00:01.000Z'],
      );

      const group = await ask('POST', '/account/api/group/', {
        name: ' Store ',
        server_set: ['PC-B', 'PC-A'],
      });
      assert.deepEqual(
        ['id', 'name', 'dn', 'owner'].map(field => at(group.json, field)),
        [undefined, 'Store', 'CN=Store,OU=Groups,DC=demo,DC=example', { login: 'admin', mail: null }],
      );
      assert.equal(at(group.json, 'server_set', 0, 'hostname'), 'PC-A');
    }));

  it('also stores its initial objects like Django', () =>
    withServer({ manner: 'django' }, async ({ server }) => {
      for (const { groups, policies } of server.world.jobs.all()) {
        assert.deepEqual(
          [groups, policies],
          [groups.toSorted((a, b) => a - b), policies.toSorted((a, b) => a - b)],
        );
      }
    }));

  it('behaves like an older server if configured', () =>
    withServer({ legacy: true, awkward: true, pageSize: 100 }, async ({ ask }) => {
      const { json } = await ask('GET', jobs);
      const first = list(at(json, 'results')).find(job => at(job, 'params') === null);
      assert.ok(first);
      assert.equal(Object.hasOwn(Object(first), 'reports'), false);
      assert.equal(Object.hasOwn(Object(first), 'report_formats'), false);
      const device = list(at(json, 'results'))
        .map(job => at(job, 'peers', 0))
        .find(Boolean);
      assert.equal(Object.hasOwn(Object(device), 'connection'), false);
      assert.equal(
        (await ask('POST', jobs, { name: 'a', reports: [1], report_formats: ['pdf'] })).status,
        400,
      );
    }));

  it('searches devices only if configured', async () => {
    const search = '/api/peer/search/?hostname=PC';
    await withServer({}, async ({ ask }) => {
      const { status, json } = await ask('GET', search);
      assert.deepEqual([status, json], [404, undefined]);
    });
    await withServer({ deviceSearch: true }, async ({ ask }) => {
      const { json } = await ask('GET', search);
      assert.ok(list(at(json, 'items')).length > 0);
      assert.match(String(at(json, 'items', 0, 'hostname')), /pc/i);
    });
  });
});
