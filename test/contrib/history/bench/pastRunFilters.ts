import { englishLocalizer } from '../../../../src/base/localizer.ts';
import { History } from '../../../../src/contrib/history/common/history.ts';
import {
  type HistoryCondition,
  hasRun,
  type PastRunSource,
} from '../../../../src/contrib/history/common/pastRuns.ts';
import { SpanCollector } from '../../../../src/contrib/history/common/spanTable.ts';
import { ScheduleOutlook } from '../../../../src/recurrence/describe/scheduleOutlook.ts';
import { type BenchRow, limitRow, type Scale } from '../../../bench/benchRow.ts';
import { job } from '../../../store/support/fakes.ts';

const [dayMs, minuteMs] = [86_400_000, 60_000];
const days = 30;
const nowMs = Date.UTC(2026, 10, 20, 12);

/** Filters by past runs of a fleet whose jobs have each run once a day for a month. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const jobs = scale.size(10_000);
  const source = await sourceOf(jobs);
  const rows: BenchRow[] = [];
  const sinceYesterday = { daysAgo: 1, minutes: 0 };
  for (const [term, limitMs] of [
    ['notseen', 3_000],
    ['long', 1_000],
    ['failed', 1_000],
  ] as const) {
    const condition: HistoryCondition = term === 'notseen' ? { term } : { term, since: sinceYesterday };
    for (const [when, limit] of [
      ['first time', limitMs],
      ['again', 500],
    ] as const) {
      const startMs = performance.now();
      let found = 0;
      for (let id = 1; id <= jobs; id++) if (hasRun(id, condition, source)) found++;
      if (found === 0 && term !== 'long') throw new Error(`@${term} found nothing`);
      const name = `@${term} among ${jobs.toLocaleString('en')} jobs with ${days} runs each, ${when}`;
      rows.push(limitRow(name, 'ms', performance.now() - startMs, limit));
    }
  }
  return rows;
}

async function sourceOf(jobs: number): Promise<PastRunSource> {
  const collector = new SpanCollector();
  const history = new History({ extraWords: () => new Map() });
  const startOf = (id: number, day: number) => nowMs - day * dayMs - ((id * 7_919_000) % dayMs);
  for (let day = days; day > 0; day--) {
    for (let id = 1; id <= jobs; id++) {
      const startMs = startOf(id, day);
      const span = (word: string, firstMs: number, lastMs: number, largestGapMs: number) =>
        collector.add(id, { word, firstMs, lastMs, largestGapMs, slackMs: 30, writer: 'a service' });
      if ((id + day) % 50 === 0) {
        span('succeeded', startMs - 60 * minuteMs, startMs + 20 * minuteMs, 40_000);
        continue;
      }
      span('succeeded', startMs - 60 * minuteMs, startMs - 3_000, 60_000);
      span('running', startMs + 5_000, startMs + 230_000, 13_500);
      span(
        (id + day) % 20 === 0 ? 'failed' : 'succeeded',
        startMs + 241_000,
        startMs + 20 * minuteMs,
        40_000,
      );
    }
  }
  history.attach({
    load: async sink => {
      for (let id = 1; id <= jobs; id++) {
        const time = new Date(startOf(id, days)).toISOString().replace(/[-:]|\.\d+/g, '');
        const readMs = startOf(id, days) - dayMs;
        const facts = job(id, { params: `DTSTART:${time}\nRRULE:FREQ=DAILY` });
        history.read(facts, readMs);
      }
      sink.listRead(nowMs);
      return collector.end();
    },
    follow: async () => undefined,
    append: async () => true,
    clear: async () => undefined,
    wasCleared: async () => false,
    changed: () => undefined,
  });
  await history.load();
  const outlook = new ScheduleOutlook({ serverZone: 'UTC', readerZone: 'UTC', localizer: englishLocalizer });
  return { history, outlook, nowMs };
}
