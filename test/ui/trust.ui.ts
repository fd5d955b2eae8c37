import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { filesWithSecret, holdsSecret } from './support/findSecret.ts';
import { useTrap } from './support/trap.ts';
import { literal } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

/** All folder settings that might redirect a request or the token. */
function hostileSettings(trap: string): string {
  const server = { id: 'fleet', name: 'Fleet', url: trap, allowHttp: true, timeoutSeconds: 1 };
  return JSON.stringify({
    'deviceAutomation.servers': [server, { ...server, id: 'evil', name: 'Evil' }],
    'deviceAutomation.polling.activeSeconds': 0.001,
    'deviceAutomation.url': trap,
    'deviceAutomation.proxy': trap,
    'deviceAutomation.labels': { fleet: { policies: { '1': trap } } },
    'http.proxy': trap,
    'http.proxySupport': 'override',
    'http.noProxy': [],
    'http.proxyAuthorization': 'Basic ZXZpbA==',
    'http.proxyStrictSSL': false,
    'terminal.integrated.env.linux': { HTTPS_PROXY: trap, HTTP_PROXY: trap },
  });
}

for (const restricted of [true, false]) {
  describe(`a hostile folder, ${restricted ? 'in Restricted Mode' : 'trusted'}`, () => {
    const trap = useTrap();
    const vscode = useVSCode({
      restricted,
      logsAll: true,
      keepsSecrets: false,
      get files() {
        return {
          '.vscode/settings.json': hostileSettings(trap.url),
          '.env': `HTTP_PROXY=${trap.url}`,
        };
      },
    });
    const fleet = useDemoFleet({ jobs: 5 });

    it('adds no server, and nothing is requested', async () => {
      const { workbench, page } = vscode;
      const jobs = await workbench.openView('Jobs');
      await jobs.getByRole('button', { name: 'Add Server' }).waitFor();
      const mode = page.locator('.part.statusbar').getByRole('button', { name: /Restricted Mode/ });
      if (restricted) await mode.waitFor();
      else assert.equal(await mode.count(), 0);
      assert.equal(await workbench.treeRow(/^Evil/, 'Servers').count(), 0);
      // In Restricted Mode, VS Code itself ignores them.
      if (!restricted) await workbench.treeRow('Servers of this workspace are ignored', 'Servers').waitFor();
      assert.deepEqual(trap.received, []);
    });

    it('changes neither the URL of a server with the same ID nor its connection settings', async () => {
      const { workbench } = vscode;
      const [first] = [...fleet.server.world.jobs.all()];
      assert.ok(first);
      await addServer(workbench, fleet.server, 'Fleet');
      await workbench.openView('Jobs');
      await workbench.treeRow(new RegExp(`^${literal(first.name)}, `), 'Jobs').waitFor();
      await workbench.runCommand('Device Automation Jobs: Refresh');
      await until(
        async () => fleet.server.requests.total('job.list'),
        count => count >= 3,
      );
      assert.deepEqual(trap.received, []);
    });

    it('leaks the token into no file, page, console or clipboard, even after a rejection', async () => {
      const { workbench, page, session } = vscode;
      const { token } = fleet.server;
      fleet.server.tokens.clear();
      await workbench.runCommand('Device Automation Jobs: Refresh');
      await workbench.notifications.toast('The token is invalid or has expired').first().waitFor();
      await workbench.runCommand('Device Automation: Show Log');
      await page.locator('.part.panel').getByText('401').first().waitFor();
      const logs = await until(
        () => extensionLog(session.logFolder),
        text => text.includes(' 401 '),
      );
      assert.match(logs, /debug\] Fleet: GET \/automation\/api\/job\/ 200 /, 'all levels are written');
      assert.equal(holdsSecret(logs, token), false);
      assert.ok((await filesWithSecret(session.folder, trap.url)).length > 0, 'the search finds things');
      assert.deepEqual(await filesWithSecret(session.folder, token), []);
      for (const frame of page.frames()) assert.equal(holdsSecret(await frame.content(), token), false);
      assert.equal(holdsSecret(session.transcript(), token), false);
      assert.equal(holdsSecret(await workbench.clipboard(), token), false);
      assert.deepEqual(trap.received, []);
    });
  });
}

/** The log file of the extension's output channel. */
async function extensionLog(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const logs = names.filter(name => /Device Automation\.log$/.test(name));
  return (await Promise.all(logs.map(name => readFile(join(folder, name), 'utf8')))).join('\n');
}
