import * as vscode from 'vscode';
import type { ServerConfig, UnusableEntry } from '../model/server.ts';
import { type CommandId, settings, settingsSection } from '../platform/ids.ts';
import { plural, t } from '../platform/localize.ts';
import { serverMarks } from '../servers/serverMarks.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { nodeId, type ServersNode } from './nodes.ts';

interface ServerState {
  readonly isSignedIn: boolean;
  readonly isActive: boolean;
  readonly isOffline: boolean;
  readonly isDemo: boolean;
}

/** The row of a server; its icon shows whether the active one responds. */
export function serverRow(node: ServersNode, server: ServerConfig, is: ServerState): vscode.TreeItem {
  const item = new vscode.TreeItem(displayText(server.name, 100));
  item.id = nodeId(node);
  const state = is.isSignedIn ? (is.isActive ? t('active') : '') : t('not signed in');
  item.description = joinTexts(' · ', state, serverMarks(server), displayText(server.url, 100));
  item.iconPath = serverIcon(server, is);
  item.contextValue = `server ${is.isActive ? 'active' : 'inactive'} ${is.isSignedIn ? 'signedIn' : 'signedOut'} ${is.isDemo ? 'demo' : 'configured'}`;
  const command: CommandId = 'deviceAutomation.server.switch';
  item.command = { command, title: t('Switch Server'), arguments: [node] };
  return item;
}

function serverIcon(
  { production }: ServerConfig,
  { isActive, isSignedIn, isOffline }: ServerState,
): vscode.ThemeIcon {
  const icon = !isSignedIn ? 'lock' : isOffline ? 'debug-disconnect' : isActive ? 'vm-active' : 'server';
  const color = production ? 'charts.red' : icon === 'vm-active' ? 'charts.green' : undefined;
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** The row for invalid entries, which stay in the setting, where the user can see and fix them. */
export function unusableRow(node: ServersNode, unusable: readonly UnusableEntry[]): vscode.TreeItem {
  const label = plural(
    '{count} entry in the settings is invalid|{count} entries in the settings are invalid',
    unusable.length,
  );
  const item = new vscode.TreeItem(label);
  item.id = nodeId(node);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = node.kind;
  item.tooltip = [
    ...unusable.map(({ number, fields }) =>
      fields.length === 0
        ? t('Entry {number}: its ID belongs to another server, or it is not an object.', { number })
        : t('Entry {number}: invalid {fields}.', { number, fields: fields.join(', ') }),
    ),
    t('They are left unchanged in the settings.'),
  ].join('\n');
  item.command = {
    command: 'workbench.action.openSettingsJson',
    title: label,
    arguments: [{ revealSetting: { key: `${settingsSection}.${settings.servers}` } }],
  };
  return item;
}
