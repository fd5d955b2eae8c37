import assert from 'node:assert/strict';
import { startTlsServer } from '../support/http/tlsServer.ts';
import { withApp } from './support/appInNode.ts';

describe('a certificate that is not trusted', () => {
  for (const [network, offered] of [
    [undefined, 'Show Certificate…'],
    // VS Code would reject it here even if it were trusted.
    ['vscode', 'Check Connection'],
  ] as const) {
    it(`offers “${offered}” over ${network === undefined ? 'the extension’s own' : 'VS Code’s'} connections`, async () => {
      const server = await startTlsServer('selfSigned');
      try {
        const url = `https://localhost:${server.port}`;
        const config = { id: 'plant', name: 'Plant', url, ...(network === undefined ? {} : { network }) };
        await withApp({ servers: [config] }, async ({ app, messages }) => {
          await app.runCommand('deviceAutomation.row.copyName', [7]);
          assert.match(messages[0]?.message ?? '', /certificate of localhost:\d+ is not trusted/);
          assert.deepEqual(messages[0]?.actions, [offered]);
        });
      } finally {
        await server.close();
      }
    });
  }
});
