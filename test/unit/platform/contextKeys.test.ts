import assert from 'node:assert/strict';
import { mock } from 'node:test';
import '../../support/vscode/vscodeInNode.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');
const { holdContextKeys, rowsReturned, setContextKey, withoutContextKeys } = await import(
  '../../../src/platform/contextKeys.ts'
);
const { contextKeys } = await import('../../../src/platform/ids.ts');

describe('the keys by which VS Code shows commands and texts', () => {
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

  it('are set when they change, and not again', () => {
    setContextKey(contextKeys.jobSaved, true);
    setContextKey(contextKeys.jobSaved, true);
    setContextKey(contextKeys.enabledDocuments, ['a']);
    setContextKey(contextKeys.enabledDocuments, ['a']);
    assert.deepEqual(set, [
      ['setContext', contextKeys.jobSaved, true],
      ['setContext', contextKeys.enabledDocuments, ['a']],
    ]);
  });

  it('are unset while something is opened that they would change, and as they were afterwards', async () => {
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

describe('keys that change before the first rows', () => {
  const set: unknown[][] = [];
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    setContextKey(contextKeys.hasServer, false);
    setContextKey(contextKeys.jobsFiltered, false);
    // Tests of other files in this process may have set it.
    setContextKey(contextKeys.watchingAll, false);
    set.length = 0;
    person.ran = (_, [key, value]) => void set.push([key, value]);
  });
  afterEach(() => {
    mock.timers.tick(1_000);
    mock.timers.reset();
    person.ran = () => undefined;
  });

  it('are not set where an unset key says the same', () => {
    setContextKey(contextKeys.watchingAll, false);
    assert.deepEqual(set, []);
  });

  it('wait until VS Code has the first rows, and are then set once with their last value', () => {
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

  it('do not wait longer than 150 ms for rows that do not come', () => {
    holdContextKeys();
    setContextKey(contextKeys.hasServer, true);
    mock.timers.tick(149);
    assert.deepEqual(set, []);
    mock.timers.tick(1);
    assert.deepEqual(set, [[contextKeys.hasServer, true]]);
  });

  it('do not wait when a command needs some unset', async () => {
    setContextKey(contextKeys.hasServer, true);
    holdContextKeys();
    setContextKey(contextKeys.hasServer, false);
    let before = 0;
    await withoutContextKeys([contextKeys.hasServer], async () => {
      before = set.length;
    });
    assert.equal(before, 3);
    assert.deepEqual(
      set.map(([, value]) => value),
      [true, false, undefined, false],
    );
  });
});
