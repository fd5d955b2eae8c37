import { gzipSync } from 'node:zlib';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import {
  closeAfterCommit,
  type Fault,
  type FaultContext,
  noFault,
  type ProxiedReply,
  resetAfterCommit,
  resetBefore,
  truncateAfterCommit,
} from './faultProxy.ts';

export interface FaultPlace {
  /** An origin that must never receive anything. */
  readonly trap: string;
  /** More than a client accepts in one response. */
  readonly tooManyBytes: number;
}

/** Carried out; what the client receives is built from the response, byte by byte. */
function rawAfterCommit(send: (reply: ProxiedReply, context: FaultContext) => void): Fault {
  return async context => send(await context.forward(), context);
}

/** Carried out; the response is changed on its way. */
function changed(change: (reply: ProxiedReply) => ProxiedReply): Fault {
  return async ({ forward, reply }) => reply(change(await forward()));
}

function withBody(reply: ProxiedReply, body: string | Buffer, headers: Record<string, string> = {}) {
  return { ...reply, body: Buffer.from(body), headers: { ...reply.headers, ...headers } };
}

function changedText(change: (text: string) => string, headers?: Record<string, string>): Fault {
  return changed(reply => withBody(reply, change(reply.body.toString()), headers));
}

/** Inserts members before those of an object; any other value is unchanged. */
function withMembers(members: string): Fault {
  return changedText(text => (text.startsWith('{') ? `{${members},${text.slice(1)}` : text));
}

/** The head of a response as sent over the wire. */
function head({ status }: ProxiedReply, ...lines: readonly string[]): string {
  return `${[`HTTP/1.1 ${status} X`, 'content-type: application/json', ...lines].join('\r\n')}\r\n\r\n`;
}

const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));
const length = ({ body }: ProxiedReply) => `content-length: ${body.length}`;
const chunk = (body: Buffer) => `${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n`;

/** Writes a piece every few milliseconds until the client disconnects. */
function slowly(socket: FaultContext['request']['socket'], pieces: Iterable<string | Buffer>): void {
  const iterator = pieces[Symbol.iterator]();
  const timer = setInterval(() => {
    const { done, value } = iterator.next();
    if (done) clearInterval(timer);
    else socket.write(value);
  }, 2);
  socket.once('close', () => clearInterval(timer));
}

function objectIn(text: string): Record<string, unknown> | undefined {
  const value = text.startsWith('{') ? parseJson(text) : undefined;
  return isRecord(value) ? value : undefined;
}

/** The response of another object of the same kind, as a cache or a faulty gateway might return. */
const otherObject: Fault = changedText(text => {
  const value = objectIn(text);
  if (typeof value?.['id'] !== 'number') return text;
  return JSON.stringify({ ...value, id: value['id'] === 1 ? 2 : 1, name: 'Somebody else’s' });
});

function linked(next: (path: string) => string): Fault {
  return async ({ forward, reply, proxied }) => {
    const original = await forward();
    const value = objectIn(original.body.toString());
    if (value === undefined || !('next' in value)) return reply(original);
    reply(withBody(original, JSON.stringify({ ...value, next: next(proxied.path) })));
  };
}

function page(status: number, headers: Readonly<Record<string, string>> = {}): ProxiedReply {
  const body = Buffer.from(`<!doctype html><title>${status}</title><h1>nginx</h1>`);
  return { status, headers: { 'content-type': 'text/html', ...headers }, body };
}

/** After the client has timed out; the request was carried out long before. */
const late: Fault = async ({ forward, reply, request }) => {
  const original = await forward();
  await new Promise<void>(resolve => request.socket.once('close', () => resolve()));
  reply(original);
};

/** Everything that can go wrong on the way, by name. */
export function wireFaults({ trap, tooManyBytes }: FaultPlace): Readonly<Record<string, Fault>> {
  const elsewhere =
    (status: number, location: string): Fault =>
    ({ reply }) =>
      reply({ status, headers: { location }, body: Buffer.alloc(0) });
  const { port } = new URL(trap);
  return {
    none: noFault,
    'a delay': async ({ forward, reply }) => {
      const original = await forward();
      setTimeout(() => reply(original), 20);
    },
    'a reset before': resetBefore,
    'a reset after': resetAfterCommit,
    'a close without a response': closeAfterCommit,
    'a reset in the headers': rawAfterCommit((_, { request: { socket } }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-ty', () => socket.resetAndDestroy());
    }),
    'a reset in the body': rawAfterCommit((reply, { request: { socket } }) => {
      socket.write(Buffer.concat([Buffer.from(head(reply, length(reply))), half(reply.body)]), () =>
        socket.resetAndDestroy(),
      );
    }),
    'a body cut off, its whole length declared': truncateAfterCommit,
    'a body cut off, its own length declared': changed(reply => withBody(reply, half(reply.body))),
    'chunks that end too soon': rawAfterCommit((reply, { request: { socket } }) => {
      socket.end(head(reply, 'transfer-encoding: chunked') + chunk(half(reply.body)), 'latin1');
    }),
    'chunks that end in order, but with half of it': rawAfterCommit((reply, { request: { socket } }) => {
      socket.end(`${head(reply, 'transfer-encoding: chunked') + chunk(half(reply.body))}0\r\n\r\n`, 'latin1');
    }),
    'a connection closed on one side': rawAfterCommit((reply, { request: { socket } }) => {
      socket.end(Buffer.concat([Buffer.from(head(reply, 'connection: close')), half(reply.body)]));
    }),
    'bytes that are no HTTP': rawAfterCommit((_, { request: { socket } }) => {
      socket.end(Buffer.from([22, 3, 1, 0, 255, 13, 10, 0, 7]));
    }),
    'a body that is no text': changed(reply => withBody(reply, Buffer.from([1, 2, 250, 251, 0, 9]))),
    'another content type': changed(reply => withBody(reply, reply.body, { 'content-type': 'text/html' })),
    'a charset that it is not in': changed(reply =>
      withBody(reply, reply.body, { 'content-type': 'application/json; charset=utf-16' }),
    ),
    'another charset': changed(reply =>
      withBody(reply, Buffer.from(reply.body.toString(), 'utf16le'), { 'content-type': 'application/json' }),
    ),
    'a byte order mark': changedText(text => `\uFEFF${text}`),
    'bytes that are no UTF-8': changed(reply => {
      const at = reply.body.indexOf('"name": "') >= 0 ? reply.body.indexOf('"name": "') + 9 : -1;
      const place = at >= 0 ? at : reply.body.indexOf('"name":"') + 8;
      const body = Buffer.from(reply.body);
      if (place > 8 && body[place] !== 0x22) body[place] = 0xff;
      return withBody(reply, body);
    }),
    'a page of a gateway after it': async ({ forward, reply }) => {
      await forward();
      reply(page(504));
    },
    '429 with seconds': ({ reply }) => reply(page(429, { 'retry-after': '3' })),
    '429 with nonsense': ({ reply }) => reply(page(429, { 'retry-after': '-1e9 soon' })),
    '500 before': ({ reply }) => reply(page(500)),
    '500 after': async ({ forward, reply }) => {
      await forward();
      reply(page(500));
    },
    '502 before': ({ reply }) => reply(page(502)),
    '503 before': ({ reply }) => reply(page(503, { 'retry-after': '1' })),
    'a login page': async ({ forward, reply }) => {
      await forward();
      reply(page(200));
    },
    'a redirect to another port': elsewhere(302, `${trap}/x/`),
    'a redirect to another host': elsewhere(307, `http://localhost:${port}/x/`),
    'a redirect to another scheme': elsewhere(308, `https://127.0.0.1:${port}/x/`),
    'a redirect to sign in': elsewhere(302, '/accounts/login/?next=/'),
    'pages that lead back': linked(path => path),
    'pages elsewhere': linked(() => `${trap}/automation/api/job/?page=2`),
    'a slow drip': rawAfterCommit((reply, { request: { socket } }) => {
      slowly(socket, [head(reply, length(reply)), ...[...reply.body].map(byte => Buffer.of(byte))]);
    }),
    'headers that do not end': rawAfterCommit((_, { request: { socket } }) => {
      slowly(socket, ['HTTP/1.1 200 OK\r\nx: ', ...Array.from({ length: 500 }, () => 'y')]);
    }),
    'no response at all': rawAfterCommit(() => undefined),
    'headers, and then nothing': rawAfterCommit((reply, { request: { socket } }) => {
      socket.write(head(reply, length(reply)));
    }),
    'a response that comes too late': late,
    'a response about another object': otherObject,
    'gzip that nobody asked for': changed(reply =>
      withBody(reply, gzipSync(reply.body), { 'content-encoding': 'gzip' }),
    ),
    'more than is taken': changedText(text => text + ' '.repeat(tooManyBytes)),
    'more than is taken, in chunks': rawAfterCommit((reply, { request: { socket } }) => {
      socket.write(head(reply, 'transfer-encoding: chunked'));
      const spaces = chunk(Buffer.alloc(10_000, ' '));
      slowly(
        socket,
        Array.from({ length: 40 }, () => spaces),
      );
    }),
    'keys that come twice': withMembers('"id":987654321,"name":"twice"'),
    'a prototype': withMembers('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
    'endless nesting': withMembers(`"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  };
}
