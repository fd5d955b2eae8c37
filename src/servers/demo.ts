import * as z from 'zod/mini';
import type { DemoServer } from '../demo/httpServer.ts';
import { demoServerId, type ServerConfig } from '../model/server.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue, ValueShape } from '../platform/memory.ts';
import type { ServerRegistry } from './servers.ts';
import type { TokenStore } from './tokens.ts';

const demoRuns: ValueShape<boolean> = {
  key: 'demoRuns',
  schema: z.boolean(),
  fallback: false,
  meaning: () => t('The demo server will not restart automatically.'),
};

/** Runs the embedded demo server, which appears like any other server until its window closes. */
export class Demo {
  readonly #servers: ServerRegistry;
  readonly #tokens: TokenStore;
  readonly #language: string;
  readonly #wasRunning: StoredValue<boolean>;
  #running: Promise<DemoServer> | undefined;

  /** `language`: the user's, in which jobs have their status words if the demo supports it. */
  constructor(servers: ServerRegistry, tokens: TokenStore, memory: Memory, language: string) {
    this.#servers = servers;
    this.#tokens = tokens;
    this.#language = language;
    this.#wasRunning = memory.of(demoRuns);
  }

  /** Whether the demo was running before a window reload, so that documents and views still refer to it. */
  get wasRunning(): boolean {
    return this.#wasRunning.get();
  }

  /** Starts the demo server and makes it active; does nothing if it is already running. */
  async start(): Promise<void> {
    this.#running ??= this.#launch();
    await this.#running;
    await this.#wasRunning.set(true);
    await this.#servers.setActive(demoServerId);
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await this.#wasRunning.set(false);
    this.#servers.setTemporary(undefined);
    await (await running)?.close();
  }

  /** Stops the server because its window closes; it restarts with the window. */
  async close(): Promise<void> {
    await (await this.#running)?.close();
  }

  async #launch(): Promise<DemoServer> {
    const { startDemoServer } = await import('../demo/httpServer.ts');
    const statusWords = this.#language.startsWith('ru') ? 'ru' : 'en';
    const server = await startDemoServer({ variant: { statusWords } });
    const config: ServerConfig = {
      id: demoServerId,
      name: t('Demo server'),
      url: server.url,
      timeZone: 'UTC',
    };
    this.#tokens.setTemporary(config, server.token);
    this.#servers.setTemporary(config);
    return server;
  }
}
