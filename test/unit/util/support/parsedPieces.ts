import assert from 'node:assert/strict';
import { ByteSegments } from '../../../../src/util/byteSegments.ts';
import { parseJsonPieces } from '../../../../src/util/jsonPieces.ts';
import { Slices } from '../../../../src/util/slices.ts';

export const pieceBytes = 32 * 1024;
/** Longer than a piece. */
export const long = 'x'.repeat(pieceBytes);

/** The parsed text, and how often other work could run in the meantime. */
export async function parsed(text: string | Uint8Array) {
  const bytes = new ByteSegments();
  bytes.add(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  let rests = 0;
  const yieldToHost = async () => {
    rests += 1;
    if (rests > 10_000) throw new Error('it makes no progress');
  };
  const value = await parseJsonPieces(bytes, new Slices({ sliceMs: 0, steadyMs: () => 0, yieldToHost }));
  return { value, rests };
}

/** The name and code of the error with which the text is rejected. */
export const rejection = (text: string) =>
  parsed(text).then(
    () => assert.fail(`parsed: ${text.slice(0, 40)}`),
    (error: unknown) => {
      assert.ok(error instanceof SyntaxError, String(error));
      return [error.name, 'code' in error ? error.code : undefined];
    },
  );
