import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ServerConfig } from '../model/server.ts';
import {
  readServerEntries,
  type ServerEntries,
  type UnusableEntry,
  withServerAdded,
  withServerEdited,
  withServerRemoved,
} from '../model/serverEntries.ts';
import { settings, settingsSection } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, Shape, StoredValue } from '../platform/memory.ts';
import { userSetting } from '../platform/settings.ts';
import { sharedSettingParts, type UserSettingParts } from '../platform/sharedUserSetting.ts';
import { type SettingChange, SharedSetting } from '../util/sharedSetting.ts';

const activeServer: Shape<string> = {
  key: 'activeServer',
  schema: z.string(),
  fallback: '',
  meaning: () => t('The active server was reset to the first one.'),
};

export interface ServerRegistryParts extends UserSettingParts {
  readonly workspace: Memory;
  readonly global: Memory;
}

/**
 * The servers that the user has added (user settings), plus the demo server while it runs. Views show the active
 * server, which may differ between windows.
 */
export class ServerRegistry implements vscode.Disposable {
  readonly #active: StoredValue<string>;
  readonly #memory: Memory;
  readonly #setting: SharedSetting;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #entries: ServerEntries = read();
  #temporary: ServerConfig | undefined;

  constructor({ workspace, global, ...file }: ServerRegistryParts) {
    this.#active = workspace.of(activeServer);
    this.#memory = global;
    this.#setting = new SharedSetting(sharedSettingParts(settings.servers, file));
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (!event.affectsConfiguration(`${settingsSection}.${settings.servers}`)) return;
      this.#reload();
      this.#setting.changed();
    });
  }

  get servers(): readonly ServerConfig[] {
    const { servers } = this.#entries;
    return this.#temporary === undefined ? servers : [...servers, this.#temporary];
  }

  /** Unusable entries of the setting, which are left untouched. */
  get unusable(): readonly UnusableEntry[] {
    return this.#entries.unusable;
  }

  get(id: string): ServerConfig | undefined {
    return this.servers.find(server => server.id === id);
  }

  get active(): ServerConfig | undefined {
    return this.get(this.#active.get()) ?? this.servers[0];
  }

  isTemporary(id: string): boolean {
    return this.#temporary?.id === id;
  }

  async setActive(id: string): Promise<void> {
    await this.#active.set(id);
    this.#changed.fire();
  }

  add(server: ServerConfig): Promise<void> {
    return this.#change(value => withServerAdded(value, server));
  }

  /** Applies the differences between the server that the user saw and `after`. */
  edit(before: ServerConfig, after: ServerConfig): Promise<void> {
    return this.#change(value => withServerEdited(value, before, after));
  }

  remove(id: string): Promise<void> {
    return this.#change(value => withServerRemoved(value, id));
  }

  /** Sets the demo server, which only exists as long as its window and is never written to the settings. */
  setTemporary(server: ServerConfig | undefined): void {
    this.#temporary = server;
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #change(change: SettingChange): Promise<void> {
    const raw = userSetting(settings.servers);
    if (raw !== undefined && !Array.isArray(raw)) this.#memory.setAside(brokenSetting, raw);
    await this.#setting.change(change);
    this.#reload();
  }

  #reload(): void {
    const before = JSON.stringify(this.#entries);
    this.#entries = read();
    if (JSON.stringify(this.#entries) !== before) this.#changed.fire();
  }
}

const brokenSetting = {
  key: `${settingsSection}.${settings.servers}`,
  meaning: () =>
    t('The servers setting was not a list. It now contains only the servers that you add from now on.'),
};

function read(): ServerEntries {
  return readServerEntries(userSetting(settings.servers));
}
