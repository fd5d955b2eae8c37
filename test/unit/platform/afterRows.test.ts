import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { gate } from '../store/support/fakes.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');
const { AfterRows } = await import('../../../src/platform/afterRows.ts');
const { isDoubleClick } = await import('../../../src/platform/doubleClick.ts');

describe('a module that the first rows do not need', () => {
  it('is loaded once, shortly after all views have received their rows', async () => {
    const clock = createManualClock(0);
    let loads = 0;
    const rest = new AfterRows(async () => {
      loads += 1;
    }, clock);
    const [jobs, groups] = [gate<string>(), gate<string>()];
    const jobRows = rest.after(jobs.promise);
    const groupRows = rest.after(groups.promise);
    jobs.open('rows of jobs');
    assert.equal(await jobRows, 'rows of jobs');
    assert.equal(clock.pending, 0, 'the groups have no rows yet');
    groups.fail(new Error('offline'));
    await assert.rejects(groupRows, /offline/);
    clock.advance(299);
    const late = rest.after(Promise.resolve());
    clock.advance(1);
    assert.equal(loads, 0, 'another view waits for rows');
    await late;
    clock.advance(300);
    assert.equal(loads, 1);
    await rest.after(Promise.resolve());
    assert.equal(clock.pending, 0);
  });
});

describe('a double click on a row', () => {
  it('is the second of two clicks on it within half a second', () => {
    const row = {};
    assert.equal(isDoubleClick(row, 1_000), false);
    assert.equal(isDoubleClick(row, 1_500), true);
    assert.equal(isDoubleClick(row, 1_600), false, 'a third click');
    assert.equal(isDoubleClick(row, 2_101), false, 'too late');
    assert.equal(isDoubleClick({}, 2_200), false, 'another row');
    assert.equal(isDoubleClick(row, 2_300), false);
    assert.equal(isDoubleClick(row, 2_300), true);
  });

  it('is every click if the user has set lists to open on double click', () => {
    person.settings.values.set('workbench.list.openMode', 'doubleClick');
    const row = {};
    assert.deepEqual([isDoubleClick(row, 0), isDoubleClick(row, 10_000)], [true, true]);
    person.settings.values.set('workbench.list.openMode', 'singleClick');
    assert.equal(isDoubleClick(row, 20_000), false);
    person.settings.values.delete('workbench.list.openMode');
  });
});
