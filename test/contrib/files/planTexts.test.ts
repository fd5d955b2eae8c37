import assert from 'node:assert/strict';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import type { PlanItem } from '../../../src/contrib/files/common/filePlan.ts';
import { planLines } from '../../../src/contrib/files/common/planTexts.ts';

describe('the lines of a plan', () => {
  const file = {
    kind: 'job',
    path: 'jobs/a.job.jsonc',
    name: 'A',
    key: undefined,
    previousName: undefined,
    draft: {},
    text: '',
  } as const;
  const item: PlanItem = { action: 'change', kind: 'job', name: 'A', file, changes: [], problems: [] };
  const lines = (items: readonly PlanItem[], isComplete = true) => {
    return planLines({ items, problems: [], isComplete }, localizer, path => path);
  };
  it('show what would be done with each object, but not what stays on the server', () => {
    const actions = ['create', 'change', 'rename', 'delete', 'blocked', 'onlyOnServer', 'unchanged'] as const;
    const items = actions.map(action => ({
      ...item,
      action,
      ...(action === 'rename' ? { previousName: 'Old' } : {}),
      kind: action === 'delete' ? ('group' as const) : ('job' as const),
    }));
    assert.deepEqual(lines(items), [
      '+ job A (jobs/a.job.jsonc)',
      '~ job A (jobs/a.job.jsonc)',
      '~ job Old → A (jobs/a.job.jsonc)',
      '- group A (jobs/a.job.jsonc)',
      '! job A (jobs/a.job.jsonc)',
      '',
      'To create: 1, to change: 1, to rename: 1, to delete: 1. Up to date: 1, cannot be applied: 1, only on the server: 1.',
    ]);
  });

  it('show fields with what they were and will be, quoted', () => {
    const changes = [
      { field: 'name', before: 'a', after: 'b\n' },
      { field: 'groups', before: ['Lab', 'Hall'], after: ['Hall', 'Yard'] },
      { field: 'policies', before: [1, 2], after: [2, 1] },
      { field: 'reports', before: undefined, after: [] },
      { field: 'retry', before: null, after: { attempts: 3 } },
    ];
    assert.deepEqual(lines([{ ...item, changes }]).slice(1, -2), [
      '    Name: "a" → "b\\n"',
      '    Static groups: + "Yard", - "Lab"',
      '    Policies: 1, 2 → 2, 1',
      '    Reports: []',
      '    retry: null → {"attempts":3}',
    ]);
  });

  it('omit what a new object does not have', () => {
    const changes = [
      { field: 'name', before: undefined, after: 'A' },
      { field: 'params', before: undefined, after: '' },
      { field: 'groups', before: undefined, after: [] },
      { field: 'enabled', before: undefined, after: false },
    ];
    const shown = (action: 'create' | 'change') => lines([{ ...item, action, changes }]).slice(1, -2);
    assert.deepEqual(shown('create'), ['    Name: "A"', '    Enabled: false']);
    assert.equal(shown('change').length, 4);
  });

  it('are only counts if nothing is to be done, and nothing if no file could be read', () => {
    const none =
      'To create: 0, to change: 0, to rename: 0, to delete: 0. Up to date: 0, cannot be applied: 0, only on the server: 0.';
    assert.deepEqual(lines([]), [none]);
    assert.deepEqual(lines([], false), []);
  });
});
