import assert from 'node:assert/strict';
import { RedrawQueue } from '../../../src/workbench/trees/redrawQueue.ts';
import { createManualClock } from '../../support/manualClock.ts';

function queue() {
  const clock = createManualClock(0);
  const drawn: (readonly string[])[] = [];
  const redraws = new RedrawQueue<string>(clock, (nodes, areArranged) =>
    drawn.push(areArranged ? [...nodes, 'arranged'] : nodes),
  );
  return { clock, drawn, redraws };
}

describe('rows that have changed', () => {
  it('are drawn together, five times a second at most', () => {
    const { clock, drawn, redraws } = queue();
    redraws.add([]);
    assert.equal(clock.pending, 0);
    redraws.add(['a', 'b']);
    clock.advance(150);
    redraws.add(['b', 'c']);
    clock.advance(49);
    assert.deepEqual(drawn, []);
    clock.advance(1);
    assert.deepEqual(drawn, [['a', 'b', 'c']]);
    redraws.add(['a']);
    clock.advance(200);
    assert.deepEqual(drawn[1], ['a']);
    clock.advance(1_000);
    assert.equal(drawn.length, 2);
  });

  it('are drawn together with those that move, and without them afterwards', () => {
    const { clock, drawn, redraws } = queue();
    redraws.add(['a']);
    redraws.arrange();
    redraws.add(['b']);
    clock.advance(200);
    redraws.add(['c']);
    clock.advance(200);
    redraws.arrange();
    clock.advance(200);
    assert.deepEqual(drawn, [['a', 'b', 'arranged'], ['c'], ['arranged']]);
  });

  it('are not drawn in a view that is closed', () => {
    const { clock, drawn, redraws } = queue();
    redraws.dispose();
    redraws.add(['a']);
    redraws.dispose();
    clock.advance(200);
    assert.deepEqual(drawn, []);
  });
});
