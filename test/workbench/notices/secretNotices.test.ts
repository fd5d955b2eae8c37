import assert from 'node:assert/strict';
import { settled } from '../../store/support/fakes.ts';
import { FakePerson } from '../commands/support/memoryServer.ts';

const { secretNotices } = await import('../../../src/workbench/notices/memoryNotices.ts');

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };

describe('a failure of the secret storage', () => {
  it('explains the consequence for the token, and reports only once that it cannot be read', async () => {
    const user = new FakePerson();
    const logged: string[] = [];
    let logsShown = 0;
    const show = () => {
      logsShown += 1;
    };
    const log = { error: (text: string) => void logged.push(text), show };
    const unavailable = secretNotices(user.dialogs, log);
    unavailable(new Error('no keyring'), server, 'get');
    unavailable(new Error('no keyring'), server, 'get');
    await settled();
    assert.equal(logsShown, 0);
    user.press = ([action]) => action;
    for (const act of ['set', 'set', 'delete'] as const) unavailable(new Error('no keyring'), server, act);
    await settled();
    const [read, stored, , deleted] = user.of('warn');
    assert.match(read ?? '', /the token for “Plant” is not available\./);
    assert.match(stored ?? '', /the token for “Plant” is used until this window closes and is not saved\./);
    assert.match(deleted ?? '', /could not delete the token for “Plant”/);
    assert.deepEqual([user.messages.length, logsShown, logged.length], [4, 3, 5]);
  });
});
