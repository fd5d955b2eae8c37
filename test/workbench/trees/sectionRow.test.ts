import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowText } from './support/rowTexts.ts';

const vscode = await import('vscode');
const { noGroup } = await import('../../../src/store/filter/jobArrangement.ts');
const { sectionRow } = await import('../../../src/workbench/trees/sectionRow.ts');

describe('the row of a section', () => {
  for (const [grouping, key, expected] of [
    ['status', 'failed', 'Failed | 2 jobs | error testing.iconFailed | section'],
    ['status', 'notRead', 'Status not read yet | 2 jobs | circle-large-outline | section'],
    ['schedule', 'DAILY', 'Daily | 2 jobs | calendar | section'],
    // A key from outside the table is shown as it is.
    ['schedule', 'toString', 'toString | 2 jobs | calendar | section'],
    ['targetGroup', '3', 'Lab | 2 jobs | organization | section'],
    ['targetGroup', '4', '#4 | 2 jobs | organization | section'],
    ['targetGroup', noGroup, 'No target group | 2 jobs | organization | section'],
  ] as const)
    it(`is “${expected}” for ${grouping} “${key}”`, () =>
      withMemoryServer(async ({ session, memoryServer }) => {
        memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
        await session.groups.refresh();
        const row = sectionRow({ kind: 'section', serverId: 'plant', grouping, key }, 2, session);
        assert.equal(rowText(row), expected);
      }));

  it('is collapsed if it contains more than fifty jobs', () =>
    withMemoryServer(async ({ session }) => {
      const node = { kind: 'section', serverId: 'plant', grouping: 'status', key: 'failed' } as const;
      const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
      assert.equal(sectionRow(node, 50, session).collapsibleState, Expanded);
      assert.equal(sectionRow(node, 51, session).collapsibleState, Collapsed);
    }));
});
