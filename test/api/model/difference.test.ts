import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findChangedFields, patchOf } from '../../../src/api/model/difference.ts';
import { asRead, conflictingFields } from '../../../src/api/model/saveDecision.ts';

type Draft = Readonly<Record<string, unknown>>;

const setFields = [
  'groups',
  'dynamic_groups',
  'peers',
  'policies',
  'reports',
  'report_formats',
  'server_set',
];
const ids = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 5 });
const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
const scalar = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null));

/** JSON text has no negative zero, and our equality treats it as zero. */
function withoutMinusNought(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Drafts with few distinct values, so that equal fields are as common as different ones. */
const draft = fc.record(
  {
    name: fc.constantFrom('', 'A', 'B'),
    params: fc.constantFrom('', 'RRULE:FREQ=DAILY'),
    enabled: fc.boolean(),
    groups: ids,
    peers: names,
    policies: ids,
    notify: scalar,
    retry: fc.jsonValue({ maxDepth: 2 }).map(withoutMinusNought),
    order: ids,
  },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<Draft>;

/** A draft as the server interprets it: lists of IDs and names are sets. */
function meaning(value: Draft): Draft {
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) =>
      setFields.includes(key) && Array.isArray(field)
        ? [key, [...new Set<unknown>(field)].sort()]
        : [key, field],
    ),
  );
}

describe('difference of drafts', () => {
  it('the patch from base to edited, applied to base, produces edited', () =>
    fc.assert(
      fc.property(draft, draft, (base, edited) => {
        const ownBase: Draft = base;
        const patched: Draft = { ...ownBase, ...patchOf<Draft>(base, edited) };
        for (const [key, value] of Object.entries(meaning(edited))) {
          assert.deepEqual(meaning(patched)[key], value);
        }
        for (const key of Object.keys(base)) {
          if (!Object.hasOwn(edited, key)) assert.deepEqual(patched[key], ownBase[key]);
        }
      }),
    ));

  it('a patch holds only fields that differ, and all of them', () =>
    fc.assert(
      fc.property(draft, draft, (base, edited) => {
        const patch = patchOf<Draft>(base, edited);
        assert.deepEqual(Object.keys(patch).sort(), findChangedFields(base, edited).sort());
        const [left, right] = [meaning(base), meaning(edited)];
        for (const key of Object.keys(edited)) {
          const isSame = Object.hasOwn(base, key) && same(left[key], right[key]);
          assert.equal(Object.hasOwn(patch, key), !isSame, key);
        }
      }),
    ));

  it('nothing differs from itself, or from its own lists in another order or with repeats', () =>
    fc.assert(
      fc.property(draft, base => {
        assert.deepEqual(findChangedFields(base, structuredClone(base)), []);
        const shuffled = Object.fromEntries(
          Object.entries(base).map(([key, value]) =>
            setFields.includes(key) && Array.isArray(value)
              ? [key, [...value, ...value].reverse()]
              : [key, value],
          ),
        );
        assert.deepEqual(findChangedFields(base, shuffled), []);
      }),
    ));

  it('the order of a list that the API does not describe matters', () => {
    assert.deepEqual(findChangedFields({ order: [1, 2] }, { order: [2, 1] }), ['order']);
    assert.deepEqual(findChangedFields({ order: [1] }, { order: [1, 1] }), ['order']);
    assert.deepEqual(findChangedFields({ retry: { codes: [1, 2] } }, { retry: { codes: [2, 1] } }), [
      'retry',
    ]);
  });

  it('a list of IDs and a list of their texts differ', () => {
    assert.deepEqual(findChangedFields({ groups: [1] }, { groups: ['1'] }), ['groups']);
  });

  it('there is no conflict when only one side changed, or both made the same change', () =>
    fc.assert(
      fc.property(draft, draft, (base, other) => {
        assert.deepEqual(conflictingFields(asRead(base), other, base), []);
        assert.deepEqual(conflictingFields(asRead(base), base, other), []);
        assert.deepEqual(conflictingFields(asRead(base), other, { ...base, ...other }), []);
      }),
    ));

  it('a conflict is a field that both sides changed to different values', () =>
    fc.assert(
      fc.property(draft, draft, draft, (base, edited, server) => {
        const [from, mine, theirs] = [meaning(base), meaning(edited), meaning(server)];
        const expected = Object.keys(edited).filter(
          key =>
            !same(from[key], mine[key]) && !same(from[key], theirs[key]) && !same(mine[key], theirs[key]),
        );
        assert.deepEqual(conflictingFields(asRead(base), edited, server), expected);
      }),
    ));

  it('a `__proto__` key in a document stays a field, and reaches no prototype', () => {
    const edited: unknown = JSON.parse('{"__proto__": {"polluted": true}, "name": "B"}');
    assert.ok(typeof edited === 'object' && edited !== null);
    const patch = patchOf<Draft>({ name: 'A' }, { ...edited });
    assert.equal(Object.getPrototypeOf(patch), Object.prototype);
    assert.equal('polluted' in patch, false);
  });
});

function same(a: unknown, b: unknown): boolean {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

describe('lists that are sets to the server', () => {
  it('are equal in any order and with repeats, even when entries are objects', () => {
    const changed = (a: unknown, b: unknown, field = 'policies') =>
      findChangedFields({ [field]: a }, { [field]: b });
    assert.deepEqual(changed([1, 2], [2, 1, 1]), []);
    assert.deepEqual(changed([{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }, { id: 2 }]), []);
    assert.deepEqual(changed([{ id: 1 }, 2], [2, { id: 1 }]), []);
    assert.deepEqual(changed([1, 2], [1, 3]), ['policies']);
    assert.deepEqual(changed([1], [1, 2]), ['policies']);
    assert.deepEqual(changed([{ id: 1 }], [{ id: 2 }]), ['policies']);
    assert.deepEqual(changed([1, 2], [{ id: 1 }, { id: 2 }]), ['policies']);
    assert.deepEqual(changed([1], ['1']), ['policies']);
    assert.deepEqual(changed([1, 2], [2, 1], 'order'), ['order']);
    assert.deepEqual(changed([1], 1), ['policies']);
  });
});
