import assert from 'node:assert/strict';
import { ContractError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { paginate } from '../../../src/api/resources/readAhead.ts';

const info = (path: string): RequestInfo => ({
  operation: 'listJobs',
  method: 'GET',
  origin: 'https://devices.example',
  path,
});

describe('paginate', () => {
  it('stops a chain that never ends after 10,000 pages', async () => {
    let fetched = 0;
    const pages = paginate(
      '/?page=1',
      () => {
        fetched += 1;
        return Promise.resolve({
          items: [fetched],
          unreadable: [],
          total: undefined,
          next: `/?page=${fetched + 1}`,
        });
      },
      info,
    );
    let yielded = 0;
    await assert.rejects(
      async () => {
        for await (const _page of pages) yielded += 1;
      },
      (error: unknown) => error instanceof ContractError && error.problem.code === 'tooManyPages',
    );
    assert.deepEqual([fetched, yielded], [10_000, 10_000]);
  });
});
