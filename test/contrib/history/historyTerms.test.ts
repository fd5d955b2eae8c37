import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { responseSlices } from '../../../src/base/slices.ts';
import { historyTerms } from '../../../src/contrib/history/common/historyTerms.ts';
import { historyOf } from '../../../src/contrib/history/common/sessionHistory.ts';
import { ScheduleOutlook } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import { searchedTexts } from '../../../src/store/filter/filterSets.ts';
import { englishFilterWords, parseJobFilter } from '../../../src/store/filter/jobFilter.ts';
import { searchJobs } from '../../../src/store/filter/jobSearch.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { hourlyRuns, hourMs, watchRuns } from './support/watchedRuns.ts';

const outlook = new ScheduleOutlook({ serverZone: 'UTC', readerZone: 'UTC', localizer: englishLocalizer });

/** Jobs 1 and 2, of which the first was watched for the last eight hours, in which it failed three times. */
const withWatched = (
  use: (
    ask: (text: string) => Promise<{ readonly found: readonly number[]; readonly texts: readonly string[] }>,
  ) => unknown,
) =>
  withMemoryServer(async ({ memoryServer, session }) => {
    for (const id of [1, 2]) memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [1] });
    await session.jobs.refresh();
    const nowMs = Date.now();
    const fromMs = nowMs - 8 * hourMs;
    watchRuns(historyOf(session), 1, { runs: hourlyRuns(fromMs, 3, 'failed'), fromMs, toMs: nowMs });
    const source = {
      session,
      outlook,
      findReaderZone: () => 'UTC',
      nowMs,
      readStatuses: async () => undefined,
    };
    await use(async text => {
      const filter = parseJobFilter(text, englishFilterWords(historyTerms));
      const found = await searchJobs(filter, source, responseSlices());
      const searched = { ...source, jobs: session.jobs.jobs };
      const texts = await searchedTexts(filter, searched, englishLocalizer);
      return { found: found.map(({ id }) => id), texts };
    });
  });

describe('the terms of the filter about past runs', () => {
  it('find jobs by the runs that were seen', () =>
    withWatched(async ask => {
      const found = async (text: string) => (await ask(text)).found;
      assert.deepEqual(await found('@failed since 6h'), [1]);
      assert.deepEqual(await found('@failed since 5h'), []);
      assert.deepEqual(await found('-@failed since 6h'), [2]);
      assert.deepEqual(await found('@succeeded since 6h'), []);
      assert.deepEqual(await found('-@never'), [1, 2]);
    }));

  it('say of how many jobs runs can be known, in one sentence since the earliest time', () =>
    withWatched(async ask => {
      const texts = async (text: string) => (await ask(text)).texts;
      assert.deepEqual(await texts('Job'), []);
      assert.deepEqual(await texts('@never -@long'), ['1 of 2 jobs were watched.']);
      const [seven = '', ...others] = await texts('@failed since 7h @long since 2h');
      assert.match(seven, /^1 of 2 jobs were watched since .*\d\.$/);
      assert.deepEqual(others, []);
      assert.deepEqual(await texts('@long since 7h @failed since 2h @never'), [seven]);
      assert.match((await texts('@failed since 9h'))[0] ?? '', /^0 of 2 jobs were watched since /);
    }));
});
