import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import '../../support/vscode/vscodeInNode.ts';
import type { ServerConfig } from '../../../src/api/model/server.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { scriptToken } from '../../support/http/clients.ts';
import { emptyExtension } from '../../support/pageHtml.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';
import type { WholeApp } from '../../support/wholeApp.ts';

const { createWholeApp } = await import('../../support/wholeApp.ts');
const { reportScheme } = await import('../../../src/workbench/platform/ids.ts');
const { closeQuickPick, JsonFile, user, Uri } = await import('../../support/vscode/vscodeFake.ts');

/** A message that was shown, and its buttons. */
export interface ShownMessage {
  readonly message: string;
  readonly actions: readonly string[];
}

export interface RunningApp {
  readonly app: WholeApp;
  readonly messages: readonly ShownMessage[];
  /** The texts that were shown in separate editors, for example reports. */
  readonly shown: readonly string[];
  /** The extension's storage. */
  readonly storage: string;
  /** The workspace state. */
  readonly workspace: FakeMemento;
  /** What all windows of the user share. */
  readonly global: FakeMemento;
}

export interface AppOptions {
  /** The servers in the settings; the first one is active. Each has the token of scripted servers. */
  readonly servers: readonly Pick<ServerConfig, 'id' | 'name' | 'url' | 'network'>[];
  /** Servers without a token. */
  readonly signedOut?: readonly string[];
  /** Further URLs for which tokens are stored, for servers that move there. */
  readonly alsoAt?: readonly Pick<ServerConfig, 'id' | 'url'>[];
  /** The button that the user presses, if any. */
  readonly answer?: (message: ShownMessage) => string | undefined;
  /** What the user types in an input box with this title, if anything. */
  readonly input?: (title: string) => string | undefined;
  /** Called with the title of each list; nothing is chosen. */
  readonly pick?: (title: string) => undefined;
  /** Whether a list of checked rows is accepted unchanged. */
  readonly accepts?: (title: string) => boolean;
  /** The clock that schedules requests, if the test controls the time. */
  readonly clock?: Clock;
  /** The workspace state of a previous window. */
  readonly workspace?: FakeMemento;
  /** What the user's other windows have stored. */
  readonly global?: FakeMemento;
  /** Called before the extension starts. */
  readonly prepare?: (storage: string) => Promise<void>;
}

/** Runs the whole extension in plain Node during `use`, with separate storage. */
export async function withApp(
  {
    servers,
    alsoAt = [],
    signedOut = [],
    answer = () => undefined,
    input = () => undefined,
    pick = () => undefined,
    accepts = () => false,
    clock,
    workspace = new FakeMemento(),
    global = new FakeMemento(),
    prepare,
  }: AppOptions,
  use: (running: RunningApp) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-app-'));
  const storage = join(folder, 'User', 'globalStorage', 'extension');
  const messages: ShownMessage[] = [];
  const shown: string[] = [];
  const secrets = new Map(
    [...servers.filter(({ id }) => !signedOut.includes(id)), ...alsoAt].map(({ id, url }) => {
      const { origin } = new URL(url);
      return [`token:${id}:${origin}`, JSON.stringify({ origin, token: scriptToken })];
    }),
  );
  user.settings = new JsonFile(join(folder, 'settings.json'));
  user.settings.values.set('deviceAutomation.servers', servers);
  user.answer = (message, actions) => {
    messages.push({ message, actions });
    return answer({ message, actions });
  };
  user.input = input;
  user.pick = pick;
  user.accepts = accepts;
  user.quickPick = closeQuickPick;
  user.shown = text => shown.push(text);
  const subscriptions: vscode.Disposable[] = [];
  try {
    await prepare?.(storage);
    const app = createWholeApp({
      workspaceState: workspace,
      globalState: global,
      secrets: new MapSecrets(secrets),
      globalStorageUri: Uri.file(storage),
      extensionUri: Uri.file(emptyExtension(join(folder, 'extension'))),
      subscriptions,
      ...(clock === undefined ? {} : { clock }),
    });
    user.files.set(reportScheme, app.reports);
    await app.ready;
    await use({ app, messages, shown, storage, workspace, global });
    await app.close();
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}
