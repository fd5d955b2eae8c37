import assert from 'node:assert/strict';
import { fromTextKeys, toTextKeys } from '../../../src/api/model/textKeys.ts';

describe('keys in the text of documents', () => {
  it('leave nothing that VS Code’s JSON support acts on', () => {
    const value = { $schema: 'http://evil.example/s', extra: [{ $ref: '#/name' }], name: '$schema' };
    assert.deepEqual(toTextKeys(value), {
      '~$schema': 'http://evil.example/s',
      extra: [{ '~$ref': '#/name' }],
      name: '$schema',
    });
  });

  it('are restored unchanged, whatever they are', () => {
    const keys = ['$schema', '~$schema', '~~$schema', '$', '~', '~a', 'a$', '__proto__', 'constructor', ''];
    const flat = Object.fromEntries(keys.map((key, index) => [key, index]));
    const value = { ...flat, nested: [flat, { deep: flat }] };
    const text = JSON.stringify(toTextKeys(value));
    assert.doesNotMatch(text, /"\$/);
    assert.deepEqual(fromTextKeys(JSON.parse(text)), value);
    assert.deepEqual(
      Object.keys(Object(fromTextKeys(JSON.parse(text)))),
      Object.keys(value),
      'in their order',
    );
  });

  it('are not copied when none of them have a special meaning', () => {
    const value = { name: 'Nightly', groups: [1, 2], extra: { a: [null, true] } };
    assert.equal(toTextKeys(value), value);
    assert.equal(fromTextKeys(value), value);
  });
});
