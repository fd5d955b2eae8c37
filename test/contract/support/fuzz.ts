import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { isApiError } from '../../../src/api/errors/apiError.ts';
import { errorText } from '../../../src/api/errors/errorText.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { itemsOf, scriptToken, type TestClient, withServer } from '../../support/http/clients.ts';
import type { Responder } from '../../support/http/scriptedServer.ts';
import { deviceWire, groupWire, jobWire, pageWire } from '../../support/http/wire.ts';

/** What a broken or hostile server might send: status, headers and a body, cut off or not. */
interface FuzzedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The connection closes after this many bytes of the body, although the full length is declared. */
  readonly cutAt: number | undefined;
}

const acts: Readonly<Record<string, (client: TestClient) => Promise<unknown>>> = {
  listJobs: client => itemsOf(client.jobs.list()),
  getJob: client => client.jobs.get(1),
  getStatus: client => client.jobs.status(1),
  createJob: client => client.jobs.create({ name: 'A', policies: [1] }),
  updateJob: client => client.jobs.update(1, { enabled: false }),
  replaceJob: client => client.jobs.replace(1, { name: 'A' }),
  deleteJob: client => client.jobs.remove(1),
  stopJobs: client => client.jobs.stop([1]),
  listGroups: client => itemsOf(client.groups.list()),
  updateGroup: client => client.groups.update(1, { name: 'A' }),
};

const hostileText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('[x](command:a)', '<img src=x onerror=alert(1)>', '\u202Egnp', '{0}', '%s', scriptToken),
);
const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  hostileText,
  fc.constantFrom(null, -1, 2 ** 53 + 1, 1e308, '', [], {}, true),
);

/** A valid response with some fields replaced by arbitrary values. */
const mutated = fc
  .tuple(
    fc.constantFrom<Readonly<Record<string, unknown>>>(
      jobWire(1),
      groupWire('A'),
      deviceWire(1),
      pageWire([jobWire(1), jobWire(2)]),
      { id: 1, status: 'running' },
      { detail: 'no' },
    ),
    fc.dictionary(
      fc.constantFrom(
        'id',
        'name',
        'params',
        'peers',
        'results',
        'next',
        'count',
        'status',
        'detail',
        '__proto__',
      ),
      hostileValue,
      { maxKeys: 4 },
    ),
  )
  .map(([good, changes]) => JSON.stringify({ ...good, ...changes }));

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 50_000 }))
  .map(([open, depth]) => open.repeat(depth));

const bodies = fc.oneof(
  mutated.map(text => Buffer.from(text)),
  fc.array(mutated, { maxLength: 5 }).map(list => Buffer.from(`[${list.join(',')}]`)),
  hostileText.map(text => Buffer.from(text)),
  nested.map(text => Buffer.from(text)),
  fc.uint8Array({ maxLength: 2_000 }).map(bytes => Buffer.from(bytes)),
  fc.integer({ min: 1, max: 300_000 }).map(length => Buffer.alloc(length, '[1],')),
);

const replies: fc.Arbitrary<FuzzedReply> = fc
  .record({
    status: fc.oneof(
      fc.constantFrom(200, 201, 204, 301, 302, 304, 307, 400, 401, 403, 404, 409, 413, 429, 500, 502, 503),
      fc.integer({ min: 200, max: 599 }),
    ),
    headers: fc.record(
      {
        'content-type': fc.constantFrom(
          'application/json',
          'text/html',
          'text/plain; charset=utf-16',
          'x',
          '',
        ),
        'content-encoding': fc.constantFrom('gzip', 'br', 'x'),
        'retry-after': fc.constantFrom(
          '0',
          '-1',
          '1e9',
          'soon',
          '99999999999',
          'Thu, 01 Jan 1970 00:00:00 GMT',
        ),
        location: fc.constantFrom('/', '//evil.example/', 'https://evil.example/', 'x:', '::::', '/a/../b'),
        'www-authenticate': fc.constant('Basic realm="x"'),
      },
      { requiredKeys: [] },
    ),
    body: bodies,
    cutAt: fc.option(fc.nat(2_000), { nil: undefined, freq: 6 }),
  })
  .map(({ headers, ...rest }) => ({ ...rest, headers: definedOf(headers) }));

function definedOf(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) found[name] = value;
  return found;
}

/** Long enough for a busy machine; the waits that a response can request take days. */
const limitMs = 60_000;

/** Every call ends with a value or an error that can be shown, whatever the response and the wait it requests. */
export const fuzzProperty = fc.asyncProperty(
  fc.constantFrom(...Object.keys(acts)),
  fc.array(replies, { minLength: 1, maxLength: 4 }),
  (name, script) =>
    withServer(
      async (server, client) => {
        server.queue(...script.map(responderOf));
        const startMs = performance.now();
        const failure: unknown = await (acts[name]?.(client) ?? Promise.resolve()).then(
          () => undefined,
          (error: unknown) => error ?? new Error('rejected with nothing'),
        );
        assert.ok(performance.now() - startMs < limitMs, `${name} took too long`);
        if (failure === undefined) return;
        assert.ok(isApiError(failure), `${name}: ${String(failure)}`);
        const sentence = errorText(failure, 'Server', englishLocalizer);
        assert.ok(sentence.length > 20 && !/undefined|\[object/.test(sentence.slice(0, 60)), sentence);
        assert.equal(sentence.includes(scriptToken), false);
      },
      { timeoutMs: 300 },
    ),
);

function responderOf(reply: FuzzedReply): Responder {
  return ({ request, response }) => send(reply, request, response);
}

function send(
  { status, headers, body, cutAt }: FuzzedReply,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, { ...headers, ...(hasBody ? { 'content-length': String(body.length) } : {}) });
  if (!hasBody || cutAt === undefined || cutAt >= body.length) response.end(hasBody ? body : undefined);
  else response.write(body.subarray(0, cutAt), () => request.socket.destroy());
}
