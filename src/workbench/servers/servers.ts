import * as vscode from 'vscode';
import * as z from 'zod/mini';
import {
  readServerEntries,
  type ServerConfig,
  type UnusableEntry,
  withConnectionEdited,
  withConnectionRemoved,
  withServerAdded,
  withServerEdited,
  withServerRemoved,
} from '../../api/model/server.ts';
import { isRecord, recordOf } from '../../base/json.ts';
import {
  ConfigValue,
  isSetByWorkspace,
  type SettingEdit,
  userSetting,
  userValues,
} from '../platform/configValue.ts';
import { settings, settingsSection } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue } from '../platform/memory.ts';
import type { UserMemory, UserShape } from '../platform/userMemory.ts';

const activeServer: UserShape<string> = {
  key: 'activeServer',
  schema: z.string(),
  fallback: '',
  merge: user => user,
  meaning: () => t('The active server was reset to the first one.'),
};

/**
 * The servers that the user has added (user settings), plus a temporary one. Views show the active
 * server, which may differ between windows.
 */
export class ServerRegistry implements vscode.Disposable {
  readonly #active: StoredValue<string>;
  /** The window's own: nobody should stop a job on a server that another window has switched to. */
  #activeHere: string | undefined;
  readonly #memory: Memory;
  readonly #entries = new ConfigValue([settings.servers, settings.connections], () => {
    const own = userValues(settingsSection);
    return readServerEntries(own(settings.servers), own(settings.connections));
  });
  /**
   * A workspace must not choose where tokens are sent, which authorities are trusted and what programs run, so its
   * servers and connections are ignored.
   */
  readonly isSetByWorkspace = new ConfigValue([settings.servers, settings.connections], () =>
    isSetByWorkspace(settings.servers, settings.connections),
  );
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #removed = new vscode.EventEmitter<string>();
  /** Fires with the ID of a server that the user removes, before it is gone. */
  readonly onWillRemove = this.#removed.event;
  #temporary: { readonly server: ServerConfig; readonly remove: () => Promise<void> } | undefined;

  /** A new window shows the server that was last activated in any window. */
  constructor(user: Pick<UserMemory, 'of'>, global: Memory) {
    this.#active = user.of(activeServer);
    this.#memory = global;
    this.#entries.onDidChange(() => this.#changed.fire());
  }

  get servers(): readonly ServerConfig[] {
    const { servers } = this.#entries.value;
    return this.#temporary === undefined ? servers : [...servers, this.#temporary.server];
  }

  /** Unusable entries of the setting, which are left untouched. */
  get unusable(): readonly UnusableEntry[] {
    return this.#entries.value.unusable;
  }

  get(id: string): ServerConfig | undefined {
    return this.servers.find(server => server.id === id);
  }

  get active(): ServerConfig | undefined {
    this.#activeHere ??= this.#active.get();
    return this.get(this.#activeHere) ?? this.get(this.#active.get()) ?? this.servers[0];
  }

  isTemporary(id: string): boolean {
    return this.#temporary?.server.id === id;
  }

  async setActive(id: string): Promise<void> {
    this.#activeHere = id;
    if (!this.isTemporary(id)) await this.#active.set(id);
    this.#changed.fire();
  }

  /** How this computer connects is written first: a server never appears without its certificates. */
  add(server: ServerConfig): Promise<void> {
    return this.#change(
      server.id,
      [settings.connections, value => withConnectionEdited(value, {}, server)],
      [settings.servers, value => withServerAdded(value, server)],
    );
  }

  /** Applies the differences between the server that the user saw and `after`. */
  edit(before: ServerConfig, after: ServerConfig): Promise<void> {
    return this.#change(
      after.id,
      [settings.connections, value => withConnectionEdited(value, before, after)],
      [settings.servers, value => withServerEdited(value, before, after)],
    );
  }

  remove(id: string): Promise<void> {
    if (this.#temporary?.server.id === id) return this.#temporary.remove();
    this.#removed.fire(id);
    return this.#change(
      id,
      [settings.servers, value => withServerRemoved(value, id)],
      [settings.connections, value => withConnectionRemoved(value, id)],
    );
  }

  /** Adds a server that exists at most as long as its window and is not in the settings; `remove` removes it. */
  addTemporary(server: ServerConfig, remove: () => Promise<void>): void {
    this.#temporary = { server, remove };
    this.#changed.fire();
  }

  removeTemporary(): void {
    this.#temporary = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#entries.dispose();
    this.isSetByWorkspace.dispose();
    this.#changed.dispose();
    this.#removed.dispose();
  }

  async #change(id: string, ...edits: readonly SettingEdit[]): Promise<void> {
    for (const [name, apply] of edits) {
      const value = userSetting(name);
      const isUsable =
        name === settings.servers
          ? Array.isArray(value ?? [])
          : isRecord(value ?? {}) && isRecord(recordOf(value)[id] ?? {});
      if (!isUsable && apply(value) !== value) this.#setAside(name, value);
    }
    await this.#entries.changeAll(edits);
  }

  #setAside(name: string, value: unknown): void {
    const key = `${settingsSection}.${name}`;
    const meaning = () =>
      t('The setting “{name}” was invalid. It now contains only what you add from now on.', { name: key });
    this.#memory.setAside({ key, meaning }, value);
  }
}
