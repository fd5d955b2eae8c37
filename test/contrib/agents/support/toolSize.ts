import assert from 'node:assert/strict';

type Definition = readonly [name: string, description: string | undefined, inputSchema: unknown];

/** Fails if a model would have to read more than a few pages before it can choose a tool; a token has about 4 characters. */
export function assertSmall(definitions: readonly Definition[]): void {
  assert.ok(definitions.length <= 11, `${definitions.length} tools`);
  const texts = definitions.map(([name, description, inputSchema]) =>
    JSON.stringify({ name, description, inputSchema }),
  );
  const tokens = Math.ceil(texts.join('').length / 4);
  assert.ok(tokens <= 3_500, `${tokens} tokens`);
}
