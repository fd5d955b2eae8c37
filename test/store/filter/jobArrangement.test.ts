import assert from 'node:assert/strict';
import type { Job } from '../../../src/api/model/job.ts';
import { type Arrangement, arrangeJobs } from '../../../src/store/filter/jobArrangement.ts';
import {
  englishFilterWords,
  type FilterFacts,
  noFilter,
  parseJobFilter,
} from '../../../src/store/filter/jobFilter.ts';
import { job } from '../support/fakes.ts';

const nowMs = Date.UTC(2026, 2, 4, 12);
const kinds: Readonly<Record<number, 'running' | 'failed' | 'succeeded'>> = {
  1: 'succeeded',
  2: 'running',
  3: 'failed',
};
const facts: FilterFacts = {
  nowMs,
  statusOf: id => {
    const kind = kinds[id];
    return kind === undefined ? undefined : { word: kind, kind, asOfMs: nowMs };
  },
  hasEnded: ({ id }) => id === 4,
  setOf: condition => new Set('kind' in condition && ['office', 'pc-1'].includes(condition.name) ? [1] : []),
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

const filter = (text: string) => parseJobFilter(text, englishFilterWords([]));

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
    ['@disabled', [1]],
    ['@today', [3]],
    ['@week', [2, 3]],
    ['@unscheduled', [1, 4]],
    [' backup \t 9 ', [2]],
    ['#2 backup', [2]],
    ['@Running', [2]],
    ['GROUP Office backup', [1]],
    ['group office device pc-2', []],
    ['-@ended', [1, 2, 3]],
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
  });
});

describe('an arrangement of jobs', () => {
  it('has jobs of equal rank in the order of the server, and those without one last', async () => {
    const same = [4, 3, 2, 1].map(id =>
      job(id, { name: 'Same', params: id < 3 ? '' : '5', enabled: id > 2 }),
    );
    assert.deepEqual((await arranged({ sort: 'name' }, same)).ids, [4, 3, 2, 1]);
    assert.deepEqual((await arranged({ sort: 'nextRun' }, same)).ids, [4, 3, 2, 1]);
    assert.deepEqual((await arranged({ sort: 'nextRun' }, same.toReversed())).ids, [3, 4, 1, 2]);
    assert.deepEqual((await arranged({ sort: 'enabled' }, same.toReversed())).ids, [3, 4, 1, 2]);
  });

  it('has names in the order of the language, and numbers in them by their value', async () => {
    const named = ['Zebra', 'Ärger', 'b10', 'B9', 'Öl'].map((name, index) => job(index, { name }));
    const inOrder = async (language: string) => {
      const options = { facts, language, yieldToHost: () => Promise.resolve() };
      const found = await arrangeJobs(named, { filter: noFilter, sort: 'name', grouping: 'none' }, options);
      return found.jobs.map(({ name }) => name);
    };
    assert.deepEqual(await inOrder('de'), ['Ärger', 'B9', 'b10', 'Öl', 'Zebra']);
    assert.deepEqual(await inOrder('sv'), ['B9', 'b10', 'Zebra', 'Ärger', 'Öl']);
  });

  it('finds the frequency of the first rule, however it is written', async () => {
    const cases = {
      none: ['', ' \n'],
      DAILY: [
        'rrule:freq=daily',
        'RRULE;X=1:FREQ=DAILY;COUNT=3',
        'DTSTART:20260101T000000Z\r\nRRULE:FREQ=DAILY',
        'RRULE:FREQ=DA\r\n ILY',
        'RRULE:\n\tFREQ=DAILY',
        'FREQ=DAILY',
        ' rrule:freq=daily',
        'X:FREQ=WEEKLY\nINTERVAL=2;FREQ=DAILY',
        'RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY',
        'RRULE:FR\n EQ=DAILY\nRRULE:FREQ=WEEKLY',
      ],
      MONTHLY: ['RRULE:BYDAY=1MO\nFREQ=MONTHLY'],
      dates: ['RDATE:20260101T000000Z', 'RRULES:FREQ=DAILY', 'RRULE:FREQ=SOMETIMES', 'XFREQ=DAILY', 'x'],
    };
    for (const [rhythm, texts] of Object.entries(cases))
      for (const params of texts)
        assert.deepEqual(
          (await arranged({ grouping: 'schedule' }, [job(1, { params })])).sections,
          [[rhythm, [1]]],
          JSON.stringify(params),
        );
  });
});
