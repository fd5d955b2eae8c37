import assert from 'node:assert/strict';
import { type JsonLimits, parseJsonPieces } from '../../../../src/api/transport/jsonPieces.ts';
import { Slices } from '../../../../src/base/slices.ts';

/** So small that short texts reach each limit and each boundary between pieces. */
export const smallLimits: JsonLimits = {
  pieceBytes: 16,
  elements: 50,
  keys: 30,
  depth: 5,
  valueBytes: 200,
};

/** Longer than a piece. */
export const long = 'x'.repeat(smallLimits.pieceBytes);

/** The parsed text, and how often other work could run in the meantime. */
export async function parsed(text: string | Uint8Array, limits: Partial<JsonLimits> = {}) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  let rests = 0;
  const yieldToHost = async () => {
    rests += 1;
    if (rests > 10_000) throw new Error('it makes no progress');
  };
  const slices = new Slices({ sliceMs: 0, steadyMs: () => 0, yieldToHost });
  const value = await parseJsonPieces(bytes, slices, { ...smallLimits, ...limits });
  return { value, rests };
}

/** The name and code of the error with which the text is rejected. */
export const rejection = (text: string, limits: Partial<JsonLimits> = {}) =>
  parsed(text, limits).then(
    () => assert.fail(`parsed: ${text.slice(0, 40)}`),
    (error: unknown) => {
      assert.ok(error instanceof SyntaxError, String(error));
      return [error.name, 'code' in error ? error.code : undefined];
    },
  );
