import * as vscode from 'vscode';
import { contextKeys, settings, settingsSection } from '../ids.ts';

/** Without a server, the palette offers little; the app, which knows better, may be loaded much later. */
export function tellOfServers(): void {
  const servers = vscode.workspace.getConfiguration(settingsSection).inspect(settings.servers)?.globalValue;
  const hasServer = Array.isArray(servers) && servers.length > 0;
  if (hasServer) void vscode.commands.executeCommand('setContext', contextKeys.hasServer, true);
}
