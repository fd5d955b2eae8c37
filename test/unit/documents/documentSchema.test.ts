import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import * as z from 'zod';

const { schemaNamed } = await import('../../../src/documents/documentSchema.ts');

const SchemaSchema = z.looseObject({
  $schema: z.string(),
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
});

const schemaOf = (...args: Parameters<typeof schemaNamed>) =>
  SchemaSchema.parse(JSON.parse(schemaNamed(...args)));

describe('the JSON schema', () => {
  for (const [kind, own, other] of [
    ['job', 'policies', 'server_set'],
    ['group', 'server_set', 'policies'],
  ] as const)
    it(`of ${kind}s describes their fields, in documents and in files`, () => {
      for (const name of ['document.json', 'document.json', 'file.json']) {
        const { $schema, properties } = schemaOf(name, kind);
        assert.match($schema, /draft-07/);
        assert.ok((properties[own]?.description ?? '').length > 10, name);
        assert.equal(properties[own]?.['type'], 'array', name);
        assert.equal(properties[other], undefined);
      }
      assert.notEqual(schemaNamed('document.json', kind), schemaNamed('file.json', kind));
    });

  it('of the manifest differs from that of any object', () => {
    const { properties } = schemaOf('manifest.json', 'job');
    assert.deepEqual([properties['name'], properties['policies']], [undefined, undefined]);
    assert.ok(Object.keys(properties).length > 0);
  });
});
