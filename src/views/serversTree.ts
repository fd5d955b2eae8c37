import * as vscode from 'vscode';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys } from '../platform/ids.ts';
import type { ServerRegistry } from '../servers/servers.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { TokenStore } from '../servers/tokens.ts';
import type { ServersNode } from './nodes.ts';
import { serverRow, unusableRow } from './serverRow.ts';

type Servers = Pick<
  ServerRegistry,
  'servers' | 'unusable' | 'active' | 'get' | 'isTemporary' | 'onDidChange'
>;
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
      tokens.onDidChange(() => this.#changed.fire(undefined)),
      sessions.onDidChange(() => this.#follow()),
    ];
    this.#follow();
  }

  getChildren(node?: ServersNode): ServersNode[] {
    if (node !== undefined) return [];
    const { servers, unusable } = this.#servers;
    const rows: ServersNode[] = servers.map(server => ({ kind: 'server', serverId: server.id }));
    return unusable.length === 0 ? rows : [...rows, { kind: 'unusableServers' }];
  }

  async getTreeItem(node: ServersNode): Promise<vscode.TreeItem> {
    if (node.kind === 'unusableServers') return unusableRow(node, this.#servers.unusable);
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
    this.#outage = this.#sessions.active?.outage.onDidChange(() => this.#changed.fire(undefined));
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
