import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { readServerCertificate } from '../../../src/api/network/serverCertificate.ts';
import { listen } from '../../support/http/listen.ts';
import { noProxies } from '../../support/http/noProxies.ts';
import { startTestProxy } from '../../support/http/testProxy.ts';
import { type CertificateName, certificateFile } from '../../support/http/tlsServer.ts';

const key = readFileSync(new URL('key.pem', certificateFile('good')));

describe('a handshake with a server', () => {
  it('names the host to a server that has a certificate for each of its names', async () => {
    const named: string[] = [];
    const contextOf = (name: CertificateName) =>
      createSecureContext({ key, cert: readFileSync(certificateFile(name)) });
    const server = createServer({
      key,
      cert: readFileSync(certificateFile('selfSigned')),
      SNICallback: (name, callback) => {
        named.push(name);
        callback(null, contextOf('good'));
      },
    });
    const port = await listen(server, 0);
    const proxy = await startTestProxy();
    try {
      const subjectOf = async (host: string) =>
        (await readServerCertificate(new URL(`https://${host}:${port}`), { ...noProxies, proxy: proxy.url }))
          .issuer;
      const own = await subjectOf('devices.example');
      for (const address of ['127.0.0.1', '[2001:db8::1]']) assert.notEqual(await subjectOf(address), own);
      assert.deepEqual(named, ['devices.example']);
    } finally {
      server.close();
      server.closeAllConnections();
      await proxy.close();
      await once(server, 'close');
    }
  });
});
