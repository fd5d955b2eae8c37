import assert from 'node:assert/strict';
import '../../../support/vscode/vscodeInNode.ts';
import type { ChangedMembers } from '../../../../src/api/writes/objectEdits.ts';
import { group } from '../../../store/support/fakes.ts';

const { membersReport } = await import('../../../../src/workbench/commands/runs/changedGroups.ts');

const [a, b] = [{ name: 'PC-1' }, { name: 'PC-2' }];
const changed = (name: string, more: Partial<ChangedMembers> = {}): ChangedMembers => ({
  group: group(name),
  added: [],
  removed: [],
  dropped: [],
  remaining: [],
  lost: [],
  ...more,
});

describe('the report on changed devices of groups', () => {
  it('counts additions and removals of all changed groups together', () => {
    const groups = [changed('Lab', { added: [a, b] }), changed('Office', { removed: [a] }), changed('Attic')];
    assert.deepEqual(membersReport('Plant', groups, []), {
      summary: '“Lab” and “Office” on “Plant”: 2 devices added, 1 device removed.',
      problems: [],
    });
  });

  it('counts a device that two groups get once', () => {
    const groups = [changed('Lab', { added: [a, b] }), changed('Office', { added: [{ name: 'pc-1' }] })];
    assert.equal(
      membersReport('Plant', groups, []).summary,
      '“Lab” and “Office” on “Plant”: 2 devices added.',
    );
  });

  it('reports what the server did differently, group by group, and which devices stay', () => {
    const groups = [changed('Lab', { dropped: [a], remaining: [b] }), changed('Office', { lost: [a, b] })];
    assert.deepEqual(membersReport('Plant', groups, [a]).problems, [
      'The server did not add “PC-1” to “Lab”.',
      'The server did not remove “PC-2” from “Lab”.',
      'The server also removed “PC-1” and “PC-2” from “Office”, which was not requested.',
      '“PC-1” stays in its group: the server did not add it to the other group.',
    ]);
  });
});
