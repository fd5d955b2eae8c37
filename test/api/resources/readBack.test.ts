import assert from 'node:assert/strict';
import {
  ConnectionError,
  HttpStatusError,
  OutcomeError,
  type RequestInfo,
} from '../../../src/api/errors/apiError.ts';
import type { UnreadableRow } from '../../../src/api/resources/listPage.ts';
import { type Age, ReadBack } from '../../../src/api/resources/readBack.ts';
import { page } from '../../store/support/fakes.ts';

const info: RequestInfo = { operation: 'createJob', method: 'POST', origin: 'https://a.example', path: '/' };

function status(code: number, form: 'json' | 'html' | 'text' = 'json'): HttpStatusError {
  return new HttpStatusError(info, {
    status: code,
    detail: '',
    fieldErrors: [],
    retryAfterMs: undefined,
    form,
  });
}

const lost = new ConnectionError(info, 'reset', 'ECONNRESET', true);

/** Reads back without waiting; `delays` are the delays it would have had. */
function readBack() {
  const delays: number[] = [];
  const outcomes: unknown[] = [];
  const back = new ReadBack(
    async ms => void delays.push(ms),
    ({ outcome, body }) => outcomes.push([outcome, body]),
  );
  return { back, delays, outcomes };
}

/** The outcome of a write as its caller sees it. */
async function outcomeOf(result: Promise<unknown>): Promise<unknown> {
  return result.catch((error: unknown) =>
    error instanceof OutcomeError ? [error.outcome, ...error.candidateIds] : error,
  );
}

interface Found {
  readonly id: number | undefined;
  readonly name: string;
  readonly unmet?: readonly string[];
}

describe('a create whose response is lost', () => {
  const create = (
    found: readonly Found[],
    {
      ages = {},
      unreadable = [],
      error = lost,
    }: {
      readonly ages?: Readonly<Record<number, Age>>;
      readonly unreadable?: readonly UnreadableRow[];
      readonly error?: unknown;
    } = {},
  ) => {
    const { back, delays, outcomes } = readBack();
    const result = back.afterCreate<Found>(() => Promise.reject(error), {
      info,
      name: ' Backup',
      list: async function* () {
        yield page([]);
        yield page(found, { unreadable });
      },
      unmet: ({ unmet = [] }) => unmet,
      age: ({ id }) => ages[id ?? 0] ?? 'new',
    });
    return outcomeOf(result).then(outcome => ({ outcome, delays, outcomes }));
  };

  for (const [what, row, isHidden] of [
    ['of its name', { raw: { name: 'Backup' } }, true],
    ['without a name', { raw: {} }, true],
    ['that was too long to be read', { raw: '{"name": …' }, true],
    ['that stands for many', { raw: undefined, more: 5 }, true],
    ['of another name', { raw: { name: 'Other' } }, false],
    ['that is no object', { raw: 5 }, false],
  ] as const)
    it(`is ${isHidden ? 'in doubt' : 'not done'} when a row cannot be read ${what}`, async () => {
      const { outcome } = await create([], { unreadable: [{ index: 0, ...row }] });
      assert.deepEqual(outcome, [isHidden ? 'unknown' : 'notDone']);
    });
});

describe('a delete', () => {
  const remove = (
    sent: unknown,
    {
      read = async () => undefined,
      list = async () => undefined,
    }: Partial<Record<'read' | 'list', () => Promise<unknown>>>,
  ) => {
    const { back, delays } = readBack();
    const send = () => (sent === undefined ? Promise.resolve() : Promise.reject(sent));
    return outcomeOf(back.afterRemove(send, { info, read, list })).then(outcome => [outcome, delays.length]);
  };
  const rejecting = (error: unknown) => () => Promise.reject(error);

  it('has succeeded when the object no longer exists', async () => {
    assert.deepEqual(await remove(undefined, {}), [undefined, 0]);
    assert.deepEqual(await remove(status(404), { list: rejecting(status(503)) }), [undefined, 0]);
    assert.deepEqual(await remove(lost, { read: rejecting(status(404)) }), [undefined, 1]);
  });

  it('trusts the 404 of a proxy only while the server itself responds', async () => {
    const page404 = status(404, 'html');
    assert.deepEqual(await remove(page404, {}), [undefined, 0]);
    assert.deepEqual(await remove(page404, { list: rejecting(status(403)) }), [undefined, 0]);
    for (const error of [status(404, 'html'), status(403, 'text'), lost])
      assert.deepEqual(await remove(page404, { list: rejecting(error) }), [page404, 0]);
    const read = rejecting(page404);
    assert.deepEqual(await remove(lost, { read, list: rejecting(page404) }), [['unknown'], 1]);
  });

  it('had no effect when the object still exists, and is in doubt when that cannot be read', async () => {
    assert.deepEqual(await remove(lost, {}), [['notDone'], 3]);
    assert.deepEqual(await remove(lost, { read: rejecting(lost) }), [['unknown'], 1]);
    const rejected = status(403);
    assert.deepEqual(await remove(rejected, {}), [rejected, 0]);
  });
});
