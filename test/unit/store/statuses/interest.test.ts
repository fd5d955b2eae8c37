import assert from 'node:assert/strict';
import { InterestList } from '../../../../src/store/statuses/interest.ts';

const inView = { isViewVisible: true, isWindowFocused: true };

describe('the jobs whose status is wanted', () => {
  it('include none of a list that was never shown', () => {
    const interest = new InterestList();
    interest.set('list', 'visible', [1]);
    interest.set('form', 'open', [2]);
    assert.deepEqual([interest.isInView, interest.wanted.size], [false, 0]);
  });

  it('are the visible ones, and always those that are awaited', () => {
    const interest = new InterestList();
    for (const [id, kind] of (
      ['followed', 'watched', 'selected', 'open', 'expanded', 'visible', 'active'] as const
    ).entries())
      interest.set(kind, kind, [id]);
    const wanted = (isViewVisible: boolean, isWindowFocused: boolean) => {
      interest.setAttention({ isViewVisible, isWindowFocused });
      return [interest.isInView, [...interest.wanted.keys()]];
    };
    assert.deepEqual(wanted(true, true), [true, [0, 1, 2, 3, 4, 5, 6]]);
    assert.deepEqual(wanted(false, true), [false, [0, 1, 3]]);
    assert.deepEqual(wanted(true, false), [false, [0, 1]]);
    assert.deepEqual([...interest.all], [0, 1, 2, 3, 4, 5, 6]);
  });

  it('are wanted for the most important reason, in whichever order the reasons came', () => {
    const interest = new InterestList();
    interest.setAttention(inView);
    interest.set('list', 'visible', [1, 2]);
    interest.set('details', 'selected', [2]);
    interest.set('other list', 'visible', [2, 3]);
    assert.deepEqual(
      [...interest.wanted],
      [
        [2, 'selected'],
        [1, 'visible'],
        [3, 'visible'],
      ],
    );
  });
});
