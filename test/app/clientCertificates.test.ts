import assert from 'node:assert/strict';
import { caFile, requiringClients, startTlsServer, tlsFixture } from '../support/http/tlsServer.ts';
import { withApp } from './support/appInNode.ts';

/** A user at a server that requires a client certificate, which a PFX file has. */
async function withGateway(types: readonly string[], use: (server: Gateway) => Promise<void>): Promise<void> {
  const server = await startTlsServer('good', requiringClients);
  const typed = types.values();
  const titles: string[] = [];
  const input = (title: string) => {
    titles.push(title);
    return typed.next().value;
  };
  const url = `https://localhost:${server.port}`;
  const config = { id: 'plant', name: 'Plant', url, caFile, clientCertificateFile: tlsFixture('client.pfx') };
  const answer = ({ actions }: { readonly actions: readonly string[] }) =>
    actions.find(action => action === 'Enter Passphrase…');
  try {
    await withApp({ servers: [config], input, answer }, async ({ app, messages }) => {
      const read = () => app.runCommand('deviceAutomation.row.copyName', [7]);
      await use({
        read,
        titles,
        messages: () => messages.map(({ message }) => message),
        requests: server.received,
      });
    });
  } finally {
    await server.close();
  }
}

interface Gateway {
  readonly read: () => Promise<void>;
  readonly titles: readonly string[];
  readonly messages: () => readonly string[];
  readonly requests: readonly unknown[];
}

describe('the passphrase of a client certificate', () => {
  it('is asked for when it is needed, and then used without asking again', () =>
    withGateway(['client-passphrase'], async ({ read, titles, requests }) => {
      await read();
      assert.deepEqual([titles, requests.length], [['Passphrase for “Plant”'], 0]);
      await read();
      await read();
      assert.equal(titles.length, 1);
      assert.ok(requests.length > 0);
    }));

  it('is asked for again if it was wrong', () =>
    withGateway(['another', 'client-passphrase'], async ({ read, titles, messages, requests }) => {
      await read();
      await read();
      assert.match(
        messages().at(-1) ?? '',
        /the passphrase of “.*client\.pfx” is wrong, or the key is damaged; enter it again/,
      );
      assert.deepEqual([titles.length, requests.length], [2, 0]);
      await read();
      assert.ok(requests.length > 0);
    }));
});
