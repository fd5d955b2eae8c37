import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import { Memory, type Unread, type ValueShape } from '../../../src/workbench/platform/memory.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const key = 'watched';

const first: ValueShape<readonly number[]> = {
  key,
  schema: z.array(z.int()),
  fallback: [],
  meaning: () => 'Watched jobs.',
};

/** A later version of the same value: the list became an object, and then its field was renamed. */
const third: ValueShape<{ readonly ids: readonly number[] }> = {
  key,
  schema: z.object({ ids: z.array(z.int()) }),
  upgrades: [old => ({ jobs: old }), old => ({ ids: z.object({ jobs: z.unknown() }).parse(old).jobs })],
  fallback: { ids: [] },
  meaning: () => 'Watched jobs.',
};

function open(memento: FakeMemento) {
  const unread: Unread[] = [];
  const failures: unknown[] = [];
  const memory = new Memory(
    memento,
    found => unread.push(found),
    error => failures.push(error),
  );
  return { memory, unread, failures };
}

describe('stored values', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 5 });
  const json = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

  it('are restored unchanged, even if they were stored without a version', async () =>
    fc.assert(
      fc.asyncProperty(ids, fc.boolean(), async (value, isOld) => {
        const memento = new FakeMemento(isOld ? { [key]: value } : {});
        const { memory, unread } = open(memento);
        if (!isOld) await memory.of(first).set(value);
        assert.deepEqual(open(memento).memory.of(first).get(), value);
        assert.deepEqual(unread, []);
      }),
    ));

  it('are migrated from every older version', async () =>
    fc.assert(
      fc.asyncProperty(ids, fc.constantFrom(0, 1, 2, 3), async (value, version) => {
        const shapes = [value, value, { jobs: value }, { ids: value }];
        const stored = version === 0 ? shapes[0] : { $version: version, value: shapes[version] };
        const memento = new FakeMemento({ [key]: stored });
        const { memory, unread } = open(memento);
        assert.deepEqual(memory.of(third).get(), { ids: value });
        assert.deepEqual(memento.writes, [], 'reading alone writes nothing');
        await memory.of(third).set({ ids: [...value, 7] });
        assert.deepEqual(open(memento).memory.of(third).get(), { ids: [...value, 7] });
        assert.deepEqual(unread, []);
      }),
    ));

  it('are set aside unchanged and reported once if they are invalid', async () =>
    fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 0, max: 3 }), ids, async (value, version, next) => {
        const stored = version === 0 ? value : { $version: version, value };
        const memento = new FakeMemento({ [key]: stored });
        const { memory, unread } = open(memento);
        const read = memory.of(third).get();
        fc.pre(unread.length > 0 && unread[0]?.kind === 'broken');
        assert.deepEqual(read, { ids: [] });
        await memory.of(third).set({ ids: next });
        assert.deepEqual(memory.of(third).get(), { ids: next });
        const again = open(memento);
        assert.deepEqual(again.memory.of(third).get(), { ids: next });
        assert.deepEqual(
          again.memory.aside().map(aside => [aside.key, aside.value]),
          [[key, stored]],
        );
        assert.deepEqual([unread.length, again.unread.length], [1, 0]);
      }),
    ));

  it('are not overwritten if a newer version stored them; new values then last until the window closes', async () =>
    fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 4, max: 1_000 }), async (value, version) => {
        const stored = { $version: version, value };
        const memento = new FakeMemento({ [key]: stored });
        const { memory, unread } = open(memento);
        const remembered = memory.of(third);
        assert.deepEqual(remembered.get(), { ids: [] });
        await remembered.set({ ids: [5] });
        assert.deepEqual(remembered.get(), { ids: [5] });
        assert.deepEqual(memento.get(key), stored);
        assert.deepEqual(
          unread.map(({ kind }) => kind),
          ['newer'],
        );
      }),
    ));

  it('are set aside even if they are overwritten before being read', async () => {
    const memento = new FakeMemento({ [key]: 'no list' });
    const { memory, unread } = open(memento);
    await memory.of(first).set([1]);
    assert.deepEqual(
      memory.aside().map(aside => aside.value),
      ['no list'],
    );
    assert.equal(unread.length, 1);
  });

  it('are set aside up to a limit: the newest twenty, without duplicates', () => {
    const { memory } = open(new FakeMemento());
    for (let number = 0; number < 50; number++) {
      memory.setAside({ ...first, key: `key ${number}` }, { number });
      memory.setAside({ ...first, key: `key ${number}` }, { number });
    }
    const aside = memory.aside();
    assert.equal(aside.length, 20);
    assert.ok(aside.some(({ key, value }) => key === 'key 49' && JSON.stringify(value) === '{"number":49}'));
    memory.setAside({ ...first, key: 'huge' }, 'x'.repeat(5_000_000));
    assert.ok(JSON.stringify(memory.aside()).length < 1_100_000);
  });

  it('are removed when they are cleared, except for those of a newer version', async () => {
    const memento = new FakeMemento();
    const stored = open(memento).memory.of(first);
    await stored.set([1]);
    await stored.clear();
    assert.deepEqual([stored.get(), memento.keys()], [[], []]);
    const newer = new FakeMemento({ [key]: { $version: 9, value: 1 } });
    const own = open(newer).memory.of(first);
    await own.set([1]);
    await own.clear();
    assert.deepEqual([own.get(), newer.keys()], [[], [key]]);
  });

  it('are reported if VS Code cannot store them, without failing', async () => {
    const memento = new FakeMemento();
    memento.failure = new Error('disk full');
    const { memory, failures } = open(memento);
    await memory.of(first).set([1]);
    assert.equal(failures.length, 1);
  });
});
