import assert from 'node:assert/strict';
import { bare } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const twoServers = (memoryServer: ScriptedServer, office: ScriptedServer) => [
  { id: 'plant', name: 'Plant', url: memoryServer.url },
  { id: 'office', name: 'Office', url: office.url },
];

describe('an error of a command', () => {
  it('names its own server, not the one that is shown', () =>
    withScript(memoryServer =>
      withScript(office =>
        withApp(
          {
            servers: [
              ...twoServers(memoryServer, office),
              { id: 'branch', name: 'Branch', url: `${office.url}/branch` },
            ],
          },
          async ({ app, messages }) => {
            for (const server of [memoryServer, office]) server.otherwise(bare(401));
            for (const server of ['plant', 'office', 'branch'])
              await app.runCommand('deviceAutomation.job.stop', [{ ids: [7, 8], server }]);
            assert.deepEqual(
              messages.map(({ message }) => /on “(.*?)”\./.exec(message)?.[1]),
              ['Plant', 'Office', 'Branch'],
            );
          },
        ),
      ),
    ));
});
