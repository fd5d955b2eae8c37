import * as vscode from 'vscode';
import * as z from 'zod';
import type { ServerConfig } from '../model/server.ts';

const StoredTokenSchema = z.object({ origin: z.string(), token: z.string().min(1) });

/**
 * Tokens in VS Code's SecretStorage and nowhere else. Each is stored with the origin it was given for, and
 * is handed out for exactly that origin: a server whose URL was changed has no token until one is given.
 */
export class TokenStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  /** The demo server's token: it dies with the window, so it is not stored at all. */
  readonly #temporary = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when a token was given or forgotten, also in another window. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(() => this.#changed.fire());
  }

  async get(server: ServerConfig): Promise<string | undefined> {
    const temporary = this.#temporary.get(secretKey(server));
    if (temporary !== undefined) return temporary;
    const stored = await this.#secrets.get(secretKey(server));
    if (stored === undefined) return undefined;
    const reading = StoredTokenSchema.safeParse(parseOrUndefined(stored));
    return reading.success && reading.data.origin === originOf(server) ? reading.data.token : undefined;
  }

  async set(server: ServerConfig, token: string): Promise<void> {
    await this.#secrets.store(secretKey(server), JSON.stringify({ origin: originOf(server), token }));
  }

  setTemporary(server: ServerConfig, token: string): void {
    this.#temporary.set(secretKey(server), token);
    this.#changed.fire();
  }

  async delete(server: ServerConfig): Promise<void> {
    this.#temporary.delete(secretKey(server));
    await this.#secrets.delete(secretKey(server));
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Scheme, host and port are part of the key as well, so two URLs never share an entry. */
function secretKey(server: ServerConfig): string {
  return `token:${server.id}:${originOf(server)}`;
}

function originOf(server: ServerConfig): string {
  return new URL(server.url).origin;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A damaged entry reads as "no token"; signing in writes a new one.
    return undefined;
  }
}
