import * as vscode from 'vscode';
import * as z from 'zod/mini';
import {
  readServerEntries,
  type ServerConfig,
  type UnusableEntry,
  withServerAdded,
  withServerEdited,
  withServerRemoved,
} from '../model/server.ts';
import { ConfigValue, userSetting } from '../platform/configValue.ts';
import { settings, settingsSection } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue, ValueShape } from '../platform/memory.ts';

const activeServer: ValueShape<string> = {
  key: 'activeServer',
  schema: z.string(),
  fallback: '',
  meaning: () => t('The active server was reset to the first one.'),
};

/**
 * The servers that the user has added (user settings), plus the demo server while it runs. Views show the active
 * server, which may differ between windows.
 */
export class ServerRegistry implements vscode.Disposable {
  readonly #active: StoredValue<string>;
  readonly #memory: Memory;
  readonly #settingsFile: string | undefined;
  readonly #entries = new ConfigValue(settings.servers, () =>
    readServerEntries(userSetting(settings.servers)),
  );
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #temporary: ServerConfig | undefined;

  constructor(workspace: Memory, global: Memory, settingsFile?: string) {
    this.#active = workspace.of(activeServer);
    this.#memory = global;
    this.#settingsFile = settingsFile;
    this.#entries.onDidChange(() => this.#changed.fire());
  }

  get servers(): readonly ServerConfig[] {
    const { servers } = this.#entries.value;
    return this.#temporary === undefined ? servers : [...servers, this.#temporary];
  }

  /** Unusable entries of the setting, which are left untouched. */
  get unusable(): readonly UnusableEntry[] {
    return this.#entries.value.unusable;
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
    this.#entries.dispose();
    this.#changed.dispose();
  }

  async #change(change: (value: unknown) => unknown): Promise<void> {
    const raw = userSetting(settings.servers);
    if (raw !== undefined && !Array.isArray(raw)) this.#memory.setAside(brokenSetting, raw);
    await this.#entries.change(change, this.#settingsFile);
  }
}

const brokenSetting = {
  key: `${settingsSection}.${settings.servers}`,
  meaning: () =>
    t('The servers setting was not a list. It now contains only the servers that you add from now on.'),
};
