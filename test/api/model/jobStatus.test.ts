import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isActive,
  JobStatusSchema,
  statusKind,
  statusKinds,
  statusWordMap,
  wordsByKind,
} from '../../../src/api/model/jobStatus.ts';

describe('statusKind', () => {
  const words: Readonly<Record<string, readonly string[]>> = {
    queued: ['queued', 'In Queue', 'в очереди'],
    running: ['running', 'In-Progress', 'выполняется'],
    succeeded: ['finished', 'Выполнено'],
    failed: ['FAILED', 'timed_out', 'ошибка'],
    stopped: ['Canceled', 'Остановлена'],
    idle: ['never_run', 'не запускалось'],
    unknown: ['', '???', 'not', 'run', 'выполн', '{status}', 'constructor', '__proto__', 'toString'],
  };
  for (const [kind, list] of Object.entries(words)) {
    it(`${kind}: ${list.join(', ')}`, () => {
      for (const word of list) assert.equal(statusKind(word), kind, word);
    });
  }

  it('no word is in the tables twice, and every kind but "unknown" has words', () => {
    const all = wordsByKind.flatMap(([, list]) => list);
    assert.deepEqual(
      all.filter((word, index) => all.indexOf(word) !== index),
      [],
    );
    assert.deepEqual(
      wordsByKind.map(([kind]) => kind),
      statusKinds.filter(kind => kind !== 'unknown'),
    );
    // Each word is recognized as written in its table, so that no entry is unreachable.
    for (const [kind, list] of wordsByKind)
      for (const word of list) assert.equal(statusKind(word), kind, word);
  });

  it('prefers the words in the settings, whatever their spelling', () => {
    const extra = statusWordMap({ Завершён: 'succeeded', running: 'failed' });
    assert.equal(statusKind('ЗАВЕРШЕН', extra), 'succeeded');
    assert.equal(statusKind('running', extra), 'failed');
    assert.equal(statusKind('queued', extra), 'queued');
  });

  it('may change by itself while the job waits or runs, or when its meaning is unknown', () =>
    assert.deepEqual(statusKinds.filter(isActive), ['queued', 'running', 'unknown']));

  it('case, spaces, hyphens and underscores do not matter', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('in progress', 'timed out', 'в очереди', 'не запускалось'),
        fc.constantFrom(' ', '_', '-', '  ', '\t'),
        fc.boolean(),
        (word, gap, upper) => {
          const written = ` ${word.replaceAll(' ', gap)} `;
          assert.equal(statusKind(upper ? written.toUpperCase() : written), statusKind(word));
        },
      ),
    ));
});

describe('JobStatusSchema', () => {
  it('leaves the word unchanged, and reads absence as none', () => {
    assert.deepEqual(JobStatusSchema.parse({ id: 1, name: 'A', status: ' В работе ' }), {
      id: 1,
      status: 'В работе',
    });
    assert.deepEqual(JobStatusSchema.parse({ id: 1 }), { id: 1, status: '' });
    assert.deepEqual(JobStatusSchema.parse({ id: 1, status: null }), { id: 1, status: '' });
  });
});
