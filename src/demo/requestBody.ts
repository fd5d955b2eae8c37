import type { IncomingMessage } from 'node:http';
import { detail, Problem } from './problem.ts';
import { tooLargePage } from './reply.ts';

/** Django's own default limit for request bodies. */
export const maxBodyBytes = 2_621_440;

/** Reads the body of a request; `tooLong` if it exceeds the limit. Rejects if the client disconnects before the end. */
export async function receiveBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'tooLong'> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    // A body that is too long is read to its end and discarded, because a client that is still sending does not read
    // the response.
    if (length <= maxBytes) chunks.push(bytes);
  }
  return length > maxBytes ? 'tooLong' : Buffer.concat(chunks);
}

/** Parses the body as JSON; an empty body becomes an empty object. */
export function parseBody(bytes: Buffer | 'tooLong', mediaType: string): unknown {
  if (bytes === 'tooLong') throw new Problem(tooLargePage());
  if (bytes.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(mediaType)) {
    throw detail(415, `Unsupported media type "${mediaType}" in request.`);
  }
  return parse(decode(bytes));
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw detail(400, "JSON parse error - 'utf-8' codec can't decode byte: invalid start byte");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw detail(400, `JSON parse error - ${pythonComplaint(text)}`);
  }
}

/** The two most common messages of Python. The exact position is not worth a parser. */
function pythonComplaint(text: string): string {
  if (text.startsWith('\uFEFF'))
    return 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)';
  if (!/^\s*[{["]/.test(text)) return 'Expecting value: line 1 column 1 (char 0)';
  const lines = text.split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `Expecting ',' delimiter: line ${lines.length} column ${column} (char ${text.length})`;
}
