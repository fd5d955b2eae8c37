import assert from 'node:assert/strict';
import { mock } from 'node:test';
import '../../support/vscode/vscodeInNode.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');
const { holdContextKeys, rowsReturned, setContextKey, withoutContextKeys } = await import(
  '../../../src/platform/contextKeys.ts'
);
const { contextKeys } = await import('../../../src/platform/ids.ts');

describe('context keys', () => {
  const set: unknown[] = [];
  beforeEach(() => {
    person.ran = () => undefined;
    setContextKey(contextKeys.jobSaved, false);
    set.length = 0;
    person.ran = (id, args) => void set.push([id, ...args]);
  });
  afterEach(() => {
    person.ran = () => undefined;
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

describe('context keys that change before the first rows', () => {
  const set: unknown[][] = [];
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    setContextKey(contextKeys.hasServer, false);
    setContextKey(contextKeys.jobsFiltered, false);
    // Tests in other files of this process may have set it.
    setContextKey(contextKeys.watchingAll, false);
    set.length = 0;
    person.ran = (_, [key, value]) => void set.push([key, value]);
  });
  afterEach(() => {
    mock.timers.tick(1_000);
    mock.timers.reset();
    person.ran = () => undefined;
  });

  it('are set once, with their last value, when VS Code has the first rows', () => {
    holdContextKeys();
    setContextKey(contextKeys.hasServer, true);
    setContextKey(contextKeys.jobsFiltered, true);
    setContextKey(contextKeys.jobsFiltered, false);
    rowsReturned();
    mock.timers.tick(49);
    assert.deepEqual(set, []);
    mock.timers.tick(1);
    assert.deepEqual(set, [
      [contextKeys.hasServer, true],
      [contextKeys.jobsFiltered, false],
    ]);
    setContextKey(contextKeys.jobsFiltered, true);
    assert.deepEqual(set.at(-1), [contextKeys.jobsFiltered, true]);
  });
});
