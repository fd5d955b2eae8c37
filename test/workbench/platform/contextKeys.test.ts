import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey, withoutContextKeys } = await import('../../../src/workbench/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/workbench/platform/ids.ts');

describe('context keys', () => {
  const set: unknown[] = [];
  beforeEach(() => {
    user.ran = () => undefined;
    setContextKey(contextKeys.jobSaved, false);
    set.length = 0;
    user.ran = (id, args) => void set.push([id, ...args]);
  });
  afterEach(() => {
    user.ran = () => undefined;
  });

  it('are unset while an editor opens that they would affect, and restored afterwards', async () => {
    setContextKey(contextKeys.jobSaved, true);
    set.length = 0;
    await withoutContextKeys([contextKeys.jobSaved], async () => void set.push('opened'));
    assert.deepEqual(set, [
      ['setContext', contextKeys.jobSaved, undefined],
      'opened',
      ['setContext', contextKeys.jobSaved, true],
    ]);
  });
});
