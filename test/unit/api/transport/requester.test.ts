import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import { HttpStatusError } from '../../../../src/api/errors/httpStatusError.ts';
import { NotSentError } from '../../../../src/api/errors/notSentError.ts';
import { OutcomeError } from '../../../../src/api/errors/outcomeError.ts';
import { RedirectError } from '../../../../src/api/errors/redirectError.ts';
import type { Exchange } from '../../../../src/api/transport/exchange.ts';
import type { WriteRecord } from '../../../../src/api/transport/writeRecord.ts';
import { clientOf, type Reply } from '../support/memoryServer.ts';

const job = '/prefix/automation/api/job/1/';
const backup = { id: 1, name: 'Backup', policies: [1] };
const problemOf = (error: unknown) => (error instanceof NotSentError ? error.problem.code : error);

describe('a request', () => {
  it('has the token in its header, and a content type if it has a body', async () => {
    const { client, sent } = clientOf(() => ({ body: backup }), { getToken: () => ' Token "abc" ' });
    await client.jobs.get(1);
    await client.jobs.update(1, { enabled: true });
    const headers = { accept: 'application/json', authorization: 'Token abc' };
    assert.deepEqual(
      sent.map(request => request.headers),
      [headers, { ...headers, 'content-type': 'application/json' }],
    );
  });

  it('is not sent without a token, nor with one that is not valid in a header', async () => {
    for (const [token, code] of [
      [undefined, 'tokenMissing'],
      [' ', 'tokenMissing'],
      ['a\nb', 'tokenMalformed'],
    ] as const) {
      const { client, sent } = clientOf(() => ({ body: backup }), { getToken: () => token });
      assert.deepEqual([await client.jobs.get(1).catch(problemOf), sent.length], [code, 0]);
    }
  });

  it('is not sent to a read-only server if it writes', async () => {
    const { client, sent } = clientOf(() => ({ body: backup }), { readOnly: true });
    assert.equal(await client.jobs.update(1, {}).catch(problemOf), 'readOnly');
    assert.equal((await client.jobs.get(1)).id, 1);
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['GET'],
    );
  });

  it('is canceled with the reason of its caller if it only reads', async () => {
    const controller = new AbortController();
    const { client } = clientOf(() => {
      controller.abort();
      throw controller.signal.reason;
    });
    await assert.rejects(client.jobs.get(1, { signal: controller.signal }), { name: 'AbortError' });
  });

  it('is sent once over a new connection when its own was closed', async () => {
    const replies: Reply[] = [{ body: backup }, { body: { ...backup, id: 2 } }];
    const other = clientOf(() => replies.shift() ?? 'lost');
    const { connection } = other.client;
    const { client } = clientOf(() => 'closed', { reopened: () => connection });
    assert.deepEqual([(await client.jobs.get(1)).id, (await client.jobs.get(2)).id], [1, 2]);
    assert.equal(other.sent.length, 2);
    const error = await clientOf(() => 'closed')
      .client.jobs.get(1)
      .catch((found: unknown) => found);
    assert.ok(error instanceof ConnectionError && error.reason === 'closed');
  });

  it('is not sent to a path that would change the host', async () => {
    const { client, sent } = clientOf(() => ({ body: [] }), { baseUrl: 'https://plant.example' });
    for (const from of ['.other.example/', '@other.example/', ':8443/'])
      await assert.rejects(client.jobs.list({ from }).next(), /not an API path/);
    assert.equal(sent.length, 0);
  });

  it('is not sent when it was canceled before, even while its token was read', async () => {
    const controller = new AbortController();
    const { client, sent } = clientOf(() => ({ body: backup }), {
      getToken: async () => {
        controller.abort();
        return 'abc';
      },
    });
    for (const signal of [AbortSignal.abort(), controller.signal])
      await assert.rejects(client.jobs.get(1, { signal }), { name: 'AbortError' });
    assert.equal(sent.length, 0);
  });

  it('is logged without bodies, with its attempts and why it failed', async () => {
    const exchanges: Exchange[] = [];
    let nowMs = 0;
    const replies: Reply[] = ['lost', { body: backup }];
    const { client } = clientOf(() => replies.shift() ?? { status: 403 }, {
      onExchange: exchange => exchanges.push(exchange),
      now: () => {
        nowMs += 5;
        return nowMs;
      },
    });
    await client.jobs.get(1);
    await client.jobs.get(1).catch(() => undefined);
    const request = { method: 'GET', path: job, durationMs: 5 };
    assert.deepEqual(
      exchanges.map(({ failure, ...exchange }) => [exchange, failure.replace(/.*(reset).*/, '$1')]),
      [
        [{ ...request, attempt: 1, status: undefined, bytes: 0 }, 'reset'],
        [{ ...request, attempt: 2, status: 200, bytes: JSON.stringify(backup).length }, ''],
        [{ ...request, attempt: 1, status: 403, bytes: 0 }, ''],
      ],
    );
  });

  it('hides a token that a server sends back, in any form', async () => {
    const token = 'abc/def+secret';
    const body = { detail: `Invalid token ${token}, ${encodeURIComponent(token)}.` };
    const records: WriteRecord[] = [];
    const { client } = clientOf(() => ({ status: 400, body }), {
      getToken: () => token,
      onWrite: record => records.push(record),
    });
    const error = await client.jobs.update(1, { name: token }).catch((failure: unknown) => failure);
    assert.ok(error instanceof HttpStatusError && error.detail.startsWith('Invalid token '));
    assert.doesNotMatch(`${error.detail} ${error.message} ${records[0]?.body}`, /secret/);
    assert.equal(records[0]?.outcome, 'refused');
  });
});

describe('the record of a write', () => {
  /** The outcomes that are recorded if the server sends these replies in turn. */
  const outcomesOf = async (replies: readonly Reply[], options: Parameters<typeof clientOf>[1] = {}) => {
    const records: WriteRecord[] = [];
    const left = [...replies];
    const { client } = clientOf(() => left.shift() ?? { status: 503 }, {
      ...options,
      onWrite: record => records.push(record),
    });
    await client.jobs.update(1, { policies: [2] }).catch(() => undefined);
    return records.map(({ outcome, body, request }) => [outcome, body, request.operation].join(' '));
  };
  const sent = (outcome: string) => `${outcome} {"policies":[2]} updateJob`;

  it('contains its outcome', async () => {
    const done = { body: { ...backup, policies: [2] } };
    assert.deepEqual(await outcomesOf([done]), [sent('done')]);
    for (const reply of [
      { status: 300 },
      { status: 400 },
      { status: 499 },
      { status: 301, headers: { location: '/x' } },
    ])
      assert.deepEqual(await outcomesOf([reply]), [sent('refused')]);
    assert.deepEqual(await outcomesOf([done], { readOnly: true }), [sent('notSent')]);
  });

  it('has an empty body if the request has none', async () => {
    const records: WriteRecord[] = [];
    const { client } = clientOf(() => ({ status: 204 }), { onWrite: record => records.push(record) });
    await client.jobs.remove(1);
    assert.deepEqual(
      records.map(({ body, outcome }) => [body, outcome]),
      [['', 'done']],
    );
  });

  it('contains the result of reading back when the response was lost', async () => {
    const [changed, same] = [{ body: { ...backup, policies: [2] } }, { body: backup }];
    for (const lost of ['lost', { status: 500 }, { status: 504 }, { body: { id: 'x' } }] as const) {
      const first = typeof lost === 'object' && 'body' in lost ? 'done' : 'lost';
      const found = await outcomesOf([lost, changed]);
      assert.deepEqual(found, [sent(first), 'foundDone  updateJob']);
      assert.deepEqual((await outcomesOf([lost, same, same, same])).at(-1), 'foundNotDone  updateJob');
      assert.deepEqual((await outcomesOf([lost, { status: 403 }])).at(-1), 'unknown  updateJob');
    }
  });

  it('does not fail the write when its listener throws', async () => {
    const { client } = clientOf(() => ({ body: backup }), { onWrite: () => assert.fail('the disk is full') });
    assert.equal((await client.jobs.update(1, {})).id, 1);
  });

  it('covers a write that was canceled after it may have been sent', async () => {
    const controller = new AbortController();
    const records: string[] = [];
    let requests = 0;
    const { client } = clientOf(
      () => {
        requests += 1;
        if (requests > 1) return { body: backup };
        controller.abort();
        throw controller.signal.reason;
      },
      { onWrite: ({ outcome }) => records.push(outcome) },
    );
    const error = await client.jobs
      .update(1, { policies: [2] }, { signal: controller.signal })
      .catch((found: unknown) => found);
    assert.ok(error instanceof OutcomeError && error.outcome === 'notDone');
    assert.deepEqual(records, ['lost', 'foundNotDone']);
  });

  it('contains no damaged text, since such a write is not sent', async () => {
    const { client, sent: requests } = clientOf(() => ({ body: backup }));
    assert.equal(await client.jobs.update(1, { name: 'a\uFFFD' }).catch(problemOf), 'damagedText');
    assert.equal(requests.length, 0);
  });
});

describe('a redirect', () => {
  const to = (location: string | undefined, status = 301): Reply => ({
    status,
    headers: location === undefined ? {} : { location },
  });
  const redirected = async (
    location: string | undefined,
    act: 'get' | 'update' = 'get',
    baseUrl = 'https://plant.example/prefix',
  ) => {
    const { client, sent } = clientOf(({ path }) => (path === job ? to(location) : { body: backup }), {
      baseUrl,
    });
    const result = await (act === 'get' ? client.jobs.get(1) : client.jobs.update(1, {})).then(
      () => 'followed',
      (error: unknown) => (error instanceof RedirectError ? error : String(error)),
    );
    return { result, paths: sent.map(({ path }) => path) };
  };

  it('is followed once for a read, on the same origin', async () => {
    for (const location of ['/other/?a=1', 'https://plant.example/other/?a=1', '../../../../../other/?a=1']) {
      const { result, paths } = await redirected(location);
      assert.deepEqual([result, paths], ['followed', [job, '/other/?a=1']], location);
    }
    const { client, sent } = clientOf(({ path }) => to(path === job ? '/second/' : '/third/'));
    await assert.rejects(client.jobs.get(1), RedirectError);
    assert.equal(sent.length, 2);
  });

  for (const [what, location] of [
    ['another origin', 'https://other.example/'],
    ['another port', `https://plant.example:8443${job}`],
    ['plain HTTP', `http://plant.example${job}`],
    ['itself', job],
    ['an address inside another', 'blob:https://plant.example/x'],
    ['nowhere', undefined],
    ['no address', 'http://['],
  ] as const)
    it(`to ${what} is not followed`, async () => {
      const { result, paths } = await redirected(location);
      assert.ok(result instanceof RedirectError && !result.isSignIn);
      assert.deepEqual(paths, [job]);
    });

  it('is not followed to a login page, which is reported', async () => {
    for (const location of [
      '/login',
      '/accounts/log-in/',
      '/sign_in',
      '/sso/start',
      '/oauth2/x',
      '/x?next=/job/',
    ]) {
      const { result } = await redirected(location);
      assert.ok(result instanceof RedirectError && result.isSignIn, location);
    }
    for (const location of ['/blogging/', '/authors/', '/x?next=https'])
      assert.equal((await redirected(location)).result, 'followed', location);
  });

  it('is never followed for a write', async () => {
    const { result, paths } = await redirected('/other/', 'update');
    assert.ok(result instanceof RedirectError);
    assert.deepEqual(paths, [job]);
    const { client, sent } = clientOf(() => to('/other/'));
    await assert.rejects(client.jobs.remove(1), RedirectError);
    assert.equal(sent.length, 1);
  });

  it('names the URL to change to when it leads from plain HTTP to the same host', async () => {
    const baseUrl = 'http://plant.example/prefix';
    const upgrade = await redirected(`https://plant.example${job}`, 'get', baseUrl);
    assert.ok(upgrade.result instanceof RedirectError);
    assert.equal(upgrade.result.httpsBaseUrl, 'https://plant.example/prefix');
    for (const location of ['https://other.example/', 'http://other.example/']) {
      const { result } = await redirected(location, 'get', baseUrl);
      assert.ok(result instanceof RedirectError && result.httpsBaseUrl === undefined, location);
    }
  });
});

describe('an error response', () => {
  const failure = async (reply: Reply) => {
    const error = await clientOf(() => reply)
      .client.jobs.update(1, {})
      .catch((found: unknown) => found);
    return error instanceof HttpStatusError ? error : assert.fail(String(error));
  };

  it('has its message, its kind, the request ID, and how long to wait', async () => {
    const headers = { 'retry-after': '7', 'x-request-id': 'a-1' };
    const { status, detail, form, retryAfterMs, requestId } = await failure({
      status: 429,
      body: { detail: 'Slow down.' },
      headers,
    });
    assert.deepEqual(
      [status, detail, form, retryAfterMs, requestId],
      [429, 'Slow down.', 'json', 7_000, 'a-1'],
    );
  });

  it('contains how long to wait by the clock of the server', async () => {
    const at = (second: string) => `Wed, 04 Mar 2026 12:00:${second} GMT`;
    const { retryAfterMs } = await failure({
      status: 429,
      headers: { 'retry-after': at('30'), date: at('00') },
    });
    assert.equal(retryAfterMs, 30_000);
  });

  it('contains nothing from what may be a debug page', async () => {
    const detailOf = async (reply: Reply) => {
      const failed = await clientOf(() => reply)
        .client.jobs.get(1)
        .catch((found: unknown) => found);
      return failed instanceof HttpStatusError ? failed.detail : assert.fail(String(failed));
    };
    const long = { detail: 'x'.repeat(201) };
    const page = '<!DOCTYPE html><title>KeyError at /job/</title>';
    for (const reply of [
      { status: 500, body: long },
      { status: 501, body: long },
      { status: 500, text: page },
    ])
      assert.equal(await detailOf(reply), '');
    assert.equal(await detailOf({ status: 502, text: page }), 'KeyError at /job/');
    assert.equal(await detailOf({ status: 500, body: { detail: 'x'.repeat(200) } }), 'x'.repeat(200));
    assert.equal(await detailOf({ status: 400, body: long }), long.detail);
  });
});
