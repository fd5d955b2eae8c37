import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedText, smallestReplacement } from '../../../src/forms/documentEdit.ts';
import type { FormChange } from '../../../src/protocol/formChange.ts';

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
  const after = changedText(before, change, '\n');
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

  it('adds a field that the text leaves out', () => {
    const after = changed({ kind: 'flag', field: 'run_on_start', value: true });
    assert.deepEqual(JSON.parse(after), { ...JSON.parse(text), run_on_start: true });
  });

  it('adds members at the end of a list, each once', () => {
    const after = changed({ kind: 'add', field: 'groups', items: [3, 2, 4, 3] });
    assert.deepEqual(JSON.parse(after).groups, [1, 2, 3, 4]);
    assert.ok(after.includes('    2,\n    3,\n    4\n  ]'), after);
  });

  it('adds to a list that is empty, missing or not a list', () => {
    const change: FormChange = { kind: 'add', field: 'peers', items: ['pc-1'] };
    for (const before of [text, '{}', '{"peers": null}']) {
      assert.deepEqual(JSON.parse(changed(change, before)).peers, ['pc-1']);
    }
  });

  it('removes members wherever and however often they occur', () => {
    const before = '{"peers": ["a", "b", "a", "c"]}';
    assert.deepEqual(JSON.parse(changed({ kind: 'remove', field: 'peers', items: ['a'] }, before)).peers, [
      'b',
      'c',
    ]);
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

  it('omits no other empty field', () => {
    const before = '{"dn": "x", "name": "A"}';
    assert.equal(changed({ kind: 'text', field: 'name', value: '' }, before), '{"dn": "x", "name": ""}');
    assert.equal(changed({ kind: 'text', field: 'dn', value: 'y' }, before), '{"dn": "y", "name": "A"}');
  });

  it('keeps the formatting of a list when nothing is added or removed', () => {
    const before = '{"peers": ["a",   "b"]}';
    for (const kind of ['add', 'remove'] as const)
      assert.equal(changed({ kind, field: 'peers', items: kind === 'add' ? ['a'] : ['x'] }, before), before);
    assert.equal(changed({ kind: 'remove', field: 'peers', items: ['a'] }, '{}'), '{}');
  });

  it('writes an emptied list on one line, and the first entry of a list on its own', () => {
    const emptied = changed({ kind: 'remove', field: 'peers', items: ['a'] }, '{"peers": [\n  "a"\n]}');
    assert.equal(emptied, '{"peers": []}');
    const filled = changed({ kind: 'add', field: 'peers', items: ['a'] }, emptied);
    assert.equal(filled, '{"peers": [\n    "a"\n  ]}');
  });

  it('rewrites a list as a whole when more than twenty entries are added or removed', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
    for (const [count, isWhole] of [
      [20, false],
      [21, true],
    ] as const) {
      const added = changed({ kind: 'add', field: 'peers', items: many(count) }, '{"peers":["a"]}');
      const full = JSON.stringify({ peers: many(count + 1) });
      const removed = changed({ kind: 'remove', field: 'peers', items: many(count) }, full);
      for (const after of [added, removed]) assert.equal(after.startsWith('{"peers":[\n'), isWhole, after);
      assert.deepEqual(JSON.parse(removed).peers, [`p${count}`]);
    }
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

  it('ends lines as the document does', () => {
    const after = changedText('{}', { kind: 'flag', field: 'enabled', value: true }, '\r\n');
    assert.equal(after, '{\r\n  "enabled": true\r\n}');
  });

  it('never changes text that is not a JSON object', () => {
    for (const broken of ['', '{', '[]', 'null', '{"a": 1,}', '"x"']) {
      assert.equal(changedText(broken, { kind: 'text', field: 'name', value: 'x' }, '\n'), undefined);
    }
  });

  it('indents with tabs when the document does', () => {
    const before = '{\n\t"peers": [\n\t\t"a"\n\t]\n}';
    const after = changed({ kind: 'add', field: 'peers', items: ['b'] }, before);
    assert.equal(after, '{\n\t"peers": [\n\t\t"a",\n\t\t"b"\n\t]\n}');
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
  it('is none for equal texts', () => {
    assert.equal(smallestReplacement('same', 'same'), undefined);
  });

  it('is the differing middle', () => {
    assert.deepEqual(smallestReplacement('abcdef', 'abXdef'), { offset: 2, length: 1, text: 'X' });
    assert.deepEqual(smallestReplacement('aaa', 'aaaa'), { offset: 3, length: 0, text: 'a' });
    assert.deepEqual(smallestReplacement('aaaa', 'aa'), { offset: 2, length: 2, text: '' });
  });

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
