import assert from 'node:assert/strict';
import type { Job } from '../../../../src/model/job.ts';
import { type Arrangement, arrangeJobs } from '../../../../src/store/jobs/jobArrangement.ts';
import {
  filterTerms,
  type JobFacts,
  noFilter,
  parseJobFilter,
} from '../../../../src/store/jobs/jobFilter.ts';
import { sortInSlices } from '../../../../src/util/sortInSlices.ts';
import { job } from '../support/fakes.ts';

const nowMs = Date.UTC(2026, 2, 4, 12);
const kinds: Readonly<Record<number, 'running' | 'failed' | 'succeeded'>> = {
  1: 'succeeded',
  2: 'running',
  3: 'failed',
};
const facts: JobFacts = {
  nowMs,
  statusOf: id => {
    const kind = kinds[id];
    return kind === undefined ? undefined : { word: kind, kind, asOfMs: nowMs };
  },
  nextRunMs: ({ params }) => (params === '' ? undefined : nowMs + Number(params)),
};

const jobs = [
  job(1, { name: 'Backup 10', enabled: false, groups: [7, 8] }),
  job(2, { name: 'Backup 9', params: '90000000' }),
  job(3, { name: 'Ёлка', params: '1000', groups: [7] }),
  job(4, { name: 'apps', enabled: undefined }),
];

async function arranged(arrangement: Partial<Arrangement>, of: readonly Job[] = jobs) {
  const { jobs: found, sections } = await arrangeJobs(
    of,
    { filter: noFilter, sort: 'server', grouping: 'none', ...arrangement },
    { facts, language: 'en', yieldToHost: () => Promise.resolve() },
  );
  const ids = found.map(({ id }) => id);
  return { ids, sections: sections?.map(({ key, jobs: members }) => [key, members.map(({ id }) => id)]) };
}

const filter = (text: string) =>
  parseJobFilter(text, {
    termNamed: word => filterTerms.find(term => term === word),
    isHas: word => word === 'has',
  });

describe('arranging jobs', () => {
  for (const [sort, ids] of [
    ['server', [1, 2, 3, 4]],
    ['name', [4, 2, 1, 3]],
    ['status', [2, 3, 1, 4]],
    ['nextRun', [3, 2, 1, 4]],
    ['enabled', [2, 3, 4, 1]],
  ] as const) {
    it(`sorts by ${sort}`, async () => assert.deepEqual((await arranged({ sort })).ids, ids));
  }

  for (const [text, ids] of [
    ['', [1, 2, 3, 4]],
    ['back UP', [1, 2]],
    ['#3', [3]],
    ['@running', [2]],
    ['@running @failed', [2, 3]],
    ['@failed backup', []],
    ['@disabled', [1]],
    ['@today', [3]],
    ['@week', [2, 3]],
    ['@unscheduled', [1, 4]],
    ['@nonsense', []],
  ] as const) {
    it(`filters by “${text}”`, async () =>
      assert.deepEqual((await arranged({ filter: filter(text) })).ids, ids));
  }

  it('groups by status, by target group and by how often they run', async () => {
    assert.deepEqual((await arranged({ grouping: 'status' })).sections, [
      ['running', [2]],
      ['failed', [3]],
      ['succeeded', [1]],
      ['notRead', [4]],
    ]);
    assert.deepEqual((await arranged({ grouping: 'targetGroup' })).sections, [
      ['7', [1, 3]],
      ['8', [1]],
      ['none', [2, 4]],
    ]);
    const texts = [
      'RRULE:FREQ=DAILY',
      'DTSTART:20260101T000000Z\nRRULE:INTERVAL=2;FREQ=WEEKLY',
      'RDATE:x',
      '',
    ];
    const scheduled = texts.map((params, index) => job(index, { params }));
    assert.deepEqual((await arranged({ grouping: 'schedule' }, scheduled)).sections, [
      ['DAILY', [0]],
      ['WEEKLY', [1]],
      ['dates', [2]],
      ['none', [3]],
    ]);
    const odd = [
      'DTSTART:20260101T000000Z\nFREQ=DAILY',
      'RRULE:INTERVAL=2;\r\n FREQ=DAILY',
      ' RRULE:FREQ=DAILY',
      'EXRULE:FREQ=DAILY\nRDATE:20260101T000000Z',
    ].map((params, index) => job(index, { params }));
    assert.deepEqual((await arranged({ grouping: 'schedule' }, odd)).sections, [
      ['DAILY', [0, 1, 2]],
      ['dates', [3]],
    ]);
  });
});

describe('sorting in slices', () => {
  it('sorts like toSorted, stably, and rests on the way', async () => {
    const items = Array.from({ length: 5_003 }, (_, index) => ({ key: (index * 7_919) % 101, index }));
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
    let rests = 0;
    const sorted = await sortInSlices(items, compare, () => {
      rests += 1;
      return Promise.resolve();
    });
    assert.deepEqual(sorted, items.toSorted(compare));
    assert.ok(rests > 10);
    assert.deepEqual(await sortInSlices([], compare, () => Promise.resolve()), []);
  });
});
