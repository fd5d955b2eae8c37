import assert from 'node:assert/strict';
import { type FieldError, HttpStatusError } from '../../src/api/errors/apiError.ts';
import { rejectionOf, scriptToken, startMs, withClient } from '../support/http/clients.ts';
import { bare, body, html, json } from '../support/http/responders.ts';
import { type Responder, withScript } from '../support/http/scriptedServer.ts';

/** A server that rejects a change, and whose reads confirm that nothing has changed. */
async function errorResponse(responder: Responder): Promise<HttpStatusError> {
  let found: HttpStatusError | undefined;
  const unchanged = json({ id: 1, name: 'B' });
  await withScript(
    server =>
      withClient({ baseUrl: server.url, now: () => startMs }, async client => {
        found = await rejectionOf(HttpStatusError, client.jobs.update(1, { name: 'A' }));
        assert.equal(server.received.filter(({ method }) => method === 'PATCH').length, 1);
      }),
    responder,
    unchanged,
  );
  if (found === undefined) throw new Error('The test expects an error response.');
  return found;
}

describe('error bodies (decision 18)', () => {
  const forms: Readonly<Record<string, [Responder, string, (readonly FieldError[])?]>> = {
    '{"detail": …}': [json({ detail: 'Not allowed.' }, 400), 'Not allowed.'],
    '{"message": …}': [json({ message: 'Задачи не найдены' }, 400), 'Задачи не найдены'],
    '{"error": …}': [json({ error: 'broken' }, 400), 'broken'],
    '{"detail": […]}': [json({ detail: ['One.', 'Two.'] }, 400), 'One. Two.'],
    '{"field": […]}': [
      json({ name: ['Too long.', 'Too odd.'] }, 400),
      '',
      [
        { path: ['name'], message: 'Too long.' },
        { path: ['name'], message: 'Too odd.' },
      ],
    ],
    '{"field": "…"}': [json({ name: 'Too long.' }, 400), '', [{ path: ['name'], message: 'Too long.' }]],
    '{"non_field_errors": […]}': [json({ non_field_errors: ['Neither.', 'Nor.'] }, 400), 'Neither. Nor.'],
    'fields and non-field errors together': [
      json({ non_field_errors: ['Neither.'], params: ['Bad.'] }, 400),
      'Neither.',
      [{ path: ['params'], message: 'Bad.' }],
    ],
    'errors of items by their number': [
      json({ peers: { 0: ['Unknown.'], 7: ['Blank.'] } }, 400),
      '',
      [
        { path: ['peers', '0'], message: 'Unknown.' },
        { path: ['peers', '7'], message: 'Blank.' },
      ],
    ],
    'errors of items by their place': [
      json({ items: [{}, { name: ['Blank.'] }] }, 400),
      '',
      [{ path: ['items', 1, 'name'], message: 'Blank.' }],
    ],
    'nested fields': [
      json({ retry: { policy: { count: ['Too many.'] }, non_field_errors: ['No.'] } }, 400),
      '',
      [
        { path: ['retry', 'policy', 'count'], message: 'Too many.' },
        { path: ['retry'], message: 'No.' },
      ],
    ],
    'a list of messages': [json(['One.', 'Two.'], 400), 'One. Two.'],
    'a JSON string': [json('No.', 400), 'No.'],
    'a number': [json(5, 400), '5'],
    null: [json(null, 400), ''],
    'plain text': [body('No\r\nway.', 400), 'No way.'],
    'text that looks like JSON but is not': [body('{"detail": "cut', 400), '{"detail": "cut'],
    'an HTML page': [
      html(
        '\n<!doctype html><html><head><title>Server\n  Error</title></head><script>alert(1)</script>',
        400,
      ),
      'Server Error',
    ],
    'HTML with a heading only': [html('<h1>Bad <b>Request</b></h1>', 400), 'Bad'],
    'HTML without any title': [html('<div>secret</div>', 400), ''],
    XML: [body('<?xml version="1.0"?><error>x</error>', 400), ''],
    'an empty body': [bare(400), ''],
    'a byte order mark and HTML': [body('\uFEFF<html><title>T</title>', 400), 'T'],
    'control and direction characters': [json({ detail: 'a\u202Eb\u0000c\u001b[31m' }, 400), 'ab c [31m'],
  };
  for (const [kind, [responder, detail, fieldErrors]] of Object.entries(forms)) {
    it(`${kind} is understood`, async () => {
      const error = await errorResponse(responder);
      assert.deepEqual([error.status, error.detail], [400, detail]);
      assert.deepEqual(error.fieldErrors, fieldErrors ?? []);
    });
  }

  it('is read for every error status', async () => {
    for (const status of [400, 401, 403, 404, 405, 409, 410, 412, 413, 414, 415, 418, 422, 429, 500, 599]) {
      const error = await errorResponse(json({ detail: 'No.' }, status));
      assert.deepEqual([error.status, error.detail], [status, 'No.']);
    }
  });

  it('long messages are cut, and thousands of errors are counted', async () => {
    const error = await errorResponse(
      json({ detail: 'x'.repeat(100_000), peers: Array.from({ length: 5_000 }, () => 'Bad.') }, 400),
    );
    assert.equal(error.detail.length, 1_000);
    assert.ok(error.fieldErrors.length <= 100);
  });

  it("a 5xx page with many words is not shown: it may be Django's debug page", async () => {
    const page = `OperationalError at /automation/api/job/\n\nSECRET_KEY: ${'x'.repeat(300)}`;
    assert.equal((await errorResponse(body(page, 500))).detail, '');
    assert.equal((await errorResponse(body('down for a moment', 500))).detail, 'down for a moment');
  });
});

describe('error responses that name their request', () => {
  const ids: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string]>> = {
    'x-request-id': [{ 'x-request-id': '4f2c-11:a.b' }, '4f2c-11:a.b'],
    'x-correlation-id': [{ 'x-correlation-id': 'abc' }, 'abc'],
    none: [{}, ''],
    'words instead of an id': [{ 'x-request-id': 'call 555 [x](command:y)' }, ''],
    'a novel instead of an id': [{ 'x-request-id': 'x'.repeat(101) }, ''],
    'the token': [{ 'x-request-id': scriptToken }, '•••'],
  };
  for (const [kind, [headers, expected]] of Object.entries(ids)) {
    it(`${kind}: "${expected}"`, async () => {
      assert.equal((await errorResponse(bare(500, headers))).requestId, expected);
    });
  }

  it('the title of a 500 page is not shown: it may quote a secret', async () => {
    const page = '<title>KeyError: "hunter2" // Debugger</title>';
    assert.equal((await errorResponse(html(page, 500))).detail, '');
  });
});

describe('Retry-After (decision 20)', () => {
  const inTenSeconds = new Date(startMs + 10_000).toUTCString();
  const forms: Readonly<Record<string, [string | undefined, number | undefined]>> = {
    none: [undefined, undefined],
    seconds: ['7', 7_000],
    'seconds with a fraction': ['2.5', 2_500],
    nought: ['0', 1_000],
    'negative seconds': ['-5', 1_000],
    'enormous seconds': ['1000000000', 300_000],
    'more digits than a number has': ['9'.repeat(400), 300_000],
    'a date to come': [inTenSeconds, 10_000],
    'a date long gone': ['Fri, 31 Dec 1999 23:59:59 GMT', 1_000],
    'a date in the far future': ['Fri, 31 Dec 9999 23:59:59 GMT', 300_000],
    'a word': ['soon', undefined],
    nothing: ['', undefined],
    'seconds with a unit': ['5s', undefined],
    hexadecimal: ['0x10', undefined],
  };
  for (const [kind, [header, expected]] of Object.entries(forms)) {
    it(`${kind} (${String(header).slice(0, 30)}) requests a wait of ${String(expected)} ms`, async () => {
      for (const status of [429, 500]) {
        const error = await errorResponse(
          bare(status, header === undefined ? {} : { 'retry-after': header }),
        );
        assert.equal(error.retryAfterMs, expected);
      }
    });
  }

  it('a date is relative to the server’s clock, even if the local clock is wrong', async () => {
    const serverMs = startMs + 7 * 3_600_000;
    const headers = {
      date: new Date(serverMs).toUTCString(),
      'retry-after': new Date(serverMs + 20_000).toUTCString(),
    };
    assert.equal((await errorResponse(bare(429, headers))).retryAfterMs, 20_000);
    const noDate = { ...headers, date: 'yesterday' };
    assert.equal((await errorResponse(bare(429, noDate))).retryAfterMs, 300_000);
  });
});
