import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { untilAborted } from '../../src/base/delay.ts';
import { fileName, shortHash } from '../../src/base/displayText.ts';
import { findDamagedFields } from '../../src/base/json.ts';
import { linkText } from '../../src/base/linkedText.ts';
import { sortInSlices } from '../../src/base/slices.ts';

describe('a sort in slices', () => {
  const byTens = (a: number, b: number) => Math.floor(a / 10) - Math.floor(b / 10);
  const numbersOf = (count: number) => Array.from({ length: count }, (_, index) => (index * 7_919) % 4_001);

  it('has the result of an ordinary stable sort', async () => {
    for (const count of [0, 1, 2, 499, 500, 501, 1_000, 1_500, 4_000]) {
      const items = numbersOf(count);
      const before = [...items];
      assert.deepEqual(await sortInSlices(items, byTens, async () => undefined), [...items].sort(byTens));
      assert.deepEqual(items, before);
    }
  });

  it('yields to other work while it sorts and while it merges', async () => {
    let rests = 0;
    const restsFor = async (count: number) => {
      rests = 0;
      await sortInSlices(numbersOf(count), byTens, async () => {
        rests += 1;
      });
      return rests;
    };
    assert.deepEqual([await restsFor(500), await restsFor(501), await restsFor(1_000)], [0, 1, 2]);
    assert.equal(await restsFor(2_000), 3 + 1 + 1 + 2);
  });
});

describe('the fields with damaged text', () => {
  it('are those that contain the replacement character, at any depth, even in their names', () => {
    const damaged = {
      name: 'a\uFFFD',
      list: ['b', ['\uFFFD']],
      inner: { deep: { 'x\uFFFD': 1 } },
      'y\uFFFD': 0,
    };
    const whole = { text: 'b', number: 1, none: null, inner: { deep: ['c'] } };
    assert.deepEqual(findDamagedFields({ ...whole, ...damaged }), ['inner', 'name', 'list', 'y\uFFFD']);
    assert.deepEqual(
      [findDamagedFields(whole), findDamagedFields(['\uFFFD']), findDamagedFields('\uFFFD')],
      [[], [], []],
    );
  });
});

describe('a name used as a file name', () => {
  it('contains nothing that a path cannot contain', () => {
    for (const [name, expected] of [
      ['Night/ly  \\ back:up*?"<>|%#', 'Night ly back up'],
      ['..', 'job'],
      ['...hidden..', 'hidden'],
      ['v1.2', 'v1.2'],
      [' \n ', 'job'],
      ['\uD83C', '\uFFFD'],
    ] as const)
      assert.equal(fileName(name, 'job'), expected);
    assert.equal(fileName('x'.repeat(200), 'job'), `${'x'.repeat(79)}…`);
    assert.equal(fileName('🌲', 'job'), '🌲', 'a whole character stays');
  });
});

describe('a text with links', () => {
  it('contains its lines, and the position of each link', () => {
    const { text, links } = linkText([
      'First',
      ['see ', { text: 'Job', command: 'open', argument: 7 }, '!'],
      [],
    ]);
    assert.equal(text, 'First\nsee Job!\n\n');
    assert.deepEqual(links, [{ command: 'open', argument: 7, start: 10, end: 13 }]);
    assert.equal(text.slice(10, 13), 'Job');
    assert.deepEqual(linkText([]), { text: '', links: [] });
  });
});

describe('a short hash', () => {
  it('has four characters that stay the same, and that rarely equal those of another text', () => {
    const texts = Array.from({ length: 500 }, (_, index) => `Job ${index} 🌲`);
    const hashes = texts.map(shortHash);
    for (const hash of hashes) assert.match(hash, /^[0-9a-z]{4}$/);
    assert.ok(new Set(hashes).size > 495);
    assert.equal(shortHash('Job'), 'qa2k');
  });
});

describe('work that is awaited until it is canceled', () => {
  it('settles with its result or its failure, or with the reason of an earlier cancel', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    assert.equal(await untilAborted(Promise.resolve(7), signal), 7);
    await assert.rejects(untilAborted(Promise.reject(new Error('failed')), signal), /failed/);
    const hanging = untilAborted(new Promise(() => undefined), signal);
    controller.abort(new Error('enough'));
    await assert.rejects(hanging, /enough/);
    await assert.rejects(untilAborted(new Promise(() => undefined), signal), /enough/);
  });

  it('leaves no listener on the signal when it settles', async () => {
    const { signal } = new AbortController();
    const waiting = untilAborted(Promise.resolve(7), signal);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await waiting;
    await new Promise(setImmediate);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
