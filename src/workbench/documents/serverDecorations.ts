import * as vscode from 'vscode';
import { colors, scheme } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import { productionSign } from '../servers/serverAddress.ts';
import { markName } from '../servers/serverMarks.ts';
import type { ServerRegistry } from '../servers/servers.ts';

/** Marks the tabs of documents whose server is read-only or a production server. */
export class ServerDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #servers: Pick<ServerRegistry, 'get'>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(servers: Pick<ServerRegistry, 'get' | 'onDidChange'>) {
    this.#servers = servers;
    this.#subscriptions = [
      servers.onDidChange(() => this.#changed.fire(undefined)),
      vscode.window.registerFileDecorationProvider(this),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const server = uri.scheme === scheme ? this.#servers.get(uri.authority) : undefined;
    if (server?.production) {
      const color = new vscode.ThemeColor(colors.production);
      return new vscode.FileDecoration(productionSign, markName(server), color);
    }
    return server?.readOnly ? new vscode.FileDecoration(t('R'), markName(server)) : undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}
