import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ApiErrorBase, HttpStatusError, isApiError, NotSentError } from '../../src/api/errors/apiError.ts';
import { errorText } from '../../src/api/errors/errorText.ts';
import { englishLocalizer } from '../../src/base/localizer.ts';
import {
  itemsOf,
  rejection,
  rejectionOf,
  type TestClient,
  scriptToken as token,
  withClient,
  withServer,
} from '../support/http/clients.ts';
import { body, html, json, raw, redirect, reset } from '../support/http/responders.ts';
import { type Responder, withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';

describe('tokens that are not valid in a header', () => {
  for (const [kind, given] of [
    ['a line break inside', 'abcd\nX-Injected: 1'],
    ['a carriage return inside', 'abcd\r\nX-Injected: 1'],
    ['a space inside', 'abcd efgh'],
    ['a quote inside', 'abcd"efgh'],
    ['a null character', 'abcd\u0000'],
    ['Cyrillic letters', 'токен'],
    ['5,000 characters', 'x'.repeat(5_000)],
    ['quotes with nothing between', '""'],
  ] as const) {
    it(`${kind}: rejected, and nothing is sent`, () =>
      withServer(
        async (server, client) => {
          for (const act of [() => client.jobs.get(1), () => client.jobs.remove(1)]) {
            const error = await rejectionOf(NotSentError, act());
            assert.equal(error.problem.code, 'tokenMalformed');
            assert.equal(inspect(error).includes(given), false);
          }
          assert.equal(server.connections, 0);
        },
        { getToken: () => given },
      ));
  }

  for (const given of [undefined, '', ' \n']) {
    it(`${inspect(given)}: counts as no token, and nothing is sent`, () =>
      withServer(
        async (server, client) => {
          const error = await rejectionOf(NotSentError, client.jobs.get(1));
          assert.equal(error.problem.code, 'tokenMissing');
          assert.equal(server.connections, 0);
        },
        { getToken: () => given },
      ));
  }
});

describe('tokens as people paste them', () => {
  for (const given of [
    `${token}\n`,
    ` \t${token}\r\n`,
    `Token ${token}`,
    `token   ${token}`,
    `"${token}"`,
    `'${token}'`,
    `"Token ${token}"`,
    `Token "${token}"`,
    `Authorization: Token ${token}`,
  ]) {
    it(`${inspect(given)} is reduced to the token`, () =>
      withScript(
        server =>
          withClient({ baseUrl: server.url, getToken: () => Promise.resolve(given) }, async client => {
            await client.jobs.get(1);
            assert.equal(server.received[0]?.headers.authorization, `Token ${token}`);
            assert.match(
              server.received[0]?.headers['user-agent'] ?? '',
              /^device-automation\/\d+\.\d+\.\d+$/,
            );
          }),
        json(jobWire(1)),
      ));
  }
});

describe('the token is never visible (row 19) in anything that can be printed', () => {
  const echoes: Readonly<Record<string, Responder>> = {
    'in a detail': json({ detail: `Invalid token ${token}.` }, 401),
    'in a JSON string': json(`Token ${token}`, 400),
    'in plain text': body(`Authorization: Token ${token}`, 400),
    'in a field error': json({ name: [`got ${token}`] }, 400),
    'as the name of a field': json({ [token]: ['unknown field'] }, 400),
    'deep in a list': json({ items: [{ [`x${token}`]: [token] }] }, 400),
    'with direction marks in it': json({ detail: `${token.slice(0, 9)}\u200E${token.slice(9)}` }, 400),
    escaped: body(`{"detail":"\\u0030${token.slice(1)}"}`, 400),
    'where the message is cut': json({ detail: `${'x'.repeat(980)}${token}` }, 400),
    'where the name of a field is cut': json({ [`${'x'.repeat(80)}${token}`]: ['no'] }, 400),
    'where a title is cut': html(`<title>${'x'.repeat(180)}${token}</title>`, 400),
    'in the title of an error page': html(`<html><title>${token}</title></html>`, 500),
    'in the title of a page instead of data': html(`<html><title>${token}</title></html>`),
    'in invalid JSON': body(`{"token": ${token}`),
    'in the path of a redirect': redirect(`http://evil.example/${token}`),
    'in a redirect on the same origin': redirect(`/${token}/`),
    'in user info of a redirect': redirect(`http://${token}@evil.example/`),
    'in an invalid header line': raw(`HTTP/1.1 200 OK\r\n${token}\r\n\r\n`),
    'in a status line': raw(`HTTP/1.1 400 ${token}\r\ncontent-length: 0\r\n\r\n`),
    'in a next link': json(pageWire([], { next: `/automation/api/job/?t=${token}` })),
    'not at all: a reset': reset,
  };

  async function everyError(client: TestClient): Promise<unknown[]> {
    const acts: readonly (() => Promise<unknown>)[] = [
      () => itemsOf(client.jobs.list()),
      () => client.jobs.get(1),
      () => client.jobs.create({ name: 'A', policies: [1] }),
      () => client.jobs.update(1, { name: 'A' }),
      () => client.groups.replace(1, { name: 'A' }),
      () => client.groups.remove(1),
      () => client.jobs.stop([1]),
    ];
    const errors: unknown[] = [];
    for (const act of acts) await act().catch((error: unknown) => errors.push(error));
    return errors;
  }

  for (const [where, responder] of Object.entries(echoes)) {
    it(`when a server sends it back ${where}`, () =>
      withServer(async (server, client) => {
        server.otherwise(responder);
        const errors = await everyError(client);
        assert.ok(errors.length >= 4);
        for (const error of errors) {
          assertHidden(inspect(error, { depth: 20, showHidden: true }));
          assertHidden(inspect(error));
          assertHidden(JSON.stringify(error));
          if (error instanceof Error) assertHidden(`${error.message}\n${error.stack}`);
          if (isApiError(error)) assertHidden(errorText(error, 'Server', englishLocalizer));
        }
        assert.ok(client.exchanges.length > 0);
        assertHidden(inspect(client.exchanges, { depth: 10 }));
        assertHidden(inspect(client, { depth: 10 }));
      }));
  }

  it('even an old token, after it was renewed', () =>
    withScript(server => {
      let current = token;
      return withClient({ baseUrl: server.url, getToken: () => current }, async client => {
        server.otherwise(json({ detail: `${token} is no longer valid` }, 400));
        await rejection(client.jobs.get(1));
        current = 'renewed-0123456789';
        const error = await rejectionOf(HttpStatusError, client.jobs.get(1));
        assert.equal(error.detail, '••• is no longer valid');
      });
    }));

  function assertHidden(text: string | undefined): void {
    // Part of the token is just as bad; its start, middle and end stand for all parts.
    for (const part of [token.slice(0, 12), token.slice(14, 26), token.slice(-12)]) {
      assert.equal(text?.includes(part) ?? false, false, text);
    }
  }

  it('errors contain their request without its headers and body', () =>
    withScript(
      server =>
        withClient({ baseUrl: server.url }, async client => {
          const error = await rejectionOf(ApiErrorBase, client.jobs.update(1, { name: 'secret name' }));
          assert.deepEqual(error.request, {
            operation: 'updateJob',
            method: 'PATCH',
            origin: server.url,
            path: '/automation/api/job/1/',
          });
          assert.equal(inspect(error, { depth: 20 }).includes('secret name'), false);
        }),
      json({}, 400),
    ));
});

describe('records of exchanges', () => {
  it('contain method, path, status, time, size and attempt', () =>
    withScript(
      server => {
        let nowMs = 0;
        const now = () => {
          nowMs += 5;
          return nowMs;
        };
        return withClient({ baseUrl: server.url, now }, async client => {
          await client.jobs.get(1);
          const whole = JSON.stringify(jobWire(1));
          const first = { method: 'GET', path: '/automation/api/job/1/', durationMs: 5 };
          assert.deepEqual(client.exchanges, [
            { ...first, status: undefined, bytes: 0, attempt: 1, failure: client.exchanges[0]?.failure },
            { ...first, status: 200, bytes: whole.length, attempt: 2, failure: '' },
          ]);
          assert.match(client.exchanges[0]?.failure ?? '', /reset/);
        });
      },
      reset,
      json(jobWire(1)),
    ));
});
