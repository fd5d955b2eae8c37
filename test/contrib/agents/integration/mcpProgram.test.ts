import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRecord } from '../../../../src/base/json.ts';
import { apiRoutes } from '../../../../src/contrib/demo/server/routes.ts';
import { type Shell, withShell } from '../../../cli/support/shell.ts';
import { cliProgram } from '../../../contract/support/programs.ts';
import { clientVariables, requiringClients, startTlsFront } from '../../../support/http/tlsServer.ts';

interface Connection {
  readonly client: Client;
  readonly transport: StdioClientTransport;
}

/** Starts the command line as it ships, and connects to it. */
async function connect(
  { environment }: Pick<Shell, 'environment'>,
  ...args: readonly string[]
): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await cliProgram(), 'mcp', ...args],
    env: { ...environment },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return { client, transport };
}

describe('device-automation mcp as a program', () => {
  it('answers over standard input and output, and ends when the client closes', function () {
    this.timeout(30_000);
    return withShell(async shell => {
      shell.addJob({ name: 'Nightly update' });
      const { client, transport } = await connect(shell);
      const { structuredContent } = await client.callTool({ name: 'find_jobs', arguments: {} });
      assert.match(JSON.stringify(structuredContent), /"name":"Nightly update"/);
      const { pid } = transport;
      await client.close();
      assert.throws(() => process.kill(pid ?? 0, 0), 'the process has ended');
    });
  });

  it('reads through a gateway that requires a client certificate', function () {
    this.timeout(30_000);
    return withShell(async shell => {
      shell.addJob({ name: 'Nightly update' });
      const target = shell.environment['DEVICE_AUTOMATION_SERVER_URL'] ?? '';
      const front = await startTlsFront('good', target, 0, requiringClients);
      const variables = { ...clientVariables, DEVICE_AUTOMATION_SERVER_URL: front.url };
      const { client } = await connect({ environment: { ...shell.environment, ...variables } });
      const { structuredContent } = await client.callTool({ name: 'find_jobs', arguments: {} });
      await client.close();
      await front.close();
      assert.match(JSON.stringify(structuredContent), /"name":"Nightly update"/);
    });
  });

  it('reports a change during which it was killed when it starts again', function () {
    this.timeout(30_000);
    const killed = { pid: 0 };
    const routes = apiRoutes.map(route => {
      const { PATCH } = route.operations;
      if (route.title !== 'Job Instance' || PATCH === undefined) return route;
      const write: typeof PATCH = call => {
        process.kill(killed.pid, 'SIGKILL');
        return PATCH(call);
      };
      return { ...route, operations: { ...route.operations, PATCH: write } };
    });
    return withShell(
      async shell => {
        const { id } = shell.addJob({ name: 'Nightly update' });
        const first = await connect(shell, '--allow-writes');
        killed.pid = first.transport.pid ?? 0;
        const change = { ids: [id], change: { enabled: false } };
        const { structuredContent } = await first.client.callTool({
          name: 'change_jobs_and_groups',
          arguments: change,
        });
        const plan = { plan: isRecord(structuredContent) ? structuredContent['plan'] : undefined };
        await assert.rejects(first.client.callTool({ name: 'apply_plan', arguments: plan }));
        const second = await connect(shell, '--allow-writes');
        const said = second.client.getInstructions() ?? '';
        await second.client.close();
        assert.ok(said.includes('was interrupted') && said.includes(`#${id}`), said);
      },
      { routes },
    );
  });
});
