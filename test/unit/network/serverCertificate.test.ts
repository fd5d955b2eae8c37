import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { trustedAuthorities } from '../../../src/network/authorities.ts';
import { readServerCertificate, tryHandshake } from '../../../src/network/serverCertificate.ts';
import { listen } from '../../support/http/listen.ts';
import { noProxies } from '../../support/http/noProxies.ts';
import { startTestProxy } from '../../support/http/testProxy.ts';
import {
  type CertificateName,
  caFile,
  certificateFile,
  startTlsServer,
} from '../../support/http/tlsServer.ts';

const key = readFileSync(new URL('key.pem', certificateFile('good')));

async function handshakeWith(name: CertificateName) {
  const server = await startTlsServer(name);
  try {
    const context = await trustedAuthorities({ caFile, useSystem: false });
    return await tryHandshake(new URL(`https://localhost:${server.port}`), noProxies, context);
  } finally {
    await server.close();
  }
}

describe('a handshake with a server', () => {
  it('reports how the connection is secured, and what is wrong with the certificate', async () => {
    const good = await handshakeWith('good');
    assert.match(good.protocol, /^TLSv1\.\d$/);
    assert.match(good.cipher, /^TLS_/);
    assert.equal(good.failure, undefined);
    assert.equal((await handshakeWith('wrongName')).failure, 'ERR_TLS_CERT_ALTNAME_INVALID');
    assert.equal((await handshakeWith('expired')).failure, 'CERT_HAS_EXPIRED');
  });

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

  it('uses port 443 when the URL has none', async () => {
    const proxy = await startTestProxy({ refuseWith: 403 });
    try {
      const reading = readServerCertificate(new URL('https://a.example'), { ...noProxies, proxy: proxy.url });
      await assert.rejects(reading, { code: 'HTTP 403' });
      assert.deepEqual(proxy.asked, ['CONNECT a.example:443']);
    } finally {
      await proxy.close();
    }
  });

  it('fails for the reason of the connection', async () => {
    const server = await startTlsServer('good');
    await server.close();
    const reading = readServerCertificate(new URL(`https://127.0.0.1:${server.port}`), noProxies);
    await assert.rejects(reading, { code: 'ECONNREFUSED' });
  });
});
