import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Arrangement } from '../../../src/store/filter/jobArrangement.ts';
import { filterTerms } from '../../house/support/filterTerms.ts';
import { readTexts } from '../../house/support/manifest.ts';
import { itWith } from '../../support/withContributions.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { l10n } = await import('../../support/vscode/vscodeFake.ts');
const { contributedConditions, englishTerms } = await import('../../../src/store/filter/jobFilter.ts');
const { filterMessage, jobVocabulary, oldStatusesText, readFilter } = await import(
  '../../../src/workbench/trees/filterWords.ts'
);

const filterProblem = (text: string) => jobVocabulary(filterTerms).problemOf(text);

describe('the text of a filter', () => {
  it('has the same terms in the view as in the command line and for agents', () => {
    const words = jobVocabulary(filterTerms).terms.map(([word]) => word);
    assert.deepEqual(words.toSorted(), [...englishTerms(filterTerms)].sort());
  });

  it('also accepts the words of VS Code’s language', () => {
    const texts = readTexts('l10n/bundle.l10n.ru.json');
    const translation = mock.method(l10n, 't', (text: string) => texts[text] ?? text);
    try {
      const text = '@Выполняется @failed @сегодня -@week группа «Склад 2» device PC-1';
      const { statuses, conditions, unknown } = readFilter(text, filterTerms);
      assert.deepEqual([statuses, unknown], [['running', 'failed'], []]);
      assert.deepEqual(conditions, [
        { term: 'today', isNot: false },
        { term: 'week', isNot: true },
        { kind: 'group', name: 'склад 2', isNot: false },
        { kind: 'device', name: 'pc-1', isNot: false },
      ]);
    } finally {
      translation.mock.restore();
    }
  });

  itWith('history', 'can contain a time after a term about runs, in either language', () => {
    const texts = readTexts('l10n/bundle.l10n.ru.json');
    const sinceOf = (text: string) => {
      const filter = readFilter(text, filterTerms);
      const { statuses, words, conditions, unknown } = filter;
      assert.deepEqual([statuses, words, unknown], [[], [], []], text);
      assert.equal(contributedConditions(filter).length, conditions.length, text);
      return contributedConditions(filter).map(({ term, ...condition }) => ({
        ...condition,
        term: term.name,
      }));
    };
    const evening = { daysAgo: 1, minutes: 18 * 60 };
    assert.deepEqual(sinceOf('@failed since last night -@notseen since 3d @never'), [
      { term: 'failed', isNot: false, since: evening },
      { term: 'notseen', isNot: true, since: { agoMs: 3 * 86_400_000 } },
      { term: 'never', isNot: false },
    ]);
    const translation = mock.method(l10n, 't', (text: string) => texts[text] ?? text);
    try {
      assert.deepEqual(sinceOf('@Ошибка с вечера'), [{ term: 'failed', isNot: false, since: evening }]);
      const since = { daysAgo: 1, minutes: 0 };
      assert.deepEqual(sinceOf('-@пропуск со вчера'), [{ term: 'notseen', isNot: true, since }]);
    } finally {
      translation.mock.restore();
    }
  });

  itWith('history', 'has a problem if a time cannot be read, or is missing', () => {
    assert.match(filterProblem('@failed since tomorrow') ?? '', /^“since tomorrow” is no time\. Use /);
    assert.match(filterProblem('@failed since') ?? '', /^“since …” is no time\./);
    assert.deepEqual(readFilter('@today since noon', filterTerms).words, ['since', 'noon']);
  });

  it('has a problem if it contains a term that does not exist', () => {
    assert.equal(
      filterProblem('nightly @Exectuing'),
      'There is no filter term @exectuing. Did you mean @executing?',
    );
    assert.equal(filterProblem('@zzzzzzzz'), 'There is no filter term @zzzzzzzz.');
    for (const text of ['', 'job', '@', 'a@b', '@today @FAILED'])
      assert.equal(filterProblem(text), undefined);
  });
});

describe('the message of a filter', () => {
  /** The message about so many found jobs, of three on the server. */
  const withJobs = (
    use: (
      message: (text: string, found: number, ...searched: readonly string[]) => string | undefined,
      given: Parameters<Parameters<typeof withMemoryServer>[0]>[0],
    ) => Promise<void>,
  ) =>
    withMemoryServer(async given => {
      for (const id of [1, 2, 3]) given.memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [1] });
      await use(
        (text, found, ...searchedTexts) =>
          filterMessage(
            readFilter(text, filterTerms),
            { found, searchedTexts },
            { ...given.context, session: given.session, filterTerms },
          ),
        given,
      );
    });

  itWith('history', 'says what contributions searched', () =>
    withJobs(async (message, { session }) => {
      await session.jobs.refresh();
      assert.equal(
        message('@never', 2, '2 of 3 jobs were watched.'),
        'Filter “@never”: 2 of 3 jobs. 2 of 3 jobs were watched.',
      );
    }),
  );

  it('claims no more than was searched', () =>
    withJobs(async (message, { memoryServer, session }) => {
      memoryServer.pageSize = 2;
      await session.jobs.refresh();
      assert.equal(message('', 2), undefined);
      assert.equal(message('Job', 1), 'Filter “Job”: 1 of 2 jobs.');
      assert.equal(message('Other', 0), 'No job of 2 matches “Other”.');
      await session.jobs.whole();
      assert.equal(message('Job', 3), 'Filter “Job”: 3 of 3 jobs.');
    }));

  it('leaves an empty list to the welcome content, but not one of unreadable jobs', () =>
    withJobs(async (message, { memoryServer, session }) => {
      memoryServer.jobs.clear();
      await session.jobs.refresh();
      assert.equal(message('Job', 0), undefined);
      memoryServer.jobs.set(1, { name: 'Job', policies: 'all' });
      await session.jobs.refresh();
      assert.equal(message('Job', 0), 'No job of 0 matches “Job”.');
    }));

  it('reports a term that does not exist', () =>
    withJobs(async (message, { session }) => {
      await session.jobs.refresh();
      assert.equal(message('@enabeld', 0), 'There is no filter term @enabeld. Did you mean @enabled?');
    }));

  it('of a list that is grouped or sorted by status says since when the oldest is known', () =>
    withJobs(async (_, { session }) => {
      await session.jobs.refresh();
      await session.statuses.read(1);
      const { asOfMs } = session.statuses.get(1) ?? assert.fail();
      const plain = { filter: readFilter('', filterTerms), sort: 'server', grouping: 'none' } as const;
      const text = (arrangement: Partial<Arrangement>, laterMs: number) =>
        oldStatusesText({ ...plain, ...arrangement }, session, asOfMs + laterMs);

      for (const arrangement of [{ grouping: 'status' }, { sort: 'status' }] as const) {
        assert.match(text(arrangement, 600_000) ?? '', /^The oldest status is as of \d\d:\d\d\.$/);
        assert.equal(text(arrangement, 60_000), undefined);
      }
      assert.equal(text({}, 600_000), undefined);
      const filter = readFilter('@failed', filterTerms);
      assert.equal(text({ grouping: 'status', filter }, 600_000), undefined);
    }));

  it('by status says of how many jobs it speaks, and as of when', () =>
    withJobs(async (message, { session }) => {
      await session.jobs.refresh();
      const unread = (count: string) => `The status of ${count} not been read yet.`;
      assert.equal(message('@failed', 0), unread('3 jobs has'));
      await session.statuses.read(1);
      assert.match(
        message('@failed', 0) ?? '',
        /^Filter “@failed”: 0 of 1 jobs, as of [^.]+\. The status of 2/,
      );
      const sweep = session.sweep.run();
      assert.equal(message('@failed', 0), 'Filter “@failed”: 0 jobs; 1 of 3 statuses read.');
      await sweep;
      assert.match(message('@failed', 1) ?? '', /^Filter “@failed”: 1 of 3 jobs, as of [^.]+\.$/);
    }));
});
