import assert from 'node:assert/strict';
import { bare, json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire } from '../support/http/wire.ts';
import { withApp } from './support/appInNode.ts';

const { documentEvents, user } = await import('../support/vscode/vscodeFake.ts');

const commands = [
  ['deviceAutomation.job.delete', [1]],
  ['deviceAutomation.job.disable', [{ ids: [1, 2] }]],
  ['deviceAutomation.job.stop', [{ ids: [1, 2] }]],
] as const;
const changes = [
  ['becomes a production server', { production: true }, /was marked as a production server/],
  ['becomes read-only', { readOnly: true }, /is marked as read-only/],
  ['moves to another URL', { url: 'http://127.0.0.1:1' }, /the settings or the token of the server changed/],
] as const;

describe('a server that changes while a prompt is open', () => {
  for (const [change, fields, message] of changes)
    for (const [command, args] of commands)
      it(`receives no write of ${command} when it ${change}`, () =>
        withScript(server => {
          server.otherwise(exchange => {
            const { method, path } = exchange.received;
            if (method === 'DELETE') return bare(204)(exchange);
            const id = Number(/job\/(\d+)\//.exec(path)?.[1] ?? 0);
            return json({ ...jobWire(id), status: 'executing' })(exchange);
          });
          const config = { id: 'plant', name: 'Plant', url: server.url };
          return withApp(
            {
              servers: [config],
              answer: ({ actions }) => {
                user.settings.values.set('deviceAutomation.servers', [{ ...config, ...fields }]);
                documentEvents.configured.fire({ affectsConfiguration: () => true });
                return actions.find(action => ['Delete', 'Disable', 'Stop'].includes(action));
              },
            },
            async ({ app, messages }) => {
              await app.runCommand(command, args);
              assert.deepEqual(
                server.received.filter(({ method }) => method !== 'GET'),
                [],
              );
              assert.match(messages.map(shown => shown.message).join('\n'), message);
            },
          );
        }));
});
