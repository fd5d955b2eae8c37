import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { ConnectionError, NotSentError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import type { Reachability } from '../../../src/store/reading/outage.ts';
import type { Coverage, WholeReading } from '../../../src/store/reading/wholeReading.ts';
import { statusError } from '../../store/support/fakes.ts';
import { partialOf } from '../../support/partialOf.ts';

const { countText, failuresBadge, outageMessage, readingMessage, readingNodes, staleMessage, viewStateOf } =
  await import('../../../src/workbench/trees/listPresentation.ts');

const request: RequestInfo = { operation: 'listJobs', method: 'GET', origin: 'https://a.example', path: '/' };
const atMs = (hours: number) => new Date(2026, 2, 4, hours).getTime();

describe('what a view shows in place of rows', () => {
  for (const [state, isEmpty, expected] of [
    [{ kind: 'unread' }, true, 'loading'],
    [{ kind: 'loading', asOfMs: undefined }, true, 'loading'],
    [{ kind: 'ready', asOfMs: 0 }, true, 'empty'],
    [{ kind: 'ready', asOfMs: 0 }, false, 'ready'],
  ] as const)
    it(`for a list that is ${state.kind}${isEmpty ? ' and empty' : ''}: ${expected}`, () =>
      assert.equal(viewStateOf(state, isEmpty), expected));

  for (const [error, expected] of [
    [new ConnectionError(request, 'refused', 'ECONNREFUSED', false), 'offline'],
    [new NotSentError(request, { code: 'tokenMissing' }), 'noToken'],
    [new NotSentError(request, { code: 'readOnly' }), 'failed'],
    [statusError(401), 'unauthorized'],
    [statusError(403), 'forbidden'],
    [statusError(500), 'failed'],
    [new Error('no'), 'failed'],
  ] as const)
    it(`after “${error.message}”: ${expected}`, () =>
      assert.equal(viewStateOf({ kind: 'failed', error, asOfMs: undefined }, false), expected));
});

describe('the message about a list that is not whole', () => {
  const list = (kind: Coverage['kind'], forMs?: number) => ({
    coverage: { kind, read: 72, total: 10_000 },
    rest: partialOf<WholeReading>({ forMs }),
  });

  it('says how much was read once that takes long, or always while it is searched', () => {
    const messages = [list('partial'), list('partial', 999), list('partial', 1_000), list('complete')].map(
      each => [
        readingMessage('jobs', each, false),
        readingMessage('jobs', each, true),
        readingNodes('plant', each)[0]?.kind,
      ],
    );
    const read = '72 of 10,000 read.';
    assert.deepEqual(messages, [
      [undefined, read, undefined],
      [undefined, read, undefined],
      [read, read, 'stopReading'],
      [undefined, undefined, undefined],
    ]);
  });

  it('says why the list stays as it is', () => {
    assert.equal(readingMessage('jobs', list('stopped'), false), 'Stopped: 72 of 10,000 read.');
    assert.equal(readingNodes('plant', list('stopped'))[0]?.kind, 'resumeReading');
    assert.match(readingMessage('jobs', list('missing'), false) ?? '', /^Some jobs are missing: .+ 10,000,/);
    assert.match(readingMessage('groups', list('changing'), false) ?? '', /^Some groups may be missing/);
    assert.match(
      readingMessage('jobs', list('limited'), false) ?? '',
      /^72 of 10,000 read; .+deviceAutomation\.lists\.limit/,
    );
  });
});

describe('the message above rows', () => {
  it('shows since when they are outdated, and why', () => {
    const failed = { kind: 'failed', error: new Error('no') } as const;
    assert.equal(staleMessage({ ...failed, asOfMs: atMs(3) }, 'No response.'), 'As of 03:00. No response.');
    assert.equal(staleMessage({ ...failed, asOfMs: undefined }, 'No response.'), undefined);
    assert.equal(staleMessage({ kind: 'ready', asOfMs: atMs(3) }, ''), undefined);
  });

  it('shows since when the server does not respond, and when the next attempt follows', () => {
    const nowMs = atMs(4);
    const message = (error: unknown, inMs: number | undefined) => {
      const nextTryMs = inMs === undefined ? undefined : nowMs + inMs;
      const state: Reachability = { kind: 'offline', sinceMs: atMs(3), error, nextTryMs };
      return outageMessage(state, nowMs);
    };
    const busy = statusError(429);
    const down = statusError(503);
    assert.equal(message(down, undefined), 'Requests stopped at 03:00: you are not signed in.');
    assert.equal(message(down, 1_001), 'Offline since 03:00; retrying in 2 s.');
    assert.equal(message(down, 1_000), 'Offline since 03:00; retrying in 1 s.');
    assert.equal(message(down, 0), 'Offline since 03:00; retrying.');
    assert.equal(message(down, -5_000), 'Offline since 03:00; retrying.');
    assert.equal(message(busy, 7_000), 'Too many requests at 03:00; retrying in 7 s.');
    assert.equal(message(busy, 0), 'Too many requests at 03:00; retrying.');
    assert.equal(outageMessage({ kind: 'online' }, nowMs), undefined);
  });
});

describe('the badge of the view of jobs', () => {
  it('shows the number of unseen failures', () => {
    assert.deepEqual(failuresBadge(1), { value: 1, tooltip: '1 failed since you last checked' });
    assert.equal(failuresBadge(0), undefined);
    assert.equal(countText(1_234), '1,234');
  });
});
