import assert from 'node:assert/strict';
import type { DataTransfer } from 'vscode';
import type { GroupsNode, JobsNode } from '../../../src/workbench/trees/nodes.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const vscode = await import('vscode');
const { deviceKey } = await import('../../../src/api/model/device.ts');
const { dragTypes } = await import('../../../src/workbench/platform/ids.ts');
const { draggedRows } = await import('../../../src/contrib/devices/vscode/draggedRows.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** Rows of a group of three devices, two of which have a name, and of a job on one of them. */
async function setup({ memoryServer, session, context }: Given) {
  const peers = [{ hostname: 'PC-1' }, { hostname: 'PC-2' }, { username: 'ann' }];
  memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: peers });
  memoryServer.jobs.set(1, { name: 'Updates', policies: [5], peers: peers.slice(0, 1) });
  await Promise.all([session.groups.refresh(), session.jobs.refresh()]);
  const [lab] = session.groups.entries;
  assert.ok(lab !== undefined);
  const [first, second] = lab.group.server_set.map(deviceKey);
  assert.ok(first !== undefined && second !== undefined);
  const dropped: unknown[] = [];
  const dragging = draggedRows(context.sessions, async (target, drop) => void dropped.push(target, drop));
  const serverId = 'plant';
  const group: GroupsNode = { kind: 'group', serverId, groupKey: lab.key };
  const device: GroupsNode = { kind: 'device', serverId, groupKey: lab.key, deviceKey: second };
  const ofJob = { kind: 'target', serverId, jobId: 1 } as const;
  const target: JobsNode = { ...ofJob, target: { kind: 'device', deviceKey: first } };
  const policy: JobsNode = { ...ofJob, target: { kind: 'policy', id: 5 } };
  const textOf = (...rows: readonly (GroupsNode | JobsNode)[]) => {
    const transfer = new vscode.DataTransfer();
    dragging.drag(rows, transfer);
    return transfer.get(dragTypes.text)?.value;
  };
  return { dragging, dropped, group, device, target, policy, textOf };
}

describe('rows that are dragged', () => {
  it('pass the host names of their devices to an editor, each once', () =>
    withMemoryServer(async given => {
      const { group, device, target, policy, textOf } = await setup(given);
      assert.equal(textOf(group, device), 'PC-1\nPC-2');
      assert.equal(textOf(device, target), 'PC-2\nPC-1');
      assert.equal(textOf(policy), undefined);
      assert.equal(textOf({ kind: 'group', serverId: 'other', groupKey: 'Lab' }), undefined);
      assert.equal(textOf({ kind: 'group', serverId: 'plant', groupKey: 'deleted' }), undefined);
      assert.equal(textOf({ ...device, deviceKey: 'deleted' }), undefined);
    }));

  it('are passed to a tree as rows', () =>
    withMemoryServer(async given => {
      const { dragging, dropped, group, device } = await setup(given);
      const transfer = new vscode.DataTransfer();
      dragging.drag([device], transfer);
      await dragging.drop(group, transfer);
      assert.deepEqual(dropped, [group, { rows: [device], text: 'PC-2' }]);
    }));

  it('are none when the drop is not on a row, or contains only text', () =>
    withMemoryServer(async given => {
      const { dragging, dropped, group } = await setup(given);
      const transfer: DataTransfer = new vscode.DataTransfer();
      await dragging.drop(undefined, transfer);
      assert.deepEqual(dropped, []);
      transfer.set(dragTypes.text, new vscode.DataTransferItem(''));
      transfer.set(dragTypes.text, new vscode.DataTransferItem('PC-9'));
      transfer.set(dragTypes.rows, new vscode.DataTransferItem('{"kind":"group"}'));
      await dragging.drop(group, transfer);
      assert.deepEqual(dropped.splice(0), [group, { rows: [], text: 'PC-9' }]);
      await dragging.drop(group, new vscode.DataTransfer());
      assert.deepEqual(dropped, [group, { rows: [], text: '' }]);
    }));
});
