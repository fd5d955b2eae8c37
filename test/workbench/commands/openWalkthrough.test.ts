import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { openWalkthrough } = await import('../../../src/workbench/commands/openWalkthrough.ts');
const { setContextKey } = await import('../../../src/workbench/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/workbench/platform/ids.ts');
const { user } = await import('../../support/vscode/vscodeFake.ts');

describe('the walkthrough', () => {
  it('opens in the active editor group with all steps reset, so that VS Code then ticks off the completed ones', async () => {
    const { connected, signedIn, jobOpened, jobSaved, jobsState } = contextKeys;
    const steps = [connected, signedIn, jobOpened, jobSaved];
    const values = new Map<unknown, unknown>();
    let opened: unknown;
    user.ran = (id, [first, second]) => {
      if (id === 'setContext') values.set(first, second);
      else opened = [id, first, second, steps.filter(step => values.get(step) === true)];
    };
    try {
      for (const key of [...steps, jobsState]) setContextKey(key, true);
      await openWalkthrough();
      assert.deepEqual(opened, [
        'workbench.action.openWalkthrough',
        'device-automation.device-automation#deviceAutomation.start',
        false,
        [],
      ]);
      assert.deepEqual([...values.values()], [true, true, true, true, true]);
    } finally {
      for (const key of [...steps, jobsState]) setContextKey(key, false);
      user.ran = () => undefined;
    }
  });
});
