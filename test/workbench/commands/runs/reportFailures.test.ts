import assert from 'node:assert/strict';
import { statusError } from '../../../store/support/fakes.ts';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';

const { reportFailures, runEach } = await import('../../../../src/workbench/commands/runs/bulk.ts');
const { OutcomeError } = await import('../../../../src/api/errors/apiError.ts');

const { WriteError } = await import('../../../../src/api/writes/writeResult.ts');

const request = {
  operation: 'updateJob',
  method: 'PATCH',
  origin: 'https://plant.example',
  path: '/',
} as const;

const rejected = new WriteError({ kind: 'conflict', fields: [] });

/** Runs one item per entry; an item with an error rejects with it after being sent. */
async function runOf({ context, session }: Given, errors: readonly (Error | undefined)[]) {
  return runEach(context, session, {
    act: 'enableJobs',
    items: [...errors.keys()],
    itemOf: id => ({ name: `Job ${id}`, id }),
    run: async (id, sending) => {
      await sending();
      const error = errors[id];
      if (error !== undefined) throw error;
    },
  });
}
const nameOf = (id: number) => `Job ${id}`;

describe('the report of failures in a run on many objects', () => {
  it('shows the failure of a single object as an ordinary error with its name', () =>
    withMemoryServer(async given => {
      const result = await runOf(given, [new Error('no')]);
      await reportFailures(given.context, given.session, result, { nameOf });
      assert.deepEqual(given.user.of('error'), ['“Job 0”: Error: no']);
      assert.deepEqual(given.user.of('warn'), []);
    }));

  it('counts the failures, names three of each reason, logs all, and lists all in the report', () =>
    withMemoryServer(async given => {
      const { user, context, session, logged } = given;
      const another = statusError(403);
      const result = await runOf(given, [undefined, rejected, rejected, rejected, another, rejected]);
      user.press = actions => actions.find(action => action === 'Show Report');
      await reportFailures(context, session, result, { nameOf, again: () => assert.fail('not pressed') });
      assert.deepEqual(
        user.messages.map(({ text, actions }) => [text, actions]),
        [
          [
            '1 done. 5 failed. “Job 1”, “Job 2”, “Job 3”, and 1 more: WriteError “Job 4”: HttpStatusError',
            ['Show Report'],
          ],
        ],
      );
      assert.equal(logged.length, 5);
      assert.match(user.shown[0] ?? '', /1 done\. 5 failed\.[\s\S]*Job 5 \(#5\): WriteError/);
    }));

  it('offers “Send Again” only for what was definitely not done', () =>
    withMemoryServer(async given => {
      const { user, context, session } = given;
      const [lost, unknown] = (['notDone', 'unknown'] as const).map(
        outcome => new OutcomeError(request, outcome, undefined),
      );
      const result = await runOf(given, [lost, unknown, rejected]);
      assert.deepEqual(
        result.failed.map(({ item, isUnknown }) => [item, isUnknown]),
        [
          [0, false],
          [1, true],
          [2, false],
        ],
      );
      const sent: number[] = [];
      user.press = actions => actions.find(action => action === 'Send Again');
      const again = async (items: readonly number[]) => void sent.push(...items);
      await reportFailures(context, session, result, { nameOf, again });
      assert.deepEqual(user.messages[0]?.actions, ['Send Again', 'Show Report']);
      assert.deepEqual([sent, user.shown], [[0], []]);
    }));

  it('reports an aborted request as a connection that was closed before the response', () =>
    withMemoryServer(async given => {
      const closed = new DOMException('closed', 'AbortError');
      const result = await runOf(given, [closed]);
      await reportFailures(given.context, given.session, result, { nameOf });
      assert.equal(given.user.of('warn').length, 1);
      assert.match(
        given.user.of('warn')[0] ?? '',
        /^“Job 0”: The connection was closed before a response arrived/,
      );
    }));

  it('counts what was not sent', () =>
    withMemoryServer(async given => {
      const { context, session, user } = given;
      const result = await runOf(given, [rejected]);
      const items = [...result.record.items, { name: 'Job 1', id: 1, is: 'notSent' } as const];
      const record = { ...result.record, items };
      await reportFailures(context, session, { ...result, skipped: [1], record }, { nameOf });
      assert.deepEqual(user.of('error'), []);
      assert.match(user.of('warn')[0] ?? '', /^0 done\. 1 failed\. 1 not sent\. “Job 0”: WriteError$/);
    }));
});
