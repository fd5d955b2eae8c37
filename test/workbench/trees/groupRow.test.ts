import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { device, group } from '../../store/support/fakes.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';

const vscode = await import('vscode');
const { groupRow, groupTooltip } = await import('../../../src/workbench/trees/groupRow.ts');

const node = { kind: 'group', serverId: 'plant', groupKey: 'Lab' } as const;
const lab = group('Lab', { server_set: [device(1), { ...device(2), status: 'offline' }] });
const uri = vscode.Uri.file('/3');

describe('the row of a group', () => {
  it('shows the number of devices, and opens the document', () => {
    const item = groupRow(node, lab, 3, { documentUri: () => uri, isPinned: false });
    assert.equal(rowText(item), 'Lab | 1 of 2 offline | organization | group idKnown unpinned');
    assert.equal(item.accessibilityInformation?.label, 'Lab, 1 of 2 offline');
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.deepEqual(item.command?.arguments, [uri]);
  });

  it('has a mark, which screen readers read, if the group is pinned', () => {
    const item = groupRow(node, lab, 3, { documentUri: () => uri, isPinned: true });
    assert.match(rowText(item), / pinned$/);
    assert.equal(item.accessibilityInformation?.label, 'Lab, 1 of 2 offline, pinned');
    assert.equal(item.resourceUri?.query, 'pinned');
  });

  it('shows the number of devices even if its ID is unknown, which a double click finds', () => {
    const item = groupRow(node, group('Lab'), 'unknown', { documentUri: assert.fail, isPinned: false });
    assert.equal(rowText(item), 'Lab | 0 devices | organization | group idUnknown unpinned');
    assert.equal(item.accessibilityInformation?.label, 'Lab, 0 devices');
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.deepEqual(item.command, {
      command: 'deviceAutomation.group.open',
      title: 'Open',
      arguments: [node, 'click'],
    });
  });
});

describe('the tooltip of a group', () => {
  it('has its contents, the jobs that target it, and undocumented fields', () =>
    withMemoryServer(async ({ session, context }) => {
      const tooltip = await groupTooltip({ ...lab, extra: { owner: 'ann' } }, 3, { ...context, session });
      assert.deepEqual(tooltipTexts(tooltip), [
        '**Lab**',
        'Devices: 1 of 2 offline',
        ': PC-1, PC-2',
        'Distinguished name: CN=Lab',
        'ID: 3',
        'Unknown: 1 group unknown',
        ': Not all jobs and groups have been read',
        'Other fields: ',
        'owner: ann',
      ]);
    }));

  it('says why the ID is unknown', () =>
    withMemoryServer(async ({ session, context }) => {
      const idOf = async (id: 'unknown' | 'alike') =>
        tooltipTexts(await groupTooltip(lab, id, { ...context, session })).find(line =>
          line.startsWith('ID'),
        );
      assert.match((await idOf('unknown')) ?? '', /unknown: the server does not return it/);
      assert.match((await idOf('alike')) ?? '', /unknown: another group has the same name and DN/);
    }));
});
