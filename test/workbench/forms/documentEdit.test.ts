import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FormChange } from '../../../src/pages/protocol/pageMessages.ts';
import { editDocumentText, smallestReplacement } from '../../../src/workbench/forms/documentEdit.ts';

const text = `{
  "name": "Nightly",
  "enabled": true,
  "groups": [
    1,
    2
  ],
  "peers": [],
  "notify": { "mail":   "a@b" }
}
`;

function changed(change: FormChange, before = text): string {
  const after = editDocumentText(before, change, '\n');
  assert.ok(after !== undefined);
  return after;
}

describe('a change made in a form', () => {
  it('changes only the value of its field', () => {
    const after = changed({ kind: 'text', field: 'name', value: 'Weekly "A"' });
    assert.equal(after, text.replace('"Nightly"', '"Weekly \\"A\\""'));
  });

  it('keeps formatting, and fields that are not in the form', () => {
    const after = changed({ kind: 'flag', field: 'enabled', value: false });
    assert.equal(after, text.replace('true', 'false'));
  });

  it('adds and removes thousands at once', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `pc-${index}`);
    const full = changed({ kind: 'add', field: 'peers', items: many });
    assert.deepEqual(JSON.parse(full).peers, many);
    const emptied = changed({ kind: 'remove', field: 'peers', items: many }, full);
    assert.deepEqual(JSON.parse(emptied).peers, []);
  });

  it('omits an empty dn', () => {
    const before = '{\n  "name": "A",\n  "dn": "CN=A"\n}\n';
    assert.equal(changed({ kind: 'text', field: 'dn', value: '' }, before), '{\n  "name": "A"\n}\n');
  });

  it('indents as the document does, or by two spaces when it is not indented', () => {
    const enabled = (before: string) => changed({ kind: 'flag', field: 'enabled', value: true }, before);
    assert.equal(enabled('{}'), '{\n  "enabled": true\n}');
    for (const indent of ['    ', '\t', '   '])
      assert.equal(
        enabled(`{\n${indent}"name": "A"\n}`),
        `{\n${indent}"name": "A",\n${indent}"enabled": true\n}`,
      );
  });

  it('never changes text that is not a JSON object', () => {
    for (const broken of ['', '{', '[]', 'null', '{"a": 1,}', '"x"']) {
      assert.equal(editDocumentText(broken, { kind: 'text', field: 'name', value: 'x' }, '\n'), undefined);
    }
  });

  it('has the same effect as the change of the value, for any document and any members', () => {
    const names = fc.uniqueArray(fc.string(), { maxLength: 30 });
    fc.assert(
      fc.property(fc.string(), names, names, fc.boolean(), (name, peers, items, isRemoval) => {
        const before = JSON.stringify({ name, peers, extra: { name } }, undefined, 2);
        const kind = isRemoval ? 'remove' : 'add';
        const after = JSON.parse(changed({ kind, field: 'peers', items }, before));
        const expected = isRemoval
          ? peers.filter(peer => !items.includes(peer))
          : [...peers, ...items.filter(item => !peers.includes(item))];
        assert.deepEqual(after, { name, peers: expected, extra: { name } });
      }),
    );
  });
});

describe('the smallest replacement', () => {
  it('never splits a surrogate pair', () => {
    assert.deepEqual(smallestReplacement('a😀b', 'a😁b'), { offset: 1, length: 2, text: '😁' });
    assert.deepEqual(smallestReplacement('😀', '😀😀'), { offset: 2, length: 0, text: '😀' });
    assert.deepEqual(smallestReplacement('a\u{1F600}b', 'a\u{1FA00}b'), {
      offset: 1,
      length: 2,
      text: '\u{1FA00}',
    });
  });

  it('turns the first text into the second', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const replacement = smallestReplacement(before, after);
        const { offset, length, text: inserted } = replacement ?? { offset: 0, length: 0, text: '' };
        assert.equal(before.slice(0, offset) + inserted + before.slice(offset + length), after);
      }),
    );
  });
});
