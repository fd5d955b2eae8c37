import assert from 'node:assert/strict';
import type { RequestInfo } from '../../../src/api/errors/apiError.ts';
import type { WriteOutcome } from '../../../src/api/transport/requestLog.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { recoveredWriteNotices } from '../../../src/workbench/notices/recoveredWrites.ts';

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
const create: RequestInfo = {
  operation: 'createJob',
  method: 'POST',
  origin: 'https://plant.example',
  path: '/automation/api/job/',
};
const remove = (id: number): RequestInfo => ({
  ...create,
  operation: 'deleteJob',
  method: 'DELETE',
  path: `/automation/api/job/${id}/`,
});

/** Resolves with the first message. */
function listener() {
  let heard: (text: string) => void = () => undefined;
  const firstMessage = new Promise<string>(resolve => {
    heard = resolve;
  });
  const texts: string[] = [];
  const dialogs = {
    info: async (text: string) => {
      texts.push(text);
      heard(text);
      return undefined;
    },
  };
  const notices = recoveredWriteNotices(dialogs, englishLocalizer);
  const wrote = (request: RequestInfo, outcome: WriteOutcome, name = '') =>
    notices(server, { request, body: '', outcome }, name);
  return { wrote, firstMessage, texts };
}

describe('writes that were found done after their response was lost', () => {
  it('are reported with the name that was sent', async () => {
    const { wrote, firstMessage, texts } = listener();
    wrote(create, 'done', 'Other');
    wrote(create, 'lost', 'Nightly');
    wrote(create, 'foundDone');
    assert.equal(
      await firstMessage,
      'The response was lost, but “Plant” shows that this was done: create job “Nightly”.',
    );
    assert.equal(texts.length, 1);
  });

  it('are reported together when there are many', async () => {
    const { wrote, firstMessage } = listener();
    for (const id of [1, 2, 3]) wrote(remove(id), 'lost', `Job ${id}`);
    for (const id of [1, 2, 3]) wrote(remove(id), 'foundDone');
    assert.match(
      await firstMessage,
      /^The response was lost, but “Plant” .*: delete job “Job 1”. 2 more like this\.$/,
    );
  });

  it('are not reported when they were not done', async () => {
    const { wrote, firstMessage, texts } = listener();
    wrote(create, 'lost', 'Nightly');
    wrote(create, 'foundNotDone');
    wrote(remove(1), 'lost');
    wrote(remove(1), 'foundDone');
    assert.match(await firstMessage, /: delete job\.$/);
    assert.equal(texts.length, 1);
  });
});
