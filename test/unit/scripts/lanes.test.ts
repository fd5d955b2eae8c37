import assert from 'node:assert/strict';
import { runLanes } from '../../../scripts/lanes.ts';
import { noTests, onePassed } from '../../../scripts/mochaCounts.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { open, opened };
}

describe('lanes of tests in VS Code', () => {
  it('take one task after the other, each lane beginning with its own', async () => {
    const log: string[] = [];
    const [first, second] = [gate(), gate()];
    const gates = ['a', 'b', 'c'].map(name => ({ name, ...gate() }));
    const begun = new Map(gates.map(({ name }) => [name, gate()]));
    const tasks = gates.map(({ name, opened }) => ({
      stage: name,
      run: async () => {
        log.push(name);
        begun.get(name)?.open();
        await opened;
        return onePassed;
      },
    }));
    const done = runLanes(tasks, [first.opened, second.opened]);
    first.open();
    await begun.get('a')?.opened;
    assert.deepEqual(log, ['a'], 'the other lane has not begun');
    second.open();
    await begun.get('b')?.opened;
    assert.deepEqual(log, ['a', 'b']);
    gates[1]?.open();
    await begun.get('c')?.opened;
    for (const { open } of gates) open();
    const results = await done;
    assert.deepEqual(results.map(({ task }) => task.stage).sort(), ['a', 'b', 'c']);
    assert.ok(
      results.every(({ counts, startedMs, endedMs }) => counts === onePassed && endedMs >= startedMs),
    );
  });

  it('may outnumber the tasks', async () => {
    const results = await runLanes(
      [{ stage: 'only', run: async () => noTests }],
      [Promise.resolve(), Promise.resolve()],
    );
    assert.equal(results.length, 1);
  });
});
