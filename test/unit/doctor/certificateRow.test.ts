import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mock } from 'node:test';
import tls from 'node:tls';
import type { ServerConfig } from '../../../src/model/server.ts';
import {
  type CertificateName,
  caFile,
  certificateFile,
  startTlsServer,
} from '../../support/http/tlsServer.ts';
import { reportOf, usual } from './support/reportOf.ts';

interface Trust {
  /** Whether Node.js trusts the CA that issued the test certificates. */
  readonly byNode?: boolean;
  readonly useSystemCertificates?: boolean;
}

/** The certificate row for a server with one of the test certificates. */
async function certificateRow(
  name: CertificateName,
  server: Partial<ServerConfig> = {},
  { byNode = false, useSystemCertificates = false }: Trust = {},
) {
  const { port, close } = await startTlsServer(name);
  const create = tls.createSecureContext;
  const trusting = mock.method(tls, 'createSecureContext', (given?: tls.SecureContextOptions) =>
    create(byNode ? { ca: readFileSync(caFile) } : given),
  );
  try {
    const config = { url: `https://localhost:${port}`, ...server };
    return (await reportOf(usual, { server: config, useSystemCertificates })).row('Certificate');
  } finally {
    trusting.mock.restore();
    await close();
  }
}

describe('the certificate in the connection report', () => {
  it('is shown with everything that identifies it', async () => {
    const shown = new X509Certificate(readFileSync(certificateFile('good')));
    const [, , ...facts] = await certificateRow('good');
    assert.deepEqual(facts.slice(0, -1), [
      'Issued to: CN=devices.example, O=Device Automation tests',
      'Issued by: CN=Test CA, O=Device Automation tests',
      `Names: ${shown.subjectAltName}`,
      `Valid from ${shown.validFrom} until ${shown.validTo}`,
      `SHA-256 fingerprint: ${shown.fingerprint256}`,
    ]);
    assert.match(facts.at(-1) ?? '', /^Protocol: TLSv1\.3, TLS_\w+$/);
  });

  it('passes with the system’s CAs if the setting includes them', async () => {
    const trust = { byNode: true, useSystemCertificates: true };
    const text = 'trusted: issued by a CA that the system or Node.js trusts';
    assert.deepEqual((await certificateRow('good', {}, trust)).slice(0, 2), ['passed', text]);
    const vscode = await certificateRow('good', { network: 'vscode' }, trust);
    assert.deepEqual(vscode.slice(0, 2), ['info', `verified by VS Code; ${text}`]);
  });
});
