import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fingerprintOf } from '../../../src/api/model/serverFingerprint.ts';
import { History } from '../../../src/contrib/history/common/history.ts';
import { SpanCollector } from '../../../src/contrib/history/common/spanTable.ts';
import { job } from '../../store/support/fakes.ts';
import { spansOf, watchedRuns } from './support/trueRuns.ts';

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 10, 2, 12);

function newHistory(): History {
  return new History({ extraWords: () => new Map([['geht los', 'running']]) });
}

const lookAt = (history: History, minute: number, word: string, jobId = 1) => {
  const atMs = startMs + minute * minuteMs;
  history.look(jobId, { word, earliestMs: atMs, latestMs: atMs });
};

describe('a history', () => {
  it('understands the user’s own status words', () => {
    const history = newHistory();
    for (const [minute, word] of ['succeeded', 'Geht los', 'failed'].entries()) lookAt(history, minute, word);
    assert.deepEqual(history.runs(1).at(-1)?.kind, 'failed');
  });

  it('reports a job when its status changes, not each look at it', () => {
    const history = newHistory();
    const changes: (readonly number[])[] = [];
    history.onDidChange(ids => changes.push(ids));
    for (const [minute, word] of ['running', 'running', 'failed'].entries()) lookAt(history, minute, word);
    assert.deepEqual(changes, [[1], [1]]);
  });

  it('has one run across midnight', () => {
    const history = newHistory();
    lookAt(history, 700, 'succeeded');
    for (let minute = 710; minute < 740; minute += 0.5) lookAt(history, minute, 'running');
    lookAt(history, 740, 'succeeded');
    assert.equal(history.runs(1).length, 1);
    assert.equal(history.past(1).spans.length, 4);
  });

  it('does not know whether somebody looked while the clock jumped', () => {
    const history = newHistory();
    for (const minute of [0, 1, 2]) lookAt(history, minute, 'succeeded');
    history.cut();
    for (const minute of [3, 4]) lookAt(history, minute, 'succeeded');
    const gaps = history
      .past(1)
      .spans.map(({ firstMs, lastMs }) => [firstMs, lastMs].map(ms => (ms - startMs) / minuteMs));
    assert.deepEqual(gaps, [
      [0, 2],
      [3, 4],
    ]);
  });

  it('begins anew when the ID belongs to another job', () => {
    const history = newHistory();
    history.read(job(1, { name: 'Backup', policies: [1], params: 'RRULE:FREQ=DAILY' }), startMs);
    for (const [minute, word] of ['succeeded', 'running', 'failed'].entries()) lookAt(history, minute, word);
    history.read(
      job(1, { name: 'Backup 2', policies: [1], params: 'RRULE:FREQ=DAILY' }),
      startMs + 3 * minuteMs,
    );
    assert.equal(history.runs(1).length, 1);
    assert.equal(history.past(1).facts.length, 2);
    history.read(job(1, { name: 'Inventory', policies: [2] }), startMs + 4 * minuteMs);
    lookAt(history, 5, 'never run');
    assert.deepEqual(
      history.past(1).spans.map(({ word }) => word),
      ['never run'],
    );
    assert.deepEqual(
      history.past(1).facts.map(({ facts }) => facts.name),
      ['Inventory'],
    );
    assert.deepEqual(history.runs(1), []);
  });

  it('knows until when a job was as it was read, also from reading the whole list', () => {
    const history = newHistory();
    history.read(job(1), startMs);
    history.read(job(1), startMs + minuteMs);
    history.listRead(startMs + 2 * minuteMs);
    history.read(job(1, { enabled: false }), startMs + 3 * minuteMs);
    assert.deepEqual(
      history.past(1).facts.map(({ readMs, confirmedMs }) => [readMs - startMs, confirmedMs - startMs]),
      [
        [0, 2 * minuteMs],
        [3 * minuteMs, 3 * minuteMs],
      ],
    );
  });

  it('knows which runs this program stopped, and which looks failed', () => {
    const history = newHistory();
    for (const [minute, word] of ['running', 'stopped', 'running', 'stopped'].entries())
      lookAt(history, minute, word);
    history.stopped([1], startMs + 150_000);
    assert.deepEqual(
      history.runs(1).map(run => run.isStoppedByUs),
      [false, true],
    );
    history.failed(undefined, startMs);
    history.failed(undefined, startMs + minuteMs);
    history.failed(2, startMs + minuteMs);
    assert.deepEqual(history.failures(1, startMs, startMs + minuteMs), [
      { jobId: undefined, firstMs: startMs, lastMs: startMs + minuteMs },
    ]);
  });

  it('is stored in the same folder whoever writes the URL of the server', () => {
    assert.equal(fingerprintOf('https://a.example/x/'), fingerprintOf('https://A.example:443/x'));
    assert.notEqual(fingerprintOf('https://a.example/x'), fingerprintOf('https://a.example/y'));
  });
});

describe('a table of spans', () => {
  it('contains each span of each job once, and of longer versions the longest', () => {
    fc.assert(
      fc.property(watchedRuns(), ({ looks }) => {
        const collector = new SpanCollector();
        for (const [jobId, seen] of looks.entries()) {
          for (const end of [seen.length >> 1, seen.length])
            for (const span of spansOf(seen.slice(0, end)).slice(-1)) collector.add(jobId, span);
          for (const span of spansOf(seen)) collector.add(jobId, span);
        }
        const tables = collector.end();
        for (const [jobId, seen] of looks.entries()) {
          const keys = new Set(tables.flatMap(table => table.spans(jobId)).map(span => JSON.stringify(span)));
          for (const span of spansOf(seen)) assert.ok(keys.has(JSON.stringify(span)));
        }
        assert.deepEqual(
          tables.flatMap(table => table.spans(99)),
          [],
        );
      }),
    );
  });
});
