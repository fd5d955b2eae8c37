import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../commands/support/memoryServer.ts';

const { coverageText, readWhole } = await import('../../../src/workbench/notices/wholeLists.ts');

/** A server of three jobs in pages of one. */
function withPages(use: (given: Given) => Promise<void>) {
  return withMemoryServer(async given => {
    given.memoryServer.pageSize = 1;
    for (const id of [1, 2, 3]) given.memoryServer.jobs.set(id, { name: `Job ${id}` });
    await use(given);
  });
}

describe('reading whole lists', () => {
  it('shows how much was read, and nothing if the lists are complete', () =>
    withPages(async ({ context, session, user }) => {
      assert.equal(await readWhole(context, session, ['jobs']), true);
      assert.deepEqual(user.progress, ['Reading lists of Plant']);
      assert.deepEqual(user.reported, ['1 of 3 read', '2 of 3 read', '']);
      assert.equal(await readWhole(context, session, ['jobs']), true);
      assert.equal(user.progress.length, 1);
    }));

  it('ends when the user cancels it, or stops reading', () =>
    withPages(async ({ context, session, user }) => {
      user.cancels = () => true;
      assert.equal(await readWhole(context, session), false);
      user.cancels = () => false;
      const reading = readWhole(context, session, ['jobs']);
      await session.jobs.firstRows();
      session.stopReading();
      assert.equal(await reading, false);
    }));

  it('reads the other list when one fails, and then reports the failure', () =>
    withPages(async ({ context, memoryServer, session }) => {
      memoryServer.failures.set('GET /account/api/group/', 403);
      await assert.rejects(readWhole(context, session), { status: 403 });
      assert.equal(session.jobs.isComplete, true);
    }));
});

describe('the text about a list that is not whole', () => {
  it('says how many rows were read, and of how many if that is known', () => {
    const texts = [10_000, undefined].map(total => coverageText({ kind: 'partial', read: 1_200, total }));
    assert.deepEqual(texts, ['1,200 of 10,000 read', '1,200 read']);
    assert.equal(coverageText({ kind: 'complete', read: 5, total: 5 }), undefined);
  });
});
