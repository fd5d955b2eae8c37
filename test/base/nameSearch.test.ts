import assert from 'node:assert/strict';
import { nearest, searchNames } from '../../src/base/nameSearch.ts';

const entry = (...texts: readonly string[]) => ({
  value: texts[0] ?? '',
  texts: texts.map(text => text.toLowerCase()),
});
const entries = [
  entry('Nightly update', '#12', '12'),
  entry('update', '#7', '7'),
  entry('Updates at night', '#112', '112'),
  entry('PC-042', '10.0.0.42'),
  entry('PC-0421', '10.0.0.43'),
  entry('Backup of Update servers', '#3', '3'),
];
const find = (typed: string, preferred: readonly string[] = [], atMost = 10) =>
  searchNames(entries, typed, {
    atMost,
    isPreferred: index => preferred.includes(entries[index]?.value ?? ''),
    yieldToHost: async () => undefined,
  });

describe('the search for names', () => {
  it('finds whole names before beginnings, words and parts', async () =>
    assert.deepEqual(await find('update'), [
      'update',
      'Updates at night',
      'Nightly update',
      'Backup of Update servers',
    ]));

  it('finds IDs and addresses, and a host name typed in part', async () => {
    assert.deepEqual(await find('12'), ['Nightly update', 'Updates at night']);
    assert.deepEqual(await find('#12'), ['Nightly update']);
    assert.deepEqual(await find('10.0.0.42'), ['PC-042']);
    assert.deepEqual(await find('042'), ['PC-042', 'PC-0421']);
  });

  it('finds the letters of a name in their order, after everything else', async () => {
    assert.deepEqual(await find('bkp'), ['Backup of Update servers']);
    assert.deepEqual(await find('nightly xyz'), []);
  });

  it('finds all words, in any order, and recently visited objects before others that match equally well', async () => {
    assert.deepEqual(await find('update nightly'), ['Nightly update']);
    assert.deepEqual(await find('042', ['PC-0421']), ['PC-0421', 'PC-042']);
    assert.deepEqual((await find('', ['PC-042'], 2))[0], 'PC-042');
  });
});

describe('the search for names among thousands', () => {
  it('yields to other work', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => entry(`Job ${index}`));
    let rests = 0;
    const yieldToHost = async () => {
      rests += 1;
    };
    await searchNames(many, 'job', { atMost: 10, yieldToHost });
    assert.equal(rests, 2);
  });
});

describe('spelling', () => {
  it('finds the word that was meant, if any', () => {
    const words = ['list', 'get', 'status', 'stop', 'check'] as const;
    assert.deepEqual(
      ['lsit', 'lists', 'stauts', 'stp', 'geet', 'delete', 'x', 'y'.repeat(1_000)].map(word =>
        nearest(word, words),
      ),
      ['list', 'list', 'status', 'stop', 'get', undefined, undefined, undefined],
    );
  });
});
