import type { DemoServerOptions } from '../../demo/options.ts';
import { type DemoServer, startDemoServer } from '../../demo/server.ts';
import type { Workbench } from './workbench.ts';

/** A demo server in the process of the test, which can read its state and its request log. */
export interface DemoFleet {
  readonly server: DemoServer;
}

/** Call once in a `describe`: runs a server during its tests that changes nothing by itself. */
export function useDemoFleet(options: DemoServerOptions = {}): DemoFleet {
  let server: DemoServer | undefined;
  before('start the demo server', async () => {
    server = await startDemoServer({ pace: 'still', token: 'test-token-1234567890', ...options });
  });
  after('stop the demo server', () => server?.close());
  return {
    get server() {
      if (!server) throw new Error('the demo server runs only while tests run');
      return server;
    },
  };
}

/** Adds the server as a user does: URL, name, token. */
export async function addServer(workbench: Workbench, server: DemoServer, name: string): Promise<void> {
  // The commands exist only after VS Code has loaded its extensions, which the view shows.
  await workbench.openView('Servers');
  await workbench.runCommand('Device Automation: Add Server…');
  await workbench.submitInput(server.url);
  await workbench.submitInput(name);
  await workbench.submitInput(server.token);
  await workbench.notifications.waitFor(`Connected to “${name}”`);
}

/** The requests of this kind that the server has received, for example `job.update`. */
export function requestsOf(server: DemoServer, kind: string) {
  return server.requests.entries.filter(entry => entry.kind === kind);
}
