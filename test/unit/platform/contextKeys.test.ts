import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');
const { holdContextKeys, rowsHandedOver, setContextKey, withoutContextKeys } = await import(
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
  let nextSet = () => {};
  beforeEach(() => {
    setContextKey(contextKeys.hasServer, false);
    setContextKey(contextKeys.jobsFiltered, false);
    // Tests of other files in this process may have set it.
    setContextKey(contextKeys.watchingAll, false);
    set.length = 0;
    person.ran = (_, [key, value]) => {
      set.push([key, value]);
      nextSet();
    };
  });
  afterEach(() => {
    person.ran = () => undefined;
  });
  const firstSet = () => new Promise<void>(resolve => (nextSet = resolve));

  it('are not set where an unset key says the same', () => {
    setContextKey(contextKeys.watchingAll, false);
    assert.deepEqual(set, []);
  });

  it('wait for the first rows, and are then set once with their last value', async () => {
    holdContextKeys();
    setContextKey(contextKeys.hasServer, true);
    setContextKey(contextKeys.jobsFiltered, true);
    setContextKey(contextKeys.jobsFiltered, false);
    const isSet = firstSet();
    rowsHandedOver();
    assert.deepEqual(set, []);
    await isSet;
    assert.deepEqual(set, [
      [contextKeys.hasServer, true],
      [contextKeys.jobsFiltered, false],
    ]);
    setContextKey(contextKeys.jobsFiltered, true);
    assert.deepEqual(set.at(-1), [contextKeys.jobsFiltered, true]);
  });

  it('do not wait for rows that do not come, nor for a command that needs some unset', async () => {
    holdContextKeys();
    setContextKey(contextKeys.hasServer, true);
    await firstSet();
    assert.deepEqual(set, [[contextKeys.hasServer, true]]);
    holdContextKeys();
    setContextKey(contextKeys.hasServer, false);
    let before = 0;
    await withoutContextKeys([contextKeys.hasServer], async () => {
      before = set.length;
    });
    assert.equal(before, 3);
    assert.deepEqual(
      set.slice(1).map(([, value]) => value),
      [false, undefined, false],
    );
  });
});
