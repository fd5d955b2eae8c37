import assert from 'node:assert/strict';
import { SharedSetting } from '../../../src/util/sharedSetting.ts';
import { createManualClock } from '../../support/manualClock.ts';

/** A setting that is a list of words; other windows write it through `foreign`. */
function listSetting() {
  const clock = createManualClock(0);
  const file: { words: readonly string[] } = { words: [] };
  const pauses: number[] = [];
  const writes: (readonly string[])[] = [];
  const failures: unknown[] = [];
  let refusals = 0;
  const setting = new SharedSetting({
    read: async () => file.words,
    write: async value => {
      assert.ok(Array.isArray(value));
      writes.push(value.map(String));
      if (refusals-- > 0) throw new Error('the file is newer');
      file.words = value.map(String);
    },
    exclusively: run => run(),
    clock,
    delay: async ms => {
      pauses.push(ms);
    },
    random: () => 0.25,
    onFailure: error => failures.push(error),
  });
  const settled = () => new Promise<void>(resolve => setImmediate(resolve));
  return {
    ...{ clock, file, pauses, writes, failures },
    add: (word: string) =>
      setting.change(value => {
        assert.ok(Array.isArray(value));
        return value.includes(word) ? value : [...value, word];
      }),
    refuse: (count: number) => {
      refusals = count;
    },
    /** Writes the setting as another window. */
    foreign: async (...words: readonly string[]) => {
      file.words = words;
      setting.changed();
      await settled();
    },
  };
}

describe('a change of a setting that another window undoes', () => {
  it('is made again after a short pause', async () => {
    const { add, foreign, file, pauses } = listSetting();
    await add('ours');
    assert.deepEqual(pauses, []);
    await foreign('theirs');
    assert.deepEqual([file.words, pauses], [['theirs', 'ours'], [37.5]]);
  });

  it('is not repeated after three seconds, because then the user made the change', async () => {
    const { add, foreign, file, clock } = listSetting();
    await add('ours');
    clock.advance(2_999);
    await foreign();
    assert.deepEqual(file.words, ['ours']);
    clock.advance(1);
    await foreign();
    assert.deepEqual(file.words, []);
  });

  it('is made again six times at most', async () => {
    const { add, foreign, file, writes } = listSetting();
    await add('ours');
    for (let round = 0; round < 6; round++) {
      await foreign();
      assert.deepEqual(file.words, ['ours'], `${round}`);
    }
    await foreign();
    assert.deepEqual([file.words, writes.length], [[], 7]);
  });

  it('is not written again when it is still there', async () => {
    const { add, foreign, file, pauses, writes } = listSetting();
    await add('ours');
    await add('ours');
    for (let round = 0; round < 9; round++) await foreign('ours', `${round}`);
    assert.deepEqual([writes.length, pauses], [1, []]);
    await foreign('theirs');
    assert.deepEqual(file.words, ['theirs', 'ours'], 'it was not counted as made again');
  });
});

describe('a change of a setting that cannot be written', () => {
  it('is tried six times, with longer and longer pauses', async () => {
    const { add, refuse, pauses, writes, file } = listSetting();
    refuse(5);
    await add('ours');
    assert.deepEqual([writes.length, file.words], [6, ['ours']]);
    assert.deepEqual(pauses, [112.5, 225, 337.5, 450, 562.5]);
    refuse(6);
    await assert.rejects(add('more'), /newer/);
    assert.deepEqual([writes.length, file.words], [12, ['ours']]);
  });

  it('is forgotten, and earlier ones are not', async () => {
    const { add, refuse, foreign, file, failures } = listSetting();
    await add('first');
    refuse(6);
    await assert.rejects(add('failed'), /newer/);
    await foreign('theirs');
    assert.deepEqual(file.words, ['theirs', 'first']);
    await add('last');
    assert.deepEqual(file.words, ['theirs', 'first', 'last']);
    assert.deepEqual(failures, []);
  });

  it('is reported if another window had undone it', async () => {
    const { add, refuse, foreign, failures } = listSetting();
    await add('ours');
    refuse(6);
    await foreign();
    assert.match(String(failures), /the file is newer/);
  });
});
