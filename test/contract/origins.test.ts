import assert from 'node:assert/strict';
import { Agent } from 'undici';
import { ContractError, RedirectError } from '../../src/api/errors/apiError.ts';
import { itemsOf, rejectionOf, scriptToken, withClient, withServer } from '../support/http/clients.ts';
import { bare, html, json, redirect } from '../support/http/responders.ts';
import { type ScriptedServer, startScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { jobListPath, jobWire, pageWire } from '../support/http/wire.ts';

/** The configured server, another origin that must receive nothing, and a client of the first. */
async function withOther(
  use: (server: ScriptedServer, other: ScriptedServer) => Promise<void>,
): Promise<void> {
  const other = await startScriptedServer();
  other.otherwise(json(pageWire([jobWire(666)])));
  try {
    await withScript(server => use(server, other));
    assert.deepEqual(other.received, []);
    assert.equal(other.connections, 0);
  } finally {
    await other.close();
  }
}

/** Every host name resolves to this machine, so that origins with names can be tested. */
async function everyNameIsHere(): Promise<Agent> {
  return new Agent({
    connect: {
      lookup: (_hostname, options, callback) => {
        if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      },
    },
  });
}

describe('`next` links never lead to another server (decision 7)', () => {
  const links: Readonly<Record<string, (other: ScriptedServer) => string>> = {
    'another origin': other => `${other.url}${jobListPath}?page=2`,
    'another origin without a scheme': other => `//127.0.0.1:${other.port}${jobListPath}?page=2`,
    'another scheme': () => `https://internal.example${jobListPath}?page=2`,
    'user info': other => `http://someone:secret@127.0.0.1:${other.port}${jobListPath}?page=2`,
    backslashes: other => `\\\\127.0.0.1:${other.port}${jobListPath}?page=2`,
    'path with two slashes': other => `http://a.example//127.0.0.1:${other.port}${jobListPath}?page=2`,
  };
  for (const [kind, link] of Object.entries(links)) {
    it(`${kind}: only its path and query are used, on the configured server`, () =>
      withOther((server, other) =>
        withClient({ baseUrl: server.url }, async client => {
          server.queue(json(pageWire([jobWire(1)], { next: link(other) })), json(pageWire([jobWire(2)])));
          assert.deepEqual(
            (await itemsOf(client.jobs.list())).map(job => job.id),
            [1, 2],
          );
          assert.match(server.received[1]?.path ?? '', /\/automation\/api\/job\/\?page=2$/);
        }),
      ));
  }

  for (const path of ['//', '//:x/', '//[/?page=2']) {
    it(`a path that is not valid on its own (${path}) is requested from the configured server`, () =>
      withOther(server =>
        withClient({ baseUrl: server.url }, async client => {
          const next = `http://a.example${path}`;
          server.queue(json(pageWire([jobWire(1)], { next, count: 2 })), json(pageWire([jobWire(2)])));
          assert.equal((await itemsOf(client.jobs.list())).length, 2);
          assert.deepEqual(
            server.received.map(request => request.path),
            [jobListPath, path],
          );
        }),
      ));
  }

  // Without a leading slash, a "path" appended to the origin would become part of the host name.
  const traps: Readonly<Record<string, (other: ScriptedServer) => string>> = {
    'user info in an opaque path': other => `x:@127.0.0.1:${other.port}${jobListPath}?page=2`,
    'a host suffix in an opaque path': () => `x:.evil.example${jobListPath}?page=2`,
    'a port suffix in an opaque path': () => `x:1${jobListPath}?page=2`,
    'a script': () => 'javascript:alert(1)',
    'a mail address': () => 'mailto:root@evil.example',
    data: () => 'data:application/json,{}',
    'a file': () => 'file:///etc/passwd',
    'no URL at all': () => 'http://[',
  };
  for (const [kind, link] of Object.entries(traps)) {
    for (const prefix of ['', '/fleet']) {
      it(`${kind}${prefix === '' ? '' : ' under a prefix'}: is a contract error, and nothing is sent`, () =>
        withOther((server, other) =>
          withClient({ baseUrl: server.url + prefix }, async client => {
            server.queue(json(pageWire([jobWire(1)], { next: link(other) })));
            server.otherwise(json(pageWire([jobWire(2)])));
            const error = await rejectionOf(ContractError, itemsOf(client.jobs.list()));
            assert.deepEqual(error.problem, {
              code: 'shape',
              mismatch: { path: 'next', code: 'badNextLink' },
            });
            assert.equal(server.received.length, 1);
          }),
        ));
    }
  }

  it('a `next` that is not text is a contract error, not the end of the list', () =>
    withServer(async (server, client) => {
      for (const next of [5, true, {}, ['/x/']]) {
        server.queue(json(pageWire([jobWire(1)], { next })));
        const error = await rejectionOf(ContractError, itemsOf(client.jobs.list()));
        assert.deepEqual(error.problem, { code: 'shape', mismatch: { path: 'next', code: 'badNextLink' } });
      }
    }));

  it('a missing, null or empty `next` is the end of the list', () =>
    withServer(async (server, client) => {
      for (const next of [undefined, null, '']) {
        server.queue(json(pageWire([jobWire(1)], { next })));
        assert.equal((await itemsOf(client.jobs.list())).length, 1);
      }
    }));

  for (const [kind, prefix, next] of [
    ['keeps the prefix', '/fleet', `/fleet${jobListPath}?page=2`],
    ['lost the prefix behind a proxy', '/fleet', `http://internal:8000${jobListPath}?page=2`],
    ['lost a prefix that the API path begins with', '/automation', `http://internal${jobListPath}?page=2`],
    ['keeps a prefix that the API path begins with', '/automation', `/automation${jobListPath}?page=2`],
    ['is a query alone', '/fleet', '?page=2'],
  ] as const) {
    it(`a link that ${kind} leads to the same list`, () =>
      withScript(server =>
        withClient({ baseUrl: server.url + prefix }, async client => {
          server.queue(json(pageWire([jobWire(1)], { next })), json(pageWire([jobWire(2)])));
          assert.equal((await itemsOf(client.jobs.list())).length, 2);
          assert.deepEqual(
            server.received.map(request => request.path),
            [`${prefix}${jobListPath}`, `${prefix}${jobListPath}?page=2`],
          );
        }),
      ));
  }
});

describe('chains of `next` that do not end (decision 7)', () => {
  it('stops at a page that was read already', () =>
    withServer(async (server, client) => {
      server.queue(
        json(pageWire([jobWire(1)], { next: '?page=2' })),
        json(pageWire([jobWire(2)], { next: '?page=3' })),
        json(pageWire([jobWire(3)], { next: '?page=2' })),
      );
      const error = await rejectionOf(ContractError, itemsOf(client.jobs.list()));
      assert.equal(error.problem.code, 'pageLoop');
      assert.equal(server.received.length, 3);
    }));
});

describe('redirects (decision 26)', () => {
  it('a read follows one to the path with the slash on the same origin', () =>
    withServer(async (server, client) => {
      for (const status of [301, 302, 303, 307, 308]) {
        server.queue(redirect(`${server.url}/elsewhere/${status}/?a=b`, status), json(jobWire(1)));
        assert.equal((await client.jobs.get(1)).id, 1);
        const last = server.received.at(-1);
        assert.deepEqual([last?.method, last?.path], ['GET', `/elsewhere/${status}/?a=b`]);
        assert.equal(last?.headers.authorization, `Token ${scriptToken}`);
      }
    }));

  it('a read does not follow a second one', () =>
    withServer(async (server, client) => {
      server.otherwise(redirect('/one/more/'));
      server.queue(redirect('/first/'));
      const error = await rejectionOf(RedirectError, client.jobs.get(1));
      assert.equal(error.target, `${server.url}/one/more/`);
      assert.equal(server.received.length, 2);
    }));

  for (const place of [
    '/accounts/login/',
    '/login?next=/automation/api/job/1/',
    '/sso/start',
    '/x/?next=%2Fa%2F',
  ]) {
    it(`a redirect to a login page (${place}) is reported as such, and not followed`, () =>
      withServer(async (server, client) => {
        server.otherwise(redirect(place));
        for (const act of [() => client.jobs.get(1), () => client.jobs.update(1, { name: 'A' })]) {
          const error = await rejectionOf(RedirectError, act());
          assert.deepEqual([error.isSignIn, error.httpsBaseUrl], [true, undefined]);
        }
        assert.equal(server.received.length, 2);
      }));
  }

  it('a redirect to a page with another name is reported as "not this API", without a loop', () =>
    withServer(async (server, client) => {
      server.queue(redirect('/welcome/'), html('<!doctype html><title>Sign in</title>'));
      const error = await rejectionOf(ContractError, client.jobs.get(1));
      assert.deepEqual(error.problem, { code: 'html', title: 'Sign in' });
    }));

  const elsewhere: Readonly<Record<string, (other: ScriptedServer) => string>> = {
    'another port': other => `${other.url}${jobListPath}`,
    'another scheme': other => `https://127.0.0.1:${other.port}${jobListPath}`,
    'another name of this machine': other => `http://localhost:${other.port}${jobListPath}`,
    'no scheme': other => `//127.0.0.1:${other.port}${jobListPath}`,
    'user info': other => `http://a:b@127.0.0.1:${other.port}${jobListPath}`,
  };
  for (const [kind, target] of Object.entries(elsewhere)) {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`${status} to ${kind}: neither a read nor a write follows, and the token stays`, () =>
        withOther((server, other) =>
          withClient({ baseUrl: server.url }, async client => {
            server.otherwise(redirect(target(other), status));
            const acts = [
              () => itemsOf(client.jobs.list()),
              () => client.jobs.get(1),
              () => client.groups.get(1),
              () => client.jobs.create({ name: 'A', policies: [1] }),
              () => client.jobs.update(1, { enabled: false }),
              () => client.jobs.remove(1),
              () => client.jobs.stop([1]),
              () => client.groups.create({ name: 'A' }),
            ];
            for (const act of acts) await rejectionOf(RedirectError, act());
            assert.equal(server.received.length, acts.length);
          }),
        ));
    }
  }

  it('a write does not follow one on the same origin either', () =>
    withServer(async (server, client) => {
      for (const status of [301, 302, 307, 308]) {
        server.otherwise(redirect('/elsewhere/', status));
        await rejectionOf(RedirectError, client.jobs.create({ name: 'A', policies: [1] }));
        await rejectionOf(RedirectError, client.groups.update(1, { name: 'A' }));
        await rejectionOf(RedirectError, client.jobs.remove(1));
        await rejectionOf(RedirectError, client.jobs.stop([1]));
      }
      assert.equal(server.received.length, 16);
      assert.equal(
        server.received.some(request => request.path === '/elsewhere/'),
        false,
      );
    }));

  it('a redirect without a target, and "not modified", are rejected', () =>
    withServer(async (server, client) => {
      server.queue(bare(304));
      assert.equal((await rejectionOf(RedirectError, client.jobs.get(1))).status, 304);
      server.queue(bare(302));
      assert.equal((await rejectionOf(RedirectError, client.jobs.get(1))).target, '?');
    }));

  it('http to https on the same host: the https base URL is offered', async () => {
    await withScript(async server => {
      const baseUrl = `http://devices.example:${server.port}/fleet`;
      await withClient({ baseUrl, dispatcher: everyNameIsHere }, async client => {
        server.queue(redirect(`https://devices.example/fleet${jobListPath}`, 301));
        const error = await rejectionOf(RedirectError, itemsOf(client.jobs.list()));
        assert.equal(error.httpsBaseUrl, 'https://devices.example/fleet');
        server.queue(redirect(`https://other.example/fleet${jobListPath}`, 301));
        const other = await rejectionOf(RedirectError, itemsOf(client.jobs.list()));
        assert.equal(other.httpsBaseUrl, undefined);
        assert.equal(server.received.length, 2);
      });
    });
  });
});

describe('two clients', () => {
  it('do not share tokens, and a renewed token is used at once', () =>
    withScript(first =>
      withScript(async second => {
        let token = 'token-of-the-first';
        await withClient({ baseUrl: first.url, getToken: () => token }, one =>
          withClient({ baseUrl: second.url, getToken: () => 'token-of-the-second' }, async two => {
            first.otherwise(json(jobWire(1)));
            second.otherwise(json(jobWire(1)));
            await Promise.all([one.jobs.get(1), two.jobs.get(1)]);
            token = 'renewed-token';
            await one.jobs.get(1);
            assert.deepEqual(
              [...first.received, ...second.received].map(request => request.headers.authorization),
              ['Token token-of-the-first', 'Token renewed-token', 'Token token-of-the-second'],
            );
          }),
        );
      }),
    ));
});
