import assert from 'node:assert/strict';
import { History, type HistoryStorage } from '../../../src/contrib/history/common/history.ts';
import { job } from '../../store/support/fakes.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const startMs = Date.UTC(2026, 10, 2);
const keeps = { runs: 50, days: 30 };
const jobs = 40;

/** Stores nothing, always successfully. */
const storage: HistoryStorage = {
  load: async () => [],
  follow: async () => undefined,
  append: async write => {
    const ignore = () => undefined;
    write({ span: ignore, facts: ignore, stopped: ignore, failed: ignore, listRead: ignore });
    return true;
  },
  clear: async () => undefined,
  wasCleared: async () => false,
  changed: () => undefined,
};

/** An hour in which each of these jobs runs for four minutes. */
function watchHour(history: History, hour: number, ids: readonly number[]): void {
  for (const id of ids)
    for (const [minute, word] of ['succeeded', 'queued', 'running', 'running', 'succeeded'].entries()) {
      const atMs = startMs + hour * hourMs + 2 * minute * minuteMs + id;
      history.look(id, { word, earliestMs: atMs, latestMs: atMs });
    }
}

describe('the history of a program that runs for months', () => {
  it('keeps no more after the days that are stored, and always the newest runs', async () => {
    const history = new History({ extraWords: () => new Map(), keeps });
    history.attach(storage);
    await history.load();
    const steady = Array.from({ length: jobs }, (_, index) => index + 1);
    const retained: number[] = [];
    for (let day = 0; day < 60; day++) {
      // Another job each day that is deleted the day after, and another schedule of one job.
      const passing = 1_000 + day;
      history.read(job(1, { params: `DTSTART:20260101T0${day % 10}0000Z` }), startMs + day * 24 * hourMs);
      for (let hour = 24 * day; hour < 24 * (day + 1); hour++) watchHour(history, hour, [...steady, passing]);
      await history.flush();
      const all = [...steady, ...Array.from({ length: day + 1 }, (_, index) => 1_000 + index)];
      retained.push(all.reduce((count, id) => count + history.past(id).spans.length, 0));
    }
    assert.ok(Math.max(...retained.slice(40)) <= 1.05 * Math.max(...retained.slice(0, 40)), retained.join());
    assert.ok(history.facts(1).length <= 40, String(history.facts(1).length));
    assert.equal(history.past(1_000).spans.length, 0);
    for (const id of steady) {
      const runs = history.runs(id);
      assert.ok(runs.length >= keeps.runs, String(runs.length));
      assert.equal(runs.at(-1)?.end.byMs, startMs + (60 * 24 - 1) * hourMs + 8 * minuteMs + id);
      assert.ok(runs.every(({ kind, start }) => kind === 'succeeded' && start.afterMs !== undefined));
    }
  });
});
