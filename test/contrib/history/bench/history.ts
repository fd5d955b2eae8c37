import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../../../../src/base/clock.ts';
import { History } from '../../../../src/contrib/history/common/history.ts';
import { HistoryFiles } from '../../../../src/contrib/history/common/historyFiles.ts';
import { headLine, LineEncoder } from '../../../../src/contrib/history/common/historyLines.ts';
import { type BenchRow, limitRow, type Scale } from '../../../bench/benchRow.ts';
import { longestBlockMs } from '../../../bench/longestBlock.ts';
import { range, SimulatedFleet, seededRandom } from '../../../store/support/simulatedFleet.ts';

const dayMs = 86_400_000;
const days = 90;
const minuteMs = 60_000;

/** Storing looks, reading the runs of a large fleet, and how many runs of watched jobs are seen at all. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'da-bench-'));
  try {
    return [
      limitRow('a look, with its share of writing the file', 'µs', await lookMicros(folder, scale), 20),
      ...(await reading(folder, scale)),
      await seenShare(scale),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openHistory(folder: string) {
  const history = new History({ extraWords: () => new Map() });
  const files = new HistoryFiles(history, {
    folder,
    clock: systemClock,
    limits: () => ({ days, bytes: 1e9 }),
    onFailure: error => {
      throw error;
    },
    onNewer: () => undefined,
  });
  return { history, files };
}

async function lookMicros(folder: string, scale: Scale): Promise<number> {
  const { history, files } = openHistory(join(folder, 'looks'));
  await history.load();
  const jobs = scale.size(10_000);
  const start = performance.now();
  const rounds = 50;
  for (let round = 0; round < rounds; round++) {
    for (let id = 1; id <= jobs; id++) {
      const atMs = Date.now() + round * 15_000;
      const word = (round + id) % 10 === 0 ? 'running' : 'succeeded';
      history.look(id, { word, earliestMs: atMs, latestMs: atMs + 20 });
    }
    await files.flush();
  }
  const micros = ((performance.now() - start) * 1_000) / (rounds * jobs);
  await files.close();
  return micros;
}

/** Each of 10,000 jobs runs once a day for 90 days. */
async function reading(folder: string, scale: Scale): Promise<BenchRow[]> {
  const own = join(folder, 'reading');
  const jobs = scale.size(10_000);
  await mkdir(own);
  const firstDay = Math.floor(Date.now() / dayMs) - days;
  for (let day = 0; day < days; day++) {
    const lines = [headLine('joined')];
    const encoder = new LineEncoder(line => void lines.push(line));
    for (let id = 1; id <= jobs; id++) {
      const startMs = (firstDay + day) * dayMs + ((id * 7_919) % (dayMs - 3_600_000));
      const span = (word: string, firstMs: number, lastMs: number, gapMs: number) =>
        encoder.span(id, { word, firstMs, lastMs, largestGapMs: gapMs, slackMs: 30, writer: `${id % 3}` });
      span('succeeded', startMs - 60_000, startMs - 3_000, 57_000);
      span('running', startMs + 5_000, startMs + 230_000, 13_500);
      span('succeeded', startMs + 241_000, startMs + 240_970, 0);
    }
    const name = new Date((firstDay + day) * dayMs).toISOString().slice(0, 10);
    await writeFile(join(own, `${name}.jsonl`), `${lines.join('\n')}\n`);
  }
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage();
  const { history, files } = openHistory(own);
  const start = performance.now();
  const blockMs = await longestBlockMs(() => history.load());
  const readMs = performance.now() - start;
  collect();
  const after = process.memoryUsage();
  const grown = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  if (history.runs(1).length !== days) throw new Error(`${history.runs(1).length} runs of a job were read`);
  await files.close();
  return [
    limitRow('read 900,000 runs, in the background', 'ms', readMs, 5_000),
    limitRow('longest block of the host meanwhile', 'ms', blockMs, 16),
    limitRow('memory that they take', 'MB', grown / 1_000_000, 60),
  ];
}

/** 1,000 watched jobs, whose runs of 4 minutes begin at any time of the day, within the budget of requests. */
async function seenShare(scale: Scale): Promise<BenchRow> {
  const fleet = new SimulatedFleet({ jobs: 1_000 });
  const hours = scale.size(3);
  const random = seededRandom(2);
  const planned = range(1, 1_000).map(id => ({ id, atMs: 10 * minuteMs + random() * 24 * 60 * minuteMs }));
  for (const { id, atMs } of planned) fleet.runs.set(id, atMs);
  fleet.monitor.setInterest('watched', range(1, 1_000));
  const due = planned.filter(({ atMs }) => atMs < hours * 60 * minuteMs - 15 * minuteMs);
  const seen = new Set<number>();
  fleet.monitor.onDidChange(ids => {
    for (const id of ids) if (fleet.monitor.get(id)?.kind === 'running') seen.add(id);
  });
  for (const { id, atMs } of due) {
    fleet.clock.schedule(atMs + 2_000, () => void fleet.statuses.set(id, 'running'));
    fleet.clock.schedule(atMs + 242_000, () => void fleet.statuses.set(id, 'finished'));
  }
  await fleet.pass(hours * 60 * minuteMs);
  const share = due.length === 0 ? 100 : (100 * due.filter(({ id }) => seen.has(id)).length) / due.length;
  const name = 'runs seen of 1,000 watched jobs that run once a day for 4 minutes';
  return { name, value: share, unit: '%', goal: '≥ 95 %', ok: share >= 95 };
}
