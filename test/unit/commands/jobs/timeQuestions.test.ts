import assert from 'node:assert/strict';
import { FakePerson } from '../support/memoryServer.ts';

const { askTime } = await import('../../../../src/commands/jobs/changeQuestions.ts');

const title = 'Move Schedules to Another Time or Other Days';
const clock =
  'The time of day in the time zone of each schedule, for example 03:00. Times with Z are in UTC.';
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
  it('offers the days, and then asks for the time', async () => {
    const { user, change } = await ask('keep', '3:00');
    assert.deepEqual(change, { kind: 'moveToTime', timeMs: 3 * hourMs });
    assert.deepEqual(user.messages.slice(0, 1), [
      { kind: 'pick', text: title, actions: ['keep', 'all', 'workdays', 'some'] },
    ]);
    assert.deepEqual(user.lists, [['Keep the Days', 'Every Day', 'Monday to Friday', 'Choose Weekdays…']]);
    assert.deepEqual(user.inputs, [{ title, prompt: clock }]);
  });

  for (const [days, some, expected] of [
    ['all', undefined, [0, 1, 2, 3, 4, 5, 6]],
    ['workdays', undefined, [0, 1, 2, 3, 4]],
    ['some', ['1', '6'], [1, 6]],
  ] as const)
    it(`moves to other days, with or without a new time: ${days}`, async () => {
      for (const [typed, time] of [
        [' ', {}],
        [' 23:30 ', { timeMs: 23.5 * hourMs }],
      ] as const) {
        const { user, change } = await ask(days, typed, some);
        assert.deepEqual(change, { kind: 'moveToTime', ...time, days: expected });
        assert.equal(user.inputs[0]?.prompt, `${clock} Leave empty to keep the times.`);
      }
    });

  it('lists the weekdays by name', async () => {
    const user = new FakePerson();
    user.pick = () => 'some';
    let labels: readonly string[] = [];
    const pickMany: typeof user.dialogs.pickMany = async (asked, choices) => {
      assert.equal(asked, title);
      labels = choices.map(({ value, label }) => `${value} ${label}`);
      return undefined;
    };
    assert.equal(await askTime({ dialogs: { ...user.dialogs, pickMany } }), undefined);
    assert.deepEqual([labels[0], labels[6], labels.length], ['0 Monday', '6 Sunday', 7]);
  });

  it('rejects text that is not a time, and an empty one when the days stay', async () => {
    for (const [days, typed] of [
      ['keep', ''],
      ['keep', ' '],
      ['all', 'x'],
      ['all', '24:00'],
    ] as const) {
      const { user, change } = await ask(days, typed);
      assert.equal(change, undefined);
      assert.deepEqual(user.messages.at(-1)?.actions, ['Type a time, for example 03:00.']);
    }
  });

  it('returns no change when any step is canceled', async () => {
    for (const [days, some] of [
      ['some', undefined],
      ['some', []],
    ] as const) {
      const { user, change } = await ask(days, '03:00', some);
      assert.deepEqual([change, user.inputs], [undefined, []]);
    }
    const none = new FakePerson();
    assert.deepEqual([await askTime(none), none.inputs], [undefined, []]);
    assert.equal((await ask('all', undefined)).change, undefined);
  });
});
