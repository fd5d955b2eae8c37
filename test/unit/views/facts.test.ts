import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { extraFacts, shortList } = await import('../../../src/views/facts.ts');

describe('a list of names in a tooltip', () => {
  it('contains whole names, and the number of the others', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Accounting department ${index}`);
    const text = shortList(names);
    const [listed = '', more] = text.split(/ and (?=\d+ more$)/);
    const shown = listed.split(', ');
    assert.deepEqual(shown, names.slice(0, shown.length));
    assert.ok(shown.length > 10 && text.length < 450, text);
    assert.equal(more, `${60 - shown.length} more`);
  });

  it('is never empty because the first name is long', () => {
    assert.equal(shortList(['x'.repeat(5_000), 'y']).length < 250, true);
    assert.match(shortList(['Fleet, east']), /^Fleet, east$/);
    assert.equal(shortList([]), '');
  });
});

describe('fields that the API does not describe', () => {
  it('have separate rows, including the members of an object, without empty ones', () => {
    const extra = {
      owner: { id: 3, name: 'Ada', address: { city: 'Ulm', street: { name: 'Long', number: 1 } } },
      tags: ['night', 'windows'],
      created: '2026-01-05T03:00:00Z',
      archived: false,
      comment: '',
      parent: null,
      steps: [{ is: 'one' }],
    };
    assert.deepEqual(extraFacts(extra), [
      ['owner.id', '3'],
      ['owner.name', 'Ada'],
      ['owner.address.city', 'Ulm'],
      ['owner.address.street', '{"name":"Long","number":1}'],
      ['tags', 'night, windows'],
      ['created', '2026-01-05T03:00:00Z'],
      ['archived', 'false'],
      ['steps', '[{"is":"one"}]'],
    ]);
  });

  it('are at most twenty, followed by the number of the others', () => {
    const extra = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, index]));
    const facts = extraFacts(extra);
    assert.equal(facts.length, 21);
    assert.deepEqual(facts.at(-1), ['…', '30 more fields']);
  });
});
