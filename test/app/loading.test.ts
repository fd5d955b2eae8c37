import assert from 'node:assert/strict';
import '../support/vscode/vscodeInNode.ts';
import { createManualClock } from '../support/manualClock.ts';

const { AfterRows } = await import('../../src/platform/afterRows.ts');
const { loadError } = await import('../../src/platform/loadError.ts');
const { person } = await import('../support/vscode/vscodeFake.ts');

function rest(load: () => Promise<unknown>) {
  const clock = createManualClock(0);
  return { rest: new AfterRows(load, clock), clock };
}

describe('code that the first rows do not need', () => {
  it('is loaded once, after all views have received their rows', async () => {
    let loads = 0;
    const { rest: afterRows, clock } = rest(async () => {
      loads += 1;
    });
    let giveJobs: (rows: string) => void = () => undefined;
    const jobs = new Promise<string>(resolve => {
      giveJobs = resolve;
    });
    const shown = afterRows.after(jobs);
    assert.equal(await afterRows.after(Promise.resolve('servers')), 'servers');
    clock.advance(1_000);
    assert.equal(loads, 0);
    giveJobs('jobs');
    assert.equal(await shown, 'jobs');
    assert.equal(loads, 0, 'the rows are drawn first');
    clock.advance(1_000);
    assert.equal(loads, 1);
    await afterRows.after(Promise.resolve('more rows'));
    clock.advance(1_000);
    assert.equal(loads, 1);
  });

  it('is loaded even when a view could not load its rows', async () => {
    let loads = 0;
    const { rest: afterRows, clock } = rest(async () => {
      loads += 1;
    });
    await assert.rejects(afterRows.after(Promise.reject(new Error('no rows'))), /no rows/);
    clock.advance(1_000);
    assert.equal(loads, 1);
  });

  it('reports a file that cannot be loaded, with a remedy', async () => {
    const firstMessage = new Promise<string>(resolve => {
      person.answer = message => {
        resolve(message);
        return undefined;
      };
    });
    const missing = new Error("Cannot find module './later.cjs'\nRequire stack:\n- /x/app.cjs");
    const { rest: afterRows, clock } = rest(() => Promise.reject(loadError(missing)));
    await afterRows.after(Promise.resolve());
    clock.advance(1_000);
    assert.equal(
      await firstMessage,
      "Part of Device Automation could not be loaded: Cannot find module './later.cjs'. Reload the window; if that does not help, reinstall the extension.",
    );
  });
});
