import { csvText } from '../../util/delimitedText.ts';
import type { Device } from '../device.ts';
import { type Group, toGroupDraft } from '../group.ts';

const columns = ['Group', 'Host name', 'Address', 'Status', 'Connection', 'User'] as const;

type ExportedGroup = Pick<Group, 'name' | 'dn' | 'server_set'>;

/** One line per device; a group without devices has its own line. */
export function groupsAsCsv(groups: readonly ExportedGroup[]): string {
  const lines = groups.flatMap(({ name, server_set: devices }) =>
    devices.length === 0 ? [[name]] : devices.map(device => [name, ...cellsOf(device)]),
  );
  return csvText([columns, ...lines]);
}

/** Name, DN and host names, in the shape the API accepts. */
export function groupsAsJson(groups: readonly Group[]): string {
  const drafts = groups.map(group => {
    const { name, dn, server_set: devices } = toGroupDraft(group);
    return { name, dn, server_set: devices };
  });
  return `${JSON.stringify(drafts, undefined, 2)}\n`;
}

function cellsOf({ hostname, addr, status, connection, username }: Device): readonly string[] {
  return [hostname, addr, status, connection, username];
}
