import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ServerConfig } from '../../api/model/server.ts';
import { jsonOrUndefined } from '../../base/json.ts';
import { t } from '../platform/localize.ts';
import { readStored, toStored, type Unread, type ValueShape } from '../platform/memory.ts';

const StoredTokenSchema = z.object({ origin: z.string(), token: z.string().check(z.minLength(1)) });
type StoredToken = z.infer<typeof StoredTokenSchema>;

/** Tokens are bound to a server and an origin. */
export interface TokenOwner {
  readonly serverId: string;
  readonly origin: string;
}

interface Reading {
  readonly token: Promise<string | undefined>;
  isOutdated: boolean;
}

/** `passphrase`: that of the server's client certificate. */
export type SecretKind = 'token' | 'passphrase';

/**
 * Stores tokens, or passphrases, in VS Code's SecretStorage and nowhere else. Each is stored with its origin and only returned for
 * exactly that origin: a server whose URL changes has no token until the user enters one.
 */
export class TokenStore implements vscode.Disposable {
  readonly #kind: SecretKind;
  readonly #secrets: vscode.SecretStorage;
  readonly #onUnread: (unread: Unread) => void;
  readonly #onUnavailable: (error: unknown, server: ServerConfig, act: 'get' | 'set' | 'delete') => void;
  /** Tokens that are never written: the demo server's, and those that VS Code could not store. */
  readonly #temporary = new Map<string, string>();
  /** The tokens in use here, to recognize VS Code's events without a change. */
  readonly #known = new Map<string, string | undefined>();
  /** Pending reads, because views and requests ask for the same token at the same time. */
  readonly #readings = new Map<string, Reading>();
  readonly #changed = new vscode.EventEmitter<TokenOwner>();
  /** Fires when a server's token is set, replaced or deleted, even in another window. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;

  /** `onUnavailable`: VS Code's secret storage failed, so the token is only available in this window. */
  constructor(
    secrets: vscode.SecretStorage,
    onUnread: (unread: Unread) => void,
    onUnavailable: (error: unknown, server: ServerConfig, act: 'get' | 'set' | 'delete') => void,
    kind: SecretKind = 'token',
  ) {
    this.#kind = kind;
    this.#secrets = secrets;
    this.#onUnread = onUnread;
    this.#onUnavailable = onUnavailable;
    this.#subscription = secrets.onDidChange(({ key }) => void this.#secretChanged(key));
  }

  /** Only asks VS Code until it returns a token: every request needs it, and VS Code reports changes. */
  async get(server: ServerConfig): Promise<string | undefined> {
    const key = secretKey(this.#kind, server);
    const inUse = this.#temporary.get(key) ?? this.#known.get(key);
    if (inUse !== undefined) return inUse;
    const reading = this.#readings.get(key) ?? { token: this.#stored(server), isOutdated: false };
    this.#readings.set(key, reading);
    const token = await reading.token;
    if (reading.isOutdated) return this.get(server);
    this.#readings.delete(key);
    if (!this.#known.has(key)) this.#known.set(key, token);
    return token;
  }

  async set(server: ServerConfig, token: string): Promise<void> {
    const key = secretKey(this.#kind, server);
    this.#outdate(key);
    this.#known.set(key, token);
    if (await this.#store(server, token)) this.#temporary.delete(key);
    else this.#temporary.set(key, token);
    this.#changed.fire(ownerOf(server));
  }

  setTemporary(server: ServerConfig, token: string): void {
    this.#temporary.set(secretKey(this.#kind, server), token);
    this.#changed.fire(ownerOf(server));
  }

  async delete(server: ServerConfig): Promise<void> {
    const key = secretKey(this.#kind, server);
    this.#temporary.delete(key);
    this.#known.set(key, undefined);
    try {
      await this.#secrets.delete(key);
      await this.#secrets.delete(asideKey(key));
    } catch (error) {
      this.#onUnavailable(error, server, 'delete');
    }
    this.#outdate(key);
    this.#changed.fire(ownerOf(server));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** A pending read may return the token from before a change. */
  #outdate(key: string): void {
    const reading = this.#readings.get(key);
    if (reading !== undefined) reading.isOutdated = true;
    this.#readings.delete(key);
  }

  async #stored(server: ServerConfig): Promise<string | undefined> {
    const reading = await this.#read(server);
    return reading?.kind === 'read' && reading.value.origin === originOf(server)
      ? reading.value.token
      : undefined;
  }

  /** `undefined` if VS Code cannot read it. */
  async #read(server: ServerConfig) {
    const shape = tokenShape(this.#kind, server);
    try {
      const text = await this.#secrets.get(shape.key);
      const reading = readStored(shape, text === undefined ? undefined : secretValue(text));
      if (reading.kind === 'broken' && text !== undefined) {
        // The entry may contain a token, so its copy stays in the secret storage, too.
        await this.#secrets.store(asideKey(shape.key), text);
        await this.#secrets.delete(shape.key);
      }
      if (reading.kind === 'broken' || reading.kind === 'newer')
        this.#onUnread({ kind: reading.kind, key: shape.key, meaning: shape.meaning });
      return reading;
    } catch (error) {
      this.#onUnavailable(error, server, 'get');
      return undefined;
    }
  }

  /** Whether the token was stored: false if VS Code cannot store it, or if a newer version's entry must stay. */
  async #store(server: ServerConfig, token: string): Promise<boolean> {
    const shape = tokenShape(this.#kind, server);
    const text = JSON.stringify(toStored(shape, { origin: originOf(server), token }));
    try {
      const before = await this.#secrets.get(shape.key);
      if (before !== undefined && readStored(shape, secretValue(before)).kind === 'newer') {
        this.#onUnread({ kind: 'newer', key: shape.key, meaning: shape.meaning });
        return false;
      }
      await this.#secrets.store(shape.key, text);
      return true;
    } catch (error) {
      this.#onUnavailable(error, server, 'set');
      return false;
    }
  }

  /** VS Code reports secrets that any window has stored or deleted. */
  async #secretChanged(key: string): Promise<void> {
    const [, kind, id, origin] = keyPattern.exec(key) ?? [];
    if (kind !== this.#kind || id === undefined || origin === undefined) return;
    this.#outdate(key);
    const now = await this.#stored({ id, name: id, url: origin });
    if (this.#known.has(key) && this.#known.get(key) === now) return;
    this.#known.set(key, now);
    // Another window's change is newer than the token held only here.
    this.#temporary.delete(key);
    this.#changed.fire({ serverId: id, origin });
  }
}

function ownerOf(server: ServerConfig): TokenOwner {
  return { serverId: server.id, origin: originOf(server) };
}

const keyPattern = /^(\w+):([a-z0-9-]+):(.+)$/;

/** Scheme, host and port are part of the key, so two URLs never share an entry. */
function secretKey(kind: SecretKind, server: ServerConfig): string {
  return `${kind}:${server.id}:${originOf(server)}`;
}

function asideKey(key: string): string {
  return `setAside ${key}`;
}

function tokenShape(kind: SecretKind, server: ServerConfig): ValueShape<StoredToken> {
  return {
    key: secretKey(kind, server),
    schema: StoredTokenSchema,
    fallback: { origin: '', token: '' },
    meaning: () =>
      kind === 'token'
        ? t('The token for “{server}”: sign in again.', { server: server.name })
        : t('The passphrase for “{server}”: enter it again.', { server: server.name }),
  };
}

function originOf(server: ServerConfig): string {
  return new URL(server.url).origin;
}

/** Text that is not JSON is a value as well, but one that matches no shape. */
function secretValue(text: string): unknown {
  return jsonOrUndefined(text) ?? text;
}
