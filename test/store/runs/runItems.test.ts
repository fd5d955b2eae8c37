import assert from 'node:assert/strict';
import { ConnectionError, NotSentError, OutcomeError } from '../../../src/api/errors/apiError.ts';
import { WriteError } from '../../../src/api/writes/writeResult.ts';
import { JournalError } from '../../../src/store/runs/openRun.ts';
import { runItems } from '../../../src/store/runs/runItems.ts';

const request = { operation: 'updateJob', method: 'PATCH', origin: 'https://a.example', path: '/' } as const;
const outcome = (kind: 'unknown' | 'notDone') => new OutcomeError(request, kind, undefined);

interface Stops {
  readonly window: AbortController;
  readonly user: AbortController;
}
type Run = (item: string, sending: () => Promise<void>, stops: Stops) => Promise<void>;

/** Works through items of a journal in memory. */
function work(items: readonly string[], run: Run, onSent: (item: number) => void = () => undefined) {
  const [window, user] = [new AbortController(), new AbortController()];
  const notes: string[] = [];
  const progress: number[] = [];
  const results = runItems({
    notes: {
      signal: window.signal,
      sent: async item => {
        onSent(item);
        notes.push(`sent ${item}`);
      },
      settled: (item, is, text = '') => void notes.push(`${is} ${item} ${text}`.trim()),
    },
    items: items.entries(),
    run: (item, sending) => run(item, sending, { window, user }),
    textOf: ({ error }) => String(error instanceof Error ? error.message : error),
    signal: user.signal,
    onProgress: done => void progress.push(done),
  });
  return { results, notes, progress };
}

const sendsOr =
  (error?: Error): Run =>
  async (_, sending) => {
    await sending();
    if (error !== undefined) throw error;
  };

describe('a run on many items', () => {
  it('continues after a failure, which is recorded with its reason', async () => {
    const no = outcome('notDone');
    const { results, notes, progress } = work(['a', 'b'], (item, sending, stops) =>
      sendsOr(item === 'a' ? no : undefined)(item, sending, stops),
    );
    assert.deepEqual(await results, {
      done: ['b'],
      failed: [{ item: 'a', error: no, isUnknown: false }],
      skipped: [],
    });
    assert.ok(notes.includes(`failed 0 ${no.message}`), notes.join());
    assert.equal(progress.at(-1), 2);
  });

  it('reports an unknown outcome after an item was sent, unless the error proves that it was not done', async () => {
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' });
    for (const [error, isUnknown] of [
      [outcome('unknown'), true],
      [aborted, true],
      [new ConnectionError(request, 'closed', 'UND_ERR_DESTROYED', true), true],
      [new TypeError('a defect after the response'), true],
      [outcome('notDone'), false],
      [new ConnectionError(request, 'closed', 'UND_ERR_CLOSED', false), false],
      [new NotSentError(request, { code: 'readOnly' }), false],
      [new WriteError({ kind: 'notSent', guard: 'readOnly' }), false],
    ] as const) {
      const { results, notes } = work(['a'], sendsOr(error));
      assert.deepEqual((await results).failed, [{ item: 'a', error, isUnknown }]);
      assert.match(notes.join(), isUnknown ? /unknown 0/ : /failed 0/);
      const unsent = work(['a'], () => Promise.reject(error));
      assert.deepEqual((await unsent.results).failed[0]?.isUnknown, false);
    }
  });

  it('skips the rest when the user cancels or the window closes', async () => {
    for (const who of ['user', 'window'] as const) {
      const all = work(['a', 'b', 'c', 'd', 'e'], async (item, sending, stops) => {
        await sending();
        if (item === 'b') stops[who].abort();
      });
      const { done, skipped, failed } = await all.results;
      assert.deepEqual([done, skipped, failed], [['a', 'b', 'c', 'd'], ['e'], []], who);
    }
  });

  it('counts as not sent what the closing window stopped before, and as unknown what it stopped after', async () => {
    const no = new Error('closed');
    const unsent = work(['a'], async (_item, _sending, { window }) => {
      window.abort();
      throw no;
    });
    assert.deepEqual(await unsent.results, { done: [], failed: [], skipped: ['a'] });
    assert.deepEqual(unsent.notes, []);
    const sent = work(['a'], async (_, sending, { window }) => {
      await sending();
      window.abort();
      throw no;
    });
    assert.deepEqual((await sent.results).failed, [{ item: 'a', error: no, isUnknown: true }]);
    const canceled = work(['a'], async (_item, _sending, { user }) => {
      user.abort();
      throw no;
    });
    assert.deepEqual((await canceled.results).failed.length, 1);
  });

  it('sends nothing more once the journal cannot be written', async () => {
    const items = Array.from({ length: 9 }, (_, index) => `${index}`);
    const { results } = work(items, sendsOr(), () => {
      throw new JournalError(new Error('full'));
    });
    const { failed, skipped, done } = await results;
    assert.deepEqual([failed.length, skipped, done], [4, items.slice(4), []]);
  });
});
