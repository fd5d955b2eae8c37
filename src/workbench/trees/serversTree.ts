import * as vscode from 'vscode';
import type { ServerConfig, UnusableEntry } from '../../api/model/server.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { type CommandId, colors, contextKeys, settings, settingsSection } from '../platform/ids.ts';
import { plural, t } from '../platform/localize.ts';
import { serverMarks } from '../servers/serverMarks.ts';
import type { ServerRegistry } from '../servers/servers.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { TokenStore } from '../servers/tokens.ts';
import { nodeId, type ServersNode } from './nodes.ts';

type Servers = Pick<
  ServerRegistry,
  'servers' | 'unusable' | 'active' | 'get' | 'isTemporary' | 'onDidChange'
> & { readonly isSetByWorkspace: Pick<ServerRegistry['isSetByWorkspace'], 'value' | 'onDidChange'> };
type Tokens = Pick<TokenStore, 'get' | 'onDidChange'>;
type ActiveSession = Pick<SessionRegistry, 'active' | 'onDidChange'>;

/** The tree of configured servers. Sends no requests. */
export class ServersTree implements vscode.TreeDataProvider<ServersNode>, vscode.Disposable {
  readonly #servers: Servers;
  readonly #tokens: Tokens;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #sessions: ActiveSession;
  readonly #subscriptions: vscode.Disposable[];
  #outage: { dispose(): void } | undefined;

  constructor(servers: Servers, tokens: Tokens, sessions: ActiveSession) {
    this.#servers = servers;
    this.#tokens = tokens;
    this.#sessions = sessions;
    setServerKeys(servers);
    this.#subscriptions = [
      servers.onDidChange(() => {
        setServerKeys(servers);
        this.#changed.fire(undefined);
      }),
      servers.isSetByWorkspace.onDidChange(() => this.#changed.fire(undefined)),
      tokens.onDidChange(() => this.#changed.fire(undefined)),
      sessions.onDidChange(() => this.#follow()),
    ];
    this.#follow();
  }

  getChildren(node?: ServersNode): ServersNode[] {
    if (node !== undefined) return [];
    const { servers, unusable, isSetByWorkspace } = this.#servers;
    const rows: ServersNode[] = servers.map(server => ({ kind: 'server', serverId: server.id }));
    if (unusable.length > 0) rows.push({ kind: 'unusableServers' });
    if (isSetByWorkspace.value) rows.push({ kind: 'workspaceServers' });
    return rows;
  }

  async getTreeItem(node: ServersNode): Promise<vscode.TreeItem> {
    if (node.kind === 'unusableServers') return unusableRow(node, this.#servers.unusable);
    if (node.kind === 'workspaceServers') return workspaceRow(node);
    const server = this.#servers.get(node.serverId);
    if (server === undefined) return new vscode.TreeItem('');
    const isActive = this.#servers.active?.id === server.id;
    return serverRow(node, server, {
      isActive,
      isSignedIn: (await this.#tokens.get(server)) !== undefined,
      isOffline: isActive && this.#sessions.active?.outage.state.kind === 'offline',
      isDemo: this.#servers.isTemporary(server.id),
    });
  }

  /** The icon of the active server shows whether it responds. */
  #follow(): void {
    this.#outage?.dispose();
    this.#outage = this.#sessions.active?.outage.onDidChange(() => this.#showOutage());
    this.#showOutage();
  }

  #showOutage(): void {
    setContextKey(contextKeys.offline, this.#sessions.active?.outage.state.kind === 'offline');
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#outage?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}

function setServerKeys({ servers, active }: Pick<ServerRegistry, 'servers' | 'active'>): void {
  const hasServer = servers.length > 0;
  setContextKey(contextKeys.hasServer, hasServer);
  setContextKey(contextKeys.serversState, hasServer ? 'some' : 'none');
  if (hasServer) setContextKey(contextKeys.connected, true);
  setContextKey(contextKeys.hasJobConsole, active?.console?.job !== undefined);
  setContextKey(contextKeys.hasGroupConsole, active?.console?.group !== undefined);
}

interface ServerState {
  readonly isSignedIn: boolean;
  readonly isActive: boolean;
  readonly isOffline: boolean;
  readonly isDemo: boolean;
}

/** The row of a server; its icon shows whether the active one responds. */
function serverRow(node: ServersNode, server: ServerConfig, is: ServerState): vscode.TreeItem {
  const item = new vscode.TreeItem(displayText(server.name, 100));
  item.id = nodeId(node);
  const state = is.isSignedIn ? (is.isActive ? t('active') : '') : t('not signed in');
  item.description = joinTexts(' · ', state, serverMarks(server), displayText(server.url, 100));
  item.iconPath = serverIcon(server, is);
  item.contextValue = `server ${is.isActive ? 'active' : 'inactive'} ${is.isSignedIn ? 'signedIn' : 'signedOut'} ${is.isDemo ? 'demo' : 'configured'}${is.isOffline ? ' offline' : ''}`;
  const command: CommandId = 'deviceAutomation.server.switch';
  item.command = { command, title: t('Switch Server'), arguments: [node] };
  return item;
}

function serverIcon(
  { production }: ServerConfig,
  { isActive, isSignedIn, isOffline }: ServerState,
): vscode.ThemeIcon {
  const icon = !isSignedIn ? 'lock' : isOffline ? 'debug-disconnect' : isActive ? 'vm-active' : 'server';
  const color = production ? colors.production : icon === 'vm-active' ? 'charts.green' : undefined;
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** The row for invalid entries, which stay in the setting, where the user can see and fix them. */
function unusableRow(node: ServersNode, unusable: readonly UnusableEntry[]): vscode.TreeItem {
  const label = plural(
    '{count} entry in the settings is invalid|{count} entries in the settings are invalid',
    unusable.length,
  );
  const lines = [...unusable.map(unusableText), t('They are left unchanged in the settings.')];
  const isAnyServer = unusable.some(({ place }) => typeof place === 'number');
  return settingsRow(node, label, {
    tooltip: lines.join('\n'),
    command: 'workbench.action.openSettingsJson',
    setting: isAnyServer ? settings.servers : settings.connections,
  });
}

function unusableText({ place, fields }: UnusableEntry): string {
  const entry =
    typeof place === 'number'
      ? t('Entry {number}', { number: place })
      : joinTexts('.', settingsSection, settings.connections, displayText(place, 60));
  return fields.length === 0
    ? t('{entry}: its ID belongs to another server, or it is not an object.', { entry })
    : t('{entry}: invalid {fields}.', { entry, fields: fields.join(', ') });
}

function workspaceRow(node: ServersNode): vscode.TreeItem {
  return settingsRow(node, t('Servers of this workspace are ignored'), {
    tooltip: t(
      'Servers and connections are only read from your own settings, so that no folder chooses where your tokens are sent or what programs run. Add the server yourself.',
    ),
    command: 'workbench.action.openWorkspaceSettingsFile',
    setting: settings.servers,
  });
}

/** A row that leads to what is wrong in the settings. */
function settingsRow(
  node: ServersNode,
  label: string,
  {
    tooltip,
    command,
    setting,
  }: { readonly tooltip: string; readonly command: string; readonly setting: string },
): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.id = nodeId(node);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = node.kind;
  item.tooltip = tooltip;
  const key = `${settingsSection}.${setting}`;
  item.command = { command, title: label, arguments: [{ revealSetting: { key } }] };
  return item;
}
