import type * as vscode from 'vscode';
import type { ServerRegistry } from './servers.ts';

/** Lets Settings Sync carry what the user has chosen for each server, as it carries the servers themselves. */
export function syncKeys(
  servers: Pick<ServerRegistry, 'servers' | 'isTemporary' | 'onDidChange'>,
  prefixes: readonly string[],
  globalState: Pick<vscode.ExtensionContext['globalState'], 'setKeysForSync'>,
): vscode.Disposable {
  const sync = () => {
    const ids = servers.servers.flatMap(({ id }) => (servers.isTemporary(id) ? [] : [id]));
    globalState.setKeysForSync(ids.flatMap(id => prefixes.map(prefix => `${prefix}${id}`)));
  };
  sync();
  return servers.onDidChange(sync);
}
