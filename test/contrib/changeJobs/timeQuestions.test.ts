import assert from 'node:assert/strict';
import { FakePerson } from '../../workbench/commands/support/memoryServer.ts';

const { askTime } = await import('../../../src/contrib/changeJobs/vscode/changeQuestions.ts');

const hourMs = 3_600_000;

/** Chooses these days, and types this time. */
async function ask(days: string, time: string | undefined, some?: readonly string[]) {
  const user = new FakePerson();
  user.pick = () => days;
  user.pickMany = () => some;
  user.type = () => time;
  return { user, change: await askTime(user) };
}

describe('the prompt for the new days and time of schedules', () => {
  it('keeps the days on request', async () => {
    const { change } = await ask('keep', '3:00');
    assert.deepEqual(change, { kind: 'moveToTime', timeMs: 3 * hourMs });
  });

  for (const [days, some, expected] of [
    ['all', undefined, [0, 1, 2, 3, 4, 5, 6]],
    ['some', ['1', '6'], [1, 6]],
  ] as const)
    it(`moves to other days and a new time: ${days}`, async () => {
      const { change } = await ask(days, ' 23:30 ', some);
      assert.deepEqual(change, { kind: 'moveToTime', timeMs: 23.5 * hourMs, days: expected });
    });

  it('rejects text that is not a time, and an empty one when the days stay', async () => {
    for (const [days, typed] of [
      ['keep', ' '],
      ['all', '24:00'],
    ] as const) {
      const { user, change } = await ask(days, typed);
      assert.equal(change, undefined);
      assert.deepEqual(user.messages.at(-1)?.actions, ['Type a time, for example 03:00.']);
    }
  });
});
