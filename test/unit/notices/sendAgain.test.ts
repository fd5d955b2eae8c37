import assert from 'node:assert/strict';
import { OutcomeError } from '../../../src/api/errors/outcomeError.ts';
import type { RequestInfo } from '../../../src/api/errors/requestInfo.ts';
import { sendAgainIfWanted } from '../../../src/notices/sendAgain.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';
import { FakePerson } from '../commands/support/plant.ts';

const request: RequestInfo = {
  operation: 'updateJob',
  method: 'PATCH',
  origin: 'https://a.example',
  path: '/',
};

/** Sends a change that fails in these ways, in turn. */
async function send(person: FakePerson, failures: unknown[]): Promise<number> {
  let sent = 0;
  await sendAgainIfWanted(
    { dialogs: person.dialogs, localizer: englishLocalizer, text: () => 'It was not done.' },
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
    const person = new FakePerson();
    person.press = ([action]) => action;
    assert.equal(await send(person, [notDone(), notDone()]), 3);
    const question = { kind: 'decide', text: 'It was not done.', actions: ['Send Again'] };
    assert.deepEqual(person.messages, [question, question]);
  });

  it('is not sent again when the user declines, or when it may have been done', async () => {
    const person = new FakePerson();
    await assert.rejects(send(person, [notDone()]), OutcomeError);
    person.press = ([action]) => action;
    await assert.rejects(send(person, [new OutcomeError(request, 'unknown', undefined)]), OutcomeError);
    await assert.rejects(send(person, [new Error('no')]), /no/);
    assert.equal(person.messages.length, 1);
  });
});
