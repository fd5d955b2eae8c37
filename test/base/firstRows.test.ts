import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterFirstRows, rowsReturned, waitForFirstRows } from '../../src/base/firstRows.ts';

/** Begins to wait, and acts twice after the first rows. */
function setup() {
  const acted: number[] = [];
  waitForFirstRows();
  for (const number of [1, 2]) afterFirstRows(() => void acted.push(number));
  return acted;
}

describe('what waits for the first rows of a window', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => {
    // Whatever waits would do so in the next test.
    mock.timers.tick(150);
    mock.timers.reset();
  });

  it('happens once VS Code has received them, in order', () => {
    const acted = setup();
    rowsReturned();
    assert.deepEqual(acted, []);
    mock.timers.tick(50);
    assert.deepEqual(acted, [1, 2]);
  });

  it('happens after 150 ms if the server is slow', () => {
    const acted = setup();
    mock.timers.tick(149);
    assert.deepEqual(acted, []);
    mock.timers.tick(1);
    assert.deepEqual(acted, [1, 2]);
  });

  it('happens at once when it comes later', () => {
    const acted = setup();
    mock.timers.tick(150);
    afterFirstRows(() => void acted.push(3));
    assert.deepEqual(acted, [1, 2, 3]);
  });
});
