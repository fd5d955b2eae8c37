import * as vscode from 'vscode';
import * as z from 'zod';
import { normaliseBaseUrl, type ServerConfig, ServerConfigSchema } from '../model/server.ts';
import { isRecord } from '../util/json.ts';
import { settings, settingsSection } from './ids.ts';
import { updateUserSetting, userSetting } from './settings.ts';

const activeServerKey = 'activeServer';

/**
 * The servers a person has added (user settings) and the demo server while it runs. The active one is
 * what the views show; each window has its own.
 */
export class ServerRegistry implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #configured: readonly ServerConfig[];
  #temporary: ServerConfig | undefined;
  #unusable = 0;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    this.#configured = this.#read();
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${settingsSection}.${settings.servers}`)) this.#reload();
    });
  }

  get servers(): readonly ServerConfig[] {
    return this.#temporary === undefined ? this.#configured : [...this.#configured, this.#temporary];
  }

  /** Entries of the setting that cannot be used; they are left in it untouched. */
  get unusableEntries(): number {
    return this.#unusable;
  }

  get(id: string): ServerConfig | undefined {
    return this.servers.find(server => server.id === id);
  }

  get active(): ServerConfig | undefined {
    const remembered = z.string().safeParse(this.#memento.get(activeServerKey));
    return (remembered.success ? this.get(remembered.data) : undefined) ?? this.servers[0];
  }

  isTemporary(id: string): boolean {
    return this.#temporary?.id === id;
  }

  async setActive(id: string): Promise<void> {
    await this.#memento.update(activeServerKey, id);
    this.#changed.fire();
  }

  /** Adds the server, or replaces the one with its id; other entries of the setting stay as they are. */
  async save(server: ServerConfig): Promise<void> {
    const entries = rawEntries();
    const index = entries.findIndex(entry => isRecord(entry) && entry['id'] === server.id);
    await updateUserSetting(settings.servers, index < 0 ? [...entries, server] : entries.with(index, server));
    this.#reload();
  }

  async remove(id: string): Promise<void> {
    const entries = rawEntries().filter(entry => !isRecord(entry) || entry['id'] !== id);
    await updateUserSetting(settings.servers, entries);
    this.#reload();
  }

  /** The demo server lives only as long as its window and is never written to the settings. */
  setTemporary(server: ServerConfig | undefined): void {
    this.#temporary = server;
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #reload(): void {
    const before = JSON.stringify(this.#configured);
    this.#configured = this.#read();
    if (JSON.stringify(this.#configured) !== before) this.#changed.fire();
  }

  #read(): readonly ServerConfig[] {
    const entries = rawEntries();
    const byId = new Map<string, ServerConfig>();
    for (const entry of entries) {
      const reading = ServerConfigSchema.safeParse(entry);
      if (reading.success && !byId.has(reading.data.id))
        byId.set(reading.data.id, withPlainUrl(reading.data));
    }
    this.#unusable = entries.length - byId.size;
    return [...byId.values()];
  }
}

function rawEntries(): readonly unknown[] {
  const reading = z.array(z.unknown()).safeParse(userSetting(settings.servers));
  return reading.success ? reading.data : [];
}

function withPlainUrl(server: ServerConfig): ServerConfig {
  const base = normaliseBaseUrl(server.url);
  return base.kind === 'ok' ? { ...server, url: base.url } : server;
}
