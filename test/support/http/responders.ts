import type { ServerResponse } from 'node:http';
import type { Responder } from './scriptedServer.ts';

type Headers = Readonly<Record<string, string>>;

/** A value as JSON. */
export function json(value: unknown, status = 200, headers: Headers = {}): Responder {
  return body(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

/** A body as is, with its length declared. */
export function body(content: string | Buffer, status = 200, headers: Headers = {}): Responder {
  return ({ response }) => {
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(content)), ...headers });
    response.end(content);
  };
}

/** A body in chunks, without a length; each chunk is one write. */
export function chunked(
  chunks: readonly (string | Buffer)[],
  status = 200,
  headers: Headers = {},
): Responder {
  return async ({ response }) => {
    response.writeHead(status, headers);
    for (const chunk of chunks) await write(response, chunk);
    response.end();
  };
}

export function html(page: string, status = 200, headers: Headers = {}): Responder {
  return body(page, status, { 'content-type': 'text/html; charset=utf-8', ...headers });
}

export function redirect(location: string, status = 302): Responder {
  return body('', status, { location });
}

/** Only a status and these headers. */
export function bare(status: number, headers: Headers = {}): Responder {
  return ({ response }) => {
    response.writeHead(status, headers).end();
  };
}

/** The connection is reset before the first byte of a response. */
export const reset: Responder = ({ request }) => {
  request.socket.resetAndDestroy();
};

/** The connection is closed cleanly, but without a response. */
export const hangUp: Responder = ({ request }) => {
  request.socket.end();
};

/** Headers that announce all of `content`, then only its first `length` bytes, then the end. */
export function truncated(content: string, length: number): Responder {
  return async ({ request, response }) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(content)),
    });
    await write(response, Buffer.from(content).subarray(0, length));
    request.socket.destroy();
  };
}

/** Bytes that may not be valid HTTP. */
export function raw(bytes: string | Buffer): Responder {
  return ({ request }) => {
    request.socket.end(bytes);
  };
}

/** Headers at once, then nothing more until the client disconnects. */
export const stallInBody: Responder = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":');
};

/** The head at once, then one more `part` every few milliseconds until the client disconnects. */
export function drip(head: string, part: string): Responder {
  return ({ request: { socket } }) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(part), 5);
    socket.once('close', () => clearInterval(timer)).on('error', () => undefined);
  };
}

/** No response at all until the client disconnects. */
export const silence: Responder = () => undefined;

/** Responds when `gate` resolves. */
export function after(gate: Promise<unknown>, responder: Responder): Responder {
  return async exchange => {
    await gate;
    await responder(exchange);
  };
}

function write(response: ServerResponse, chunk: string | Buffer): Promise<void> {
  return new Promise(resolve => {
    // A client that has disconnected is not an error in the script.
    response.write(chunk, () => resolve());
  });
}
