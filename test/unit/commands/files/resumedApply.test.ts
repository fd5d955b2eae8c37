import assert from 'node:assert/strict';
import '../../../support/vscode/vscodeInNode.ts';

const { isOfRun } = await import('../../../../src/commands/files/applyFiles.ts');

describe('the rest of an interrupted apply', () => {
  const run = (item: { readonly name: string; readonly kind?: 'job' | 'group' }) => ({
    server: 'plant',
    items: [item],
  });

  it('skips a job with the same name as a group of the run', () => {
    const rest = run({ name: 'Attic', kind: 'group' });
    assert.equal(isOfRun(rest, { name: 'Attic', kind: 'group' }), true);
    assert.equal(isOfRun(rest, { name: 'Attic', kind: 'job' }), false);
    assert.equal(isOfRun(rest, { name: 'Lab', kind: 'group' }), false);
  });

  it('has every object of the run', () => {
    const items = [{ name: 'Attic' }, { name: 'Lab' }];
    for (const { name } of items) assert.equal(isOfRun({ items }, { name, kind: 'job' }), true);
  });

  it('has objects of both kinds when the kind was not recorded', () =>
    assert.deepEqual(
      (['job', 'group'] as const).map(kind => isOfRun(run({ name: 'Attic' }), { name: 'Attic', kind })),
      [true, true],
    ));
});
