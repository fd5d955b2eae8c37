import assert from 'node:assert/strict';
import { NotSentError } from '../../../../src/api/errors/notSentError.ts';
import { OutcomeError } from '../../../../src/api/errors/outcomeError.ts';
import { clientOf } from '../support/memoryServer.ts';

const backup = { id: 1, name: 'Backup', policies: [1] };
const problemOf = (error: unknown) => (error instanceof NotSentError ? error.problem.code : error);

describe('a request', () => {});

describe('the record of a write', () => {
  it('does not fail the write when its listener throws', async () => {
    const { client } = clientOf(() => ({ body: backup }), { onWrite: () => assert.fail('the disk is full') });
    assert.equal((await client.jobs.update(1, {})).id, 1);
  });

  it('covers a write that was canceled after it may have been sent', async () => {
    const controller = new AbortController();
    const records: string[] = [];
    let requests = 0;
    const { client } = clientOf(
      () => {
        requests += 1;
        if (requests > 1) return { body: backup };
        controller.abort();
        throw controller.signal.reason;
      },
      { onWrite: ({ outcome }) => records.push(outcome) },
    );
    const error = await client.jobs
      .update(1, { policies: [2] }, { signal: controller.signal })
      .catch((found: unknown) => found);
    assert.ok(error instanceof OutcomeError && error.outcome === 'notDone');
    assert.deepEqual(records, ['lost', 'foundNotDone']);
  });

  it('contains no damaged text, since such a write is not sent', async () => {
    const { client, sent: requests } = clientOf(() => ({ body: backup }));
    assert.equal(await client.jobs.update(1, { name: 'a\uFFFD' }).catch(problemOf), 'damagedText');
    assert.equal(requests.length, 0);
  });
});
