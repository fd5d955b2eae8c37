import type { DemoServerOptions } from '../../demo/options.ts';
import { type DemoServer, startDemoServer } from '../../demo/server.ts';
import type { Workbench } from './workbench.ts';

/** A demo server in the test's own process, so that a test can read its state and its log. */
export interface DemoFleet {
  readonly server: DemoServer;
}

/** To be called once in a describe: a server that changes nothing by itself and runs during the tests. */
export function useDemoFleet(options: DemoServerOptions = {}): DemoFleet {
  let server: DemoServer | undefined;
  before('start the demo server', async () => {
    server = await startDemoServer({ pace: 'still', token: 'test-token-1234567890', ...options });
  });
  after('end the demo server', () => server?.close());
  return {
    get server() {
      if (!server) throw new Error('the demo server runs only while tests run');
      return server;
    },
  };
}

/** Adds the server as a person does: URL, name, token. */
export async function addServer(workbench: Workbench, server: DemoServer, name: string): Promise<void> {
  // VS Code has the commands only once its extensions are loaded, as the view shows
  await workbench.openView('Servers');
  await workbench.runCommand('Device Automation: Add Server…');
  await workbench.answerInput(server.url);
  await workbench.answerInput(name);
  await workbench.answerInput(server.token);
  await workbench.notifications.waitFor(`Connected to “${name}”`);
}

/** Requests of these kinds that the server has responded to, for example `job.update`. */
export function requestsOf(server: DemoServer, kind: string) {
  return server.requests.entries.filter(entry => entry.kind === kind);
}
