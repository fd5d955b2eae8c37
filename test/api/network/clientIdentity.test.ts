import assert from 'node:assert/strict';
import crypto, { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { CertificateError, type ClientFiles, readClientIdentity } from '../../../src/api/network/tlsFiles.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { tlsFixture } from '../../support/http/tlsServer.ts';

const fixture = (name: string) => readFileSync(tlsFixture(name), 'latin1');
const [client, key, ca] = ['client.pem', 'clientKey.pem', 'clientCa.pem'].map(fixture);
const passphrase = 'client-passphrase';

/** Reads the client certificate from files with these contents. */
async function read(
  contents: { readonly certificate: string | Buffer; readonly key?: string | Buffer },
  getPassphrase = async (): Promise<string | undefined> => passphrase,
) {
  const folder = await mkdtemp(join(tmpdir(), 'da-client-'));
  const files: ClientFiles = {
    clientCertificateFile: '~/client.file',
    ...(contents.key === undefined ? {} : { clientKeyFile: '~/key.file' }),
  };
  try {
    await writeFile(join(folder, 'client.file'), contents.certificate);
    if (contents.key !== undefined) await writeFile(join(folder, 'key.file'), contents.key);
    return await readClientIdentity(files, { HOME: folder }, getPassphrase);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('the files of a client certificate', () => {
  const forms: Readonly<Record<string, Parameters<typeof read>[0]>> = {
    'one PEM file, the key first': { certificate: `${key}${client}` },
    'lines that end as in Windows': { certificate: `${client}${key}`.replaceAll('\n', '\r\n') },
    'a byte order mark': {
      certificate: Buffer.from(`\uFEFF${key}${client}`),
      key: Buffer.from(`\uFEFF${key}`),
    },
    'UTF-16, as PowerShell writes it': { certificate: utf16(`${client}${key}`) },
    'the parameters of a curve before the key': {
      certificate: `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${key}${client}`,
    },
    'an authority before the certificate': { certificate: `${ca}${client}`, key: `${key}` },
    'PKCS #7, which begins with an authority': { certificate: fixture('client.p7b'), key: `${key}` },
  };
  for (const [form, contents] of Object.entries(forms))
    it(`may have ${form}`, async () => {
      const { cert } = await read(contents, async () => assert.fail('no passphrase is needed'));
      assert.equal(new X509Certificate(String(cert)).subject, new X509Certificate(`${client}`).subject);
    });

  it('may have a passphrase in any script', async () => {
    const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'пароль é' } as const;
    const encrypted = createPrivateKey(`${key}`).export(options);
    const identity = await read({ certificate: `${client}`, key: encrypted }, async () => 'пароль é');
    assert.match(String(identity.key), /BEGIN PRIVATE KEY/);
  });

  const faults: readonly (readonly [string, Parameters<typeof read>[0], RegExp])[] = [
    [
      'an encryption of the key that cannot be read',
      { certificate: `${client}`, key: fixture('clientKeyDes.pem') },
      /the key in “~\/key\.file” cannot be read here; convert it with “openssl pkcs8 .*” \(CLIENT_KEY_UNSUPPORTED\)/,
    ],
    [
      'an encryption of the PFX that cannot be read',
      { certificate: readFileSync(tlsFixture('clientLegacy.pfx')) },
      /the encryption of “~\/client\.file” cannot be read here; convert it to PEM with “openssl pkcs12 -legacy”/,
    ],
    [
      'a PFX without its key',
      { certificate: readFileSync(tlsFixture('clientNoKey.pfx')) },
      /“~\/client\.file” cannot be read or contains no private key/,
    ],
    [
      'a PFX that was cut',
      { certificate: readFileSync(tlsFixture('client.pfx')).subarray(0, 300) },
      /“~\/client\.file” cannot be read or contains no certificate/,
    ],
    [
      'a key in DER',
      {
        certificate: `${client}`,
        key: createPrivateKey(`${key}`).export({ type: 'pkcs8', format: 'der' }),
      },
      /“~\/key\.file” cannot be read or contains no private key in PEM/,
    ],
  ];
  for (const [fault, contents, text] of faults)
    it(`are named, with what to do, if they have ${fault}`, async () => {
      const error = await read(contents).catch((found: unknown) => found);
      assert.ok(error instanceof CertificateError);
      assert.match(error.explain(englishLocalizer), text);
    });

  // Desktop VS Code has BoringSSL, whose words for these errors are others.
  for (const [message, code] of [
    ['error:13000077:PKCS8 routines:OPENSSL_internal:UNKNOWN_ALGORITHM', 'CLIENT_KEY_UNSUPPORTED'],
    ['error:13000082:PKCS8 routines:OPENSSL_internal:UNSUPPORTED_PRF', 'CLIENT_KEY_UNSUPPORTED'],
    ['error:1e000065:Cipher functions:OPENSSL_internal:BAD_DECRYPT', 'CLIENT_PASSPHRASE_WRONG'],
    ['error:0b00007b:public key routines:OPENSSL_internal:DECODE_ERROR', 'CLIENT_PASSPHRASE_WRONG'],
  ] as const)
    it(`are judged by the error of BoringSSL: ${message}`, async () => {
      const failing = mock.method(crypto, 'createPrivateKey', () => {
        throw new Error(message);
      });
      syncBuiltinESMExports();
      try {
        const reading = read({ certificate: `${client}`, key: fixture('clientKeyEncrypted.pem') });
        await assert.rejects(reading, { code, file: '~/key.file' });
      } finally {
        failing.mock.restore();
        syncBuiltinESMExports();
      }
    });
});
