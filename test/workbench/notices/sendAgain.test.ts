import assert from 'node:assert/strict';
import { OutcomeError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { sendAgainIfWanted } from '../../../src/workbench/notices/lostCreates.ts';
import { FakePerson } from '../commands/support/memoryServer.ts';

const request: RequestInfo = {
  operation: 'updateJob',
  method: 'PATCH',
  origin: 'https://a.example',
  path: '/',
};

/** Sends a change that fails in these ways, in turn. */
async function send(user: FakePerson, failures: unknown[]): Promise<number> {
  let sent = 0;
  await sendAgainIfWanted(
    { dialogs: user.dialogs, localizer: englishLocalizer, text: () => 'It was not done.' },
    async () => {
      sent += 1;
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    },
  );
  return sent;
}

describe('a change whose response was lost', () => {
  const notDone = () => new OutcomeError(request, 'notDone', undefined);

  it('can be sent again repeatedly when it was not done', async () => {
    const user = new FakePerson();
    user.press = ([action]) => action;
    assert.equal(await send(user, [notDone(), notDone()]), 3);
    const question = { kind: 'decide', text: 'It was not done.', actions: ['Send Again'] };
    assert.deepEqual(user.messages, [question, question]);
  });

  it('is not sent again when the user declines, or when it may have been done', async () => {
    const user = new FakePerson();
    await assert.rejects(send(user, [notDone()]), OutcomeError);
    user.press = ([action]) => action;
    await assert.rejects(send(user, [new OutcomeError(request, 'unknown', undefined)]), OutcomeError);
    await assert.rejects(send(user, [new Error('no')]), /no/);
    assert.equal(user.messages.length, 1);
  });
});
