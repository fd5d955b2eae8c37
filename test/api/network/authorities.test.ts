import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import files, { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import tls from 'node:tls';
import { readTrustedAuthorities } from '../../../src/api/network/authorities.ts';
import { tryHandshake } from '../../../src/api/network/serverCertificate.ts';
import { noProxies } from '../../support/http/noProxies.ts';
import { caFile, startTlsServer, tlsFixture } from '../../support/http/tlsServer.ts';

const ca = readFileSync(caFile, 'utf8');
const untrusted = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';

interface System {
  readonly platform?: string;
  /** Node's list of the system's CAs; absent before Node 22.15. */
  readonly read?: ((store: string) => unknown) | undefined;
  readonly files?: Readonly<Record<string, string>>;
}

/** Replaces the CAs that this computer trusts. */
async function onSystem(system: System, use: () => Promise<void>): Promise<void> {
  const before = { read: Reflect.get(tls, 'getCACertificates'), platform: process.platform };
  Reflect.set(tls, 'getCACertificates', system.read);
  Object.defineProperty(process, 'platform', { value: system.platform ?? 'linux' });
  const reading = mock.method(files, 'readFile', async (file: string, encoding?: string) => {
    const text = system.files?.[file] ?? assert.fail(`there is no ${file}`);
    return encoding === 'utf8' ? text : Buffer.from(text);
  });
  syncBuiltinESMExports();
  try {
    await use();
  } finally {
    reading.mock.restore();
    Reflect.set(tls, 'getCACertificates', before.read);
    Object.defineProperty(process, 'platform', { value: before.platform });
    syncBuiltinESMExports();
  }
}

const failureWith = (useSystem: boolean) => failureIn(readTrustedAuthorities(useSystem, {}));
const failureOf = (file: string, environment: Readonly<Record<string, string>> = {}) =>
  failureIn(readTrustedAuthorities(false, environment, file));

async function withFile(bytes: Buffer, use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-ca-'));
  try {
    await files.writeFile(join(folder, 'ca.file'), bytes);
    await use(join(folder, 'ca.file'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Why a server with the tests' own CA is not trusted; `undefined` if it is. */
async function failureIn(reading: Promise<tls.SecureContext>): Promise<string | undefined> {
  const context = await reading;
  const server = await startTlsServer('good');
  try {
    return (await tryHandshake(new URL(`https://localhost:${server.port}`), noProxies, context)).failure;
  } finally {
    await server.close();
  }
}

describe('the authorities that are trusted for a server', () => {
  it('are those of the operating system if configured', () =>
    onSystem({ read: store => (store === 'system' ? [ca] : []) }, async () => {
      assert.equal(await failureWith(true), undefined);
      assert.equal(await failureWith(false), untrusted);
    }));

  it('are read from the first existing system file when Node does not list them', async () => {
    const bundle = '/etc/ssl/certs/ca-bundle.crt';
    await onSystem({ files: { [bundle]: `# Own CA\n${ca}` } }, async () =>
      assert.equal(await failureWith(true), undefined),
    );
    const both = { '/etc/ssl/certs/ca-certificates.crt': '# none', [bundle]: ca };
    await onSystem({ files: both }, async () => assert.equal(await failureWith(true), untrusted));
    for (const platform of ['darwin', 'win32'])
      await onSystem({ platform, files: { [bundle]: ca } }, async () =>
        assert.equal(await failureWith(true), untrusted),
      );
  });

  const derOf = (file: string) =>
    Buffer.from(readFileSync(file, 'utf8').replace(/-----.*-----|\s/g, ''), 'base64');
  const pkcs7 = tlsFixture('authorities.p7b');
  const forms: Readonly<Record<string, () => Buffer>> = {
    'a certificate in DER': () => derOf(caFile),
    'PKCS #7 in PEM': () => readFileSync(pkcs7),
    'PKCS #7 in DER': () => derOf(pkcs7),
  };
  for (const [form, bytesOf] of Object.entries(forms))
    it(`may be ${form}`, () =>
      withFile(bytesOf(), async file => assert.equal(await failureOf(file), undefined)));

  it('are never only a part of a file that was cut', () =>
    withFile(derOf(pkcs7).subarray(0, 300), file =>
      assert.rejects(failureOf(file), { code: 'CERT_FILE_UNREADABLE' }),
    ));

  it('are found below the home folder, also with a relative path, and with variables', () =>
    withFile(readFileSync(caFile), async file => {
      const environment = { HOME: dirname(file), PLACE: dirname(file) };
      for (const path of ['~/ca.file', 'ca.file', `$${'{env:PLACE}'}/ca.file`])
        assert.equal(await failureOf(path, environment), undefined, path);
      for (const path of [`$${'{env:ABSENT}'}/ca.file`, '~ca.file'])
        await assert.rejects(failureOf(path, environment), { code: 'CERT_FILE_UNREADABLE' });
    }));
});
