import assert from 'node:assert/strict';
import { FakePerson } from '../commands/support/plant.ts';
import { settled } from '../store/support/fakes.ts';

const { secretNotices } = await import('../../../src/notices/secretNotices.ts');

const plant = { id: 'plant', name: 'Plant', url: 'https://plant.example' };

describe('a failure of the secret storage', () => {
  it('explains the consequence for the token, and reports only once that it cannot be read', async () => {
    const person = new FakePerson();
    const logged: string[] = [];
    let logsShown = 0;
    const show = () => {
      logsShown += 1;
    };
    const log = { error: (text: string) => void logged.push(text), show };
    const unavailable = secretNotices(person.dialogs, log);
    unavailable(new Error('no keyring'), plant, 'get');
    unavailable(new Error('no keyring'), plant, 'get');
    await settled();
    assert.equal(logsShown, 0);
    person.press = ([action]) => action;
    for (const act of ['set', 'set', 'delete'] as const) unavailable(new Error('no keyring'), plant, act);
    await settled();
    const stored =
      'VS Code cannot store secrets on this computer: the token for “Plant” is used until this window closes and is not saved. On Linux, a keyring is required.';
    assert.deepEqual(person.of('warn'), [
      'VS Code cannot read its secret storage, so the token for “Plant” is not available. A token entered now is used until this window closes.',
      stored,
      stored,
      'VS Code could not delete the token for “Plant” from its secret storage. It is no longer used; to be sure, have it revoked on the server.',
    ]);
    assert.deepEqual(person.messages[0]?.actions, ['Show Log']);
    assert.equal(logsShown, 3);
    assert.equal(logged.length, 5);
    assert.equal(logged[0], "VS Code's secret storage failed (get): Error: no keyring");
  });
});
