import * as z from 'zod/mini';
import { demoServerId, type ServerConfig } from '../../../api/model/server.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { Memory, ValueShape } from '../../../workbench/platform/memory.ts';
import type { ServerRegistry } from '../../../workbench/servers/servers.ts';
import type { TokenStore } from '../../../workbench/servers/tokens.ts';
import type { DemoServer } from '../server/httpServer.ts';

const demoRuns: ValueShape<boolean> = {
  key: 'demoRuns',
  schema: z.boolean(),
  fallback: false,
  meaning: () => t('The demo server will not restart automatically.'),
};

/**
 * Runs the embedded demo server, which appears like any other server until its window closes. `language` is the
 * user's, in which jobs have their status words if the demo supports it.
 */
export function createDemo(servers: ServerRegistry, tokens: TokenStore, memory: Memory, language: string) {
  const wasRunning = memory.of(demoRuns);
  let running: Promise<DemoServer> | undefined;
  const launch = async (): Promise<DemoServer> => {
    const { startDemoServer } = await import('../server/httpServer.ts');
    const server = await startDemoServer({
      // The demo of a user should show something within seconds; `npm start -- --pace scheduled` chooses the other.
      pace: process.env['DEVICE_AUTOMATION_DEMO'] === 'scheduled' ? 'scheduled' : 'lively',
      variant: { statusWords: language.startsWith('ru') ? 'ru' : 'en' },
    });
    const { url, token } = server;
    const config: ServerConfig = { id: demoServerId, name: t('Demo server'), url, timeZone: 'UTC' };
    tokens.setTemporary(config, token);
    servers.addTemporary(config, stop);
    return server;
  };
  const stop = async (): Promise<void> => {
    const stopping = running;
    running = undefined;
    await wasRunning.set(false);
    servers.removeTemporary();
    await (await stopping)?.close();
  };
  return {
    /** Whether the demo was running before a window reload, so that documents and views still refer to it. */
    get wasRunning(): boolean {
      return wasRunning.get();
    },
    /** Starts the demo server and makes it active; does nothing if it is already running. */
    async start(): Promise<void> {
      running ??= launch();
      await running;
      await wasRunning.set(true);
      await servers.setActive(demoServerId);
    },
    stop,
    /** Stops the server because its window closes; it restarts with the window. */
    async close(): Promise<void> {
      await (await running)?.close();
    },
  };
}
