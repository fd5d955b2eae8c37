import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type Device, deviceWriteName } from '../../../api/model/device.ts';
import { copiedLine } from '../../../base/displayText.ts';
import { jsonOrUndefined } from '../../../base/json.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { dragTypes } from '../../../workbench/platform/ids.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import type { GroupsNode, JobsNode } from '../../../workbench/trees/nodes.ts';

type Row = GroupsNode | JobsNode;

const RowsSchema = z.array(z.unknown());

/** What was dropped: rows of a tree, or text from another program. */
interface Dropped {
  readonly rows: readonly unknown[];
  readonly text: string;
}

/**
 * Drag and drop between the trees and editors. VS Code passes a tree neither the row under the pointer nor the pressed
 * keys, so nothing is requested before the drop; `onDrop` asks how to handle it, and offers both adding and moving.
 */
export function draggedRows(
  sessions: Pick<SessionRegistry, 'get'>,
  onDrop: (target: unknown, dropped: Dropped) => Promise<void>,
) {
  return {
    /** Provides the dragged rows for trees, and the host names of their devices for editors. */
    drag: (rows: readonly Row[], transfer: vscode.DataTransfer): void => {
      transfer.set(dragTypes.rows, new vscode.DataTransferItem(JSON.stringify(rows)));
      const devices = rows.flatMap(row => devicesOf(row, sessions.get(row.serverId)));
      const names = new Set(devices.map(deviceWriteName).filter(name => name !== undefined));
      if (names.size > 0)
        transfer.set(dragTypes.text, new vscode.DataTransferItem([...names].map(copiedLine).join('\n')));
    },
    drop: async (target: Row | undefined, transfer: vscode.DataTransfer): Promise<void> => {
      if (target === undefined) return;
      const rows = RowsSchema.safeParse(jsonOrUndefined(await textOf(transfer, dragTypes.rows))).data ?? [];
      await onDrop(target, { rows, text: await textOf(transfer, dragTypes.text) });
    },
  };
}

function devicesOf(row: Row, session: ServerSession | undefined): readonly Device[] {
  if (session === undefined) return [];
  if (row.kind === 'group') return session.groups.entry(row.groupKey)?.group.server_set ?? [];
  if (row.kind === 'device') return deviceOf(session, row.deviceKey);
  return row.kind === 'target' && row.target.kind === 'device' ? deviceOf(session, row.target.deviceKey) : [];
}

function deviceOf(session: ServerSession, key: string): readonly Device[] {
  const device = session.devices.find(key);
  return device === undefined ? [] : [device];
}

/** The first text of this type that is not empty: for drags from another tree, VS Code adds an empty one first. */
async function textOf(transfer: vscode.DataTransfer, type: string): Promise<string> {
  for (const [found, item] of transfer) {
    const text = found === type ? await item.asString() : '';
    if (text !== '') return text;
  }
  return '';
}
