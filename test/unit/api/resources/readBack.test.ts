import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import { ContractError } from '../../../../src/api/errors/contractError.ts';
import { HttpStatusError } from '../../../../src/api/errors/httpStatusError.ts';
import { OutcomeError } from '../../../../src/api/errors/outcomeError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import { WriteInterrupted } from '../../../../src/api/errors/writeInterrupted.ts';
import type { UnreadableRow } from '../../../../src/api/resources/page.ts';
import { type Age, ReadBack } from '../../../../src/api/resources/readBack.ts';
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
const neverSent = new ConnectionError(info, 'refused', 'ECONNREFUSED', false);
const strange = new ContractError(info, { code: 'notJson' });

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
      nameOf: ({ name }) => name,
      idOf: ({ id }) => id,
      age: ({ id }) => ages[id ?? 0] ?? 'new',
    });
    return outcomeOf(result).then(outcome => ({ outcome, delays, outcomes }));
  };
  const backup = (id: number, fields: Partial<Found> = {}): Found => ({ id, name: 'Backup ', ...fields });

  it('has created the new object that shows exactly what was sent', async () => {
    const made = backup(7);
    const others = [backup(1), { id: 8, name: 'Other' }];
    const { outcome, delays, outcomes } = await create([made, ...others], { ages: { 1: 'old' } });
    assert.deepEqual([outcome, delays, outcomes], [made, [0], [['foundDone', '']]]);
  });

  it('had no effect when none of several later reads shows such an object', async () => {
    const { outcome, delays, outcomes } = await create([{ id: 8, name: 'Other' }]);
    assert.deepEqual([outcome, delays, outcomes], [['notDone'], [0, 500, 1_500], [['foundNotDone', '']]]);
  });

  for (const [what, found, ages, candidates] of [
    ['several such objects', [backup(7), backup(8)], {}, [7, 8]],
    ['one that shows something else', [backup(7, { unmet: ['policies'] })], {}, [7]],
    ['one that may have been there before', [backup(7)], { 7: 'maybeNew' }, [7]],
    [
      'one without an ID',
      [backup(7, { unmet: ['dn'] }), { id: undefined, name: 'Backup', unmet: ['dn'] }],
      {},
      [7],
    ],
  ] as const)
    it(`is in doubt when there are ${what}`, async () => {
      const { outcome } = await create(found, { ages });
      assert.deepEqual(outcome, ['unknown', ...candidates]);
    });

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

  it('is read back only once after a 500, whose error is more informative', async () => {
    const error = status(500);
    const { outcome, delays } = await create([], { error });
    assert.deepEqual([outcome, delays], [error, [0]]);
    for (const gateway of [502, 503, 504]) {
      const slow = await create([], { error: status(gateway) });
      assert.deepEqual([slow.outcome, slow.delays.length], [['notDone'], 3]);
    }
  });

  it('is not in doubt when it was rejected, or never sent', async () => {
    for (const error of [status(400), status(404), neverSent, new Error('other')]) {
      const { outcome, delays } = await create([backup(7)], { error });
      assert.deepEqual([outcome, delays], [error, []]);
    }
    for (const error of [strange, new WriteInterrupted(new Error('canceled'))])
      assert.deepEqual((await create([backup(7)], { error })).outcome, backup(7));
  });

  it('names the reason for its cancellation', async () => {
    const { back } = readBack();
    const reason = new Error('canceled');
    const result = back.elseUnknown(info, () => Promise.reject(new WriteInterrupted(reason)));
    await assert.rejects(result, error => error instanceof OutcomeError && error.cause === reason);
    await assert.rejects(
      back.elseUnknown(info, () => Promise.reject(status(400))),
      { status: 400 },
    );
    assert.equal(await back.elseUnknown(info, async () => 5), 5);
  });
});

describe('a change whose response is lost', () => {
  const change = (reads: readonly (readonly string[] | Error)[]) => {
    const { back, delays } = readBack();
    const left = [...reads];
    const result = back.afterChange<readonly string[]>(() => Promise.reject(lost), {
      info,
      changes: { a: 1, b: 2 },
      read: async () => {
        const next = left.shift() ?? [];
        if (next instanceof Error) throw next;
        return next;
      },
      unmet: found => found,
    });
    return outcomeOf(result).then(outcome => ({ outcome, reads: delays.length }));
  };

  it('took effect when the object shows all of it, even after a while', async () => {
    assert.deepEqual(await change([[]]), { outcome: [], reads: 1 });
    assert.deepEqual(await change([['a', 'b'], []]), { outcome: [], reads: 2 });
  });

  it('had no effect when the object shows none of it, and is in doubt in between', async () => {
    const untouched = ['a', 'b'];
    assert.deepEqual(await change([untouched, untouched, untouched]), { outcome: ['notDone'], reads: 3 });
    assert.deepEqual(await change([['a']]), { outcome: ['unknown'], reads: 1 });
    assert.deepEqual(await change([untouched, status(500)]), { outcome: ['unknown'], reads: 2 });
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
