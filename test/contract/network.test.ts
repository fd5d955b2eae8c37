import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { cwd } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ConnectionError, HttpStatusError, NotSentError } from '../../src/api/errors/apiError.ts';
import { errorText } from '../../src/api/errors/errorText.ts';
import type { ProxySettings } from '../../src/api/network/proxyChoice.ts';
import { readServerCertificate } from '../../src/api/network/serverCertificate.ts';
import { createServerDispatcher, type ServerConnection } from '../../src/api/network/serverDispatcher.ts';
import { createFetchTransport } from '../../src/api/transport/fetchTransport.ts';
import { createUndiciTransport } from '../../src/api/transport/undiciTransport.ts';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { rejectionOf, scriptToken, testClient } from '../support/http/clients.ts';
import { noProxies } from '../support/http/noProxies.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { startTestProxy, type TestProxyOptions } from '../support/http/testProxy.ts';
import {
  type CertificateName,
  caFile,
  certificateFile,
  requiringClients,
  startTlsServer,
  type TlsServer,
  tlsFixture,
} from '../support/http/tlsServer.ts';
import { jobWire } from '../support/http/wire.ts';

const fingerprintOf = (name: CertificateName) =>
  new X509Certificate(readFileSync(certificateFile(name))).fingerprint256;

type Settings = Partial<Omit<ServerConnection, 'url'>>;

/** A client through the dispatcher created from these settings. */
async function withSettings<T>(
  baseUrl: string,
  settings: Settings,
  use: (client: ReturnType<typeof testClient>) => Promise<T>,
): Promise<T> {
  const connection: ServerConnection = {
    url: new URL(baseUrl),
    proxies: noProxies,
    useSystemCertificates: false,
    caFile: undefined,
    certificate: undefined,
    ...settings,
  };
  const transport = createUndiciTransport(() => createServerDispatcher(connection));
  const client = testClient({ baseUrl, transport });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const readJob = (baseUrl: string, settings: Settings): Promise<number> =>
  withSettings(baseUrl, settings, async client => (await client.jobs.get(1)).id);

/** Sets variables of this process, which Node.js reads for each connection. */
async function withEnvironment(
  variables: Readonly<Record<string, string>>,
  use: () => Promise<void>,
): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    await use();
  } finally {
    for (const name of Object.keys(variables)) {
      delete process.env[name];
      if (before[name] !== undefined) process.env[name] = before[name];
    }
  }
}

async function withTls(name: CertificateName, use: (server: TlsServer) => Promise<void>): Promise<void> {
  const server = await startTlsServer(name);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const ways: Readonly<Record<string, TestProxyOptions & { readonly user?: string }>> = {
  'an http proxy': {},
  'an https proxy whose own certificate is not checked': { isHttps: true },
  'a proxy with a login': { login: 'operator:p@ss', user: 'operator:p%40ss@' },
};

/** Through each kind of proxy, and directly. Only the proxy can resolve the host name. */
async function everyWay(
  port: number,
  use: (baseUrl: string, proxies: ProxySettings, way: string) => Promise<void>,
): Promise<void> {
  await use(`https://localhost:${port}`, noProxies, 'directly');
  for (const [way, options] of Object.entries(ways)) {
    const proxy = await startTestProxy(options);
    try {
      const url = proxy.url.replace('://', `://${options.user ?? ''}`);
      const proxies = { ...noProxies, proxy: url, strictSsl: options.isHttps !== true };
      await use(`https://devices.example:${port}`, proxies, way);
      assert.ok(proxy.asked.length > 0, way);
      assert.deepEqual(
        proxy.asked.filter(line => line !== `CONNECT devices.example:${port}`),
        [],
      );
    } finally {
      await proxy.close();
    }
  }
}

/** Certificate, settings, and the expected result: a job, or the code of a certificate error. */
const cases: readonly (readonly [string, CertificateName, Settings, string | undefined])[] = [
  ['own CA in a file', 'good', { caFile }, undefined],
  ['own CA, not configured', 'good', {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['self-signed', 'selfSigned', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['self-signed and pinned', 'selfSigned', { certificate: fingerprintOf('selfSigned') }, undefined],
  [
    'another one than pinned',
    'good',
    { certificate: fingerprintOf('selfSigned') },
    'CERT_NOT_THE_TRUSTED_ONE',
  ],
  [
    'another one than pinned, of a known CA',
    'good',
    { certificate: fingerprintOf('selfSigned'), caFile },
    'CERT_NOT_THE_TRUSTED_ONE',
  ],
  ['a pin that is none', 'selfSigned', { certificate: '' }, 'CERT_NOT_THE_TRUSTED_ONE'],
  ['expired', 'expired', { caFile }, 'CERT_HAS_EXPIRED'],
  ['for another name', 'wrongName', { caFile }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

describe('a connection', () => {
  it('is prepared before the first request, and again for it if that failed', async () => {
    let attempts = 0;
    const transport = createUndiciTransport(async () => {
      attempts += 1;
      throw new Error('no such CA file');
    });
    const client = testClient({ baseUrl: 'http://127.0.0.1:9', transport });
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(attempts, 1);
    await rejectionOf(ConnectionError, client.jobs.get(1));
    assert.ok(attempts > 1);
    await client.close();
  });
});

const withPassphrase = async () => 'client-passphrase';
const pem = { caFile, clientCertificateFile: tlsFixture('client.pem') };
const pfx = { caFile, clientCertificateFile: tlsFixture('client.pfx'), getPassphrase: withPassphrase };

describe('a server that requires a client certificate', () => {
  const accepted: Readonly<Record<string, Settings>> = {
    'in PEM': { ...pem, clientKeyFile: tlsFixture('clientKey.pem') },
    'with an encrypted key': {
      ...pem,
      clientKeyFile: tlsFixture('clientKeyEncrypted.pem'),
      getPassphrase: withPassphrase,
    },
    'in a PFX file': pfx,
    'beside a pinned certificate of the server': { ...pfx, certificate: fingerprintOf('good') },
  };
  for (const [version, reason] of [
    ['TLSv1.2', 'handshake'],
    // The handshake has ended for the client when the server rejects it.
    ['TLSv1.3', 'unanswered'],
  ] as const) {
    const withServer = async (use: (server: TlsServer) => Promise<void>) => {
      const server = await startTlsServer('good', {
        ...requiringClients,
        minVersion: version,
        maxVersion: version,
      });
      try {
        await use(server);
      } finally {
        await server.close();
      }
    };
    for (const [form, settings] of Object.entries(accepted))
      it(`is reached with one ${form}, directly and through proxies, with ${version}`, () =>
        withServer(server =>
          everyWay(server.port, async (baseUrl, proxies, way) =>
            assert.equal(await readJob(baseUrl, { ...settings, proxies }), 1, way),
          ),
        ));

    it(`is named as such with ${version}`, () =>
      withServer(async server => {
        const baseUrl = `https://localhost:${server.port}`;
        const error = await rejectionOf(ConnectionError, readJob(baseUrl, { caFile, proxies: noProxies }));
        assert.equal(error.reason, reason);
        assert.match(
          errorText(error, 'A', englishLocalizer),
          /Choose a client certificate with “Edit Server…”/,
        );
        assert.deepEqual(server.received, []);
      }));
  }
});

describe('certificates that are renewed while a client is open', () => {
  /** What a file has first, and what replaces it. */
  const renewals: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'client.pem': ['client.pem', 'clientRenewed.pem'],
    'key.pem': ['clientKey.pem', 'key.pem'],
    'ca.pem': ['clientCa.pem', 'ca.pem'],
  };
  const withFolder = async (use: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'da-renewal-'));
    try {
      await use(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const write = (folder: string, names: readonly string[], which: 0 | 1) =>
    Promise.all(
      names.map(name => cp(tlsFixture(renewals[name]?.[which] ?? assert.fail(name)), join(folder, name))),
    );

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
    it(`are used for the next connection, to a server that requires one of a new CA with ${version}`, () =>
      withFolder(async folder => {
        const ca = readFileSync(tlsFixture('clientRenewedCa.pem'));
        const tls = { requestCert: true, ca, minVersion: version, maxVersion: version };
        const server = await startTlsServer('good', tls);
        await write(folder, Object.keys(renewals), 0);
        await write(folder, ['ca.pem'], 1);
        const [clientCertificateFile, clientKeyFile] = [join(folder, 'client.pem'), join(folder, 'key.pem')];
        const settings = { caFile: join(folder, 'ca.pem'), clientCertificateFile, clientKeyFile };
        await withSettings(`https://localhost:${server.port}`, settings, async client => {
          await rejectionOf(ConnectionError, client.jobs.get(1));
          await write(folder, ['client.pem'], 1);
          const between = await rejectionOf(ConnectionError, client.jobs.get(1));
          assert.deepEqual([between.code, between.mayHaveSent], ['CLIENT_KEY_MISMATCH', false]);
          await write(folder, ['key.pem'], 1);
          assert.equal((await client.jobs.get(1)).id, 1);
        }).finally(() => server.close());
      }));

  it('are those of the server’s authorities, too', () =>
    withFolder(folder =>
      withTls('good', async server => {
        await write(folder, ['ca.pem'], 0);
        const settings = { caFile: join(folder, 'ca.pem') };
        await withSettings(`https://localhost:${server.port}`, settings, async client => {
          const error = await rejectionOf(ConnectionError, client.jobs.get(1));
          assert.equal(error.reason, 'certificate');
          await write(folder, ['ca.pem'], 1);
          assert.equal((await client.jobs.get(1)).id, 1);
          // The open connection is used, whatever becomes of the file.
          await rm(settings.caFile);
          assert.equal((await client.jobs.get(1)).id, 1);
        });
      }),
    ));

  it('are read only once from a pipe, such as that of a password manager', () =>
    withFolder(folder =>
      withTls('good', async server => {
        const pipe = join(folder, 'ca.pem');
        execFileSync('mkfifo', [pipe]);
        spawn('cp', [caFile, pipe]);
        await withSettings(`https://localhost:${server.port}`, { caFile: pipe }, async client => {
          assert.equal((await client.jobs.get(1)).id, 1);
          await utimes(pipe, 1, 1);
          const reads = [1, 2, 3].map(async () => (await client.jobs.get(1)).id);
          assert.deepEqual(await Promise.all(reads), [1, 1, 1], 'over other connections');
        });
      }),
    ));

  it('are read with a passphrase that is corrected later', () =>
    withTls('good', async server => {
      let passphrase = 'another';
      const settings = { ...pfx, getPassphrase: async () => passphrase };
      await withSettings(`https://localhost:${server.port}`, settings, async client => {
        await rejectionOf(ConnectionError, client.jobs.get(1));
        passphrase = 'client-passphrase';
        assert.equal((await client.jobs.get(1)).id, 1);
      });
    }));
});

describe('a client certificate', () => {
  const clientKeyFile = tlsFixture('clientKey.pem');
  const encrypted = { ...pem, clientKeyFile: tlsFixture('clientKeyEncrypted.pem') };
  const wrong = async () => 'another';
  const faults: Readonly<Record<string, readonly [code: string, text: RegExp, Settings]>> = {
    'that is missing': [
      'CLIENT_CERT_UNREADABLE',
      /“\/nowhere\.pem” cannot be read/,
      { clientCertificateFile: '/nowhere.pem', clientKeyFile },
    ],
    'that is none': [
      'CLIENT_CERT_UNREADABLE',
      /contains no certificate/,
      { clientCertificateFile: clientKeyFile, clientKeyFile },
    ],
    'without its key': ['CLIENT_KEY_UNREADABLE', /contains no private key/, pem],
    'whose key is missing': [
      'CLIENT_KEY_UNREADABLE',
      /“\/nowhere\.pem” cannot be read or contains no private key/,
      { ...pem, clientKeyFile: '/nowhere.pem' },
    ],
    'with the key of another one': [
      'CLIENT_KEY_MISMATCH',
      /belongs to another certificate/,
      { ...pem, clientKeyFile: tlsFixture('key.pem') },
    ],
    'with an encrypted key and no passphrase': [
      'CLIENT_PASSPHRASE_MISSING',
      /enter the passphrase/,
      encrypted,
    ],
    'with an encrypted key and a wrong passphrase': [
      'CLIENT_PASSPHRASE_WRONG',
      /enter it again/,
      { ...encrypted, getPassphrase: wrong },
    ],
    'in a PFX file without a passphrase': [
      'CLIENT_PASSPHRASE_MISSING',
      /enter the passphrase/,
      { clientCertificateFile: tlsFixture('client.pfx') },
    ],
    'in a PFX file with a wrong passphrase': [
      'CLIENT_PASSPHRASE_WRONG',
      /enter it again/,
      { ...pfx, getPassphrase: wrong },
    ],
    'that has expired': [
      'CLIENT_CERT_EXPIRED',
      /clientExpired\..*” has expired; ask its issuer/,
      { clientCertificateFile: tlsFixture('clientExpired.pem'), clientKeyFile },
    ],
    'in a PFX file that has expired': [
      'CLIENT_CERT_EXPIRED',
      /clientExpired\..*” has expired; ask its issuer/,
      { ...pfx, clientCertificateFile: tlsFixture('clientExpired.pfx') },
    ],
  };
  for (const [fault, [code, text, settings]] of Object.entries(faults))
    it(`${fault} is named before anything is sent`, () =>
      withTls('good', async server => {
        const reading = readJob(`https://localhost:${server.port}`, { caFile, ...settings });
        const error = await rejectionOf(ConnectionError, reading);
        assert.deepEqual([error.reason, error.code, error.mayHaveSent], ['clientFile', code, false]);
        assert.match(errorText(error, 'A', englishLocalizer), text);
        assert.deepEqual(server.received, []);
      }));

  it('needs no passphrase, and none is asked for, if its key is not encrypted', () =>
    withTls('good', async server => {
      const getPassphrase = async () => assert.fail('asked for a passphrase');
      const settings = { ...pem, clientKeyFile, getPassphrase };
      assert.equal(await readJob(`https://localhost:${server.port}`, settings), 1);
    }));
});

describe('certificates of servers, directly and through proxies', () => {
  for (const [kind, name, settings, code] of cases) {
    it(`${kind}: ${code ?? 'trusted'}`, () =>
      withTls(name, server =>
        everyWay(server.port, async (baseUrl, proxies, way) => {
          const before = server.received.length;
          if (code === undefined) {
            assert.equal(await readJob(baseUrl, { ...settings, proxies }), 1, way);
            assert.equal(server.received.at(-1)?.authorization, `Token ${scriptToken}`);
            assert.equal(server.received.at(-1)?.['proxy-authorization'], undefined);
          } else {
            const error = await rejectionOf(ConnectionError, readJob(baseUrl, { ...settings, proxies }));
            assert.deepEqual(
              [error.reason, error.code, error.mayHaveSent],
              ['certificate', code, false],
              way,
            );
            assert.match(errorText(error, 'A', englishLocalizer), /certificate of .* is not trusted/);
            assert.equal(server.received.length, before, 'nothing was sent');
          }
        }),
      ));
  }

  for (const file of ['/nowhere/ca.pem', fileURLToPath(import.meta.url)]) {
    it(`a CA file that ${file.startsWith('/nowhere') ? 'does not exist' : 'contains no certificate'} is named`, () =>
      withTls('good', async server => {
        const reading = readJob(`https://localhost:${server.port}`, { caFile: file });
        const error = await rejectionOf(ConnectionError, reading);
        assert.equal(error.code, 'CERT_FILE_UNREADABLE');
        assert.match(errorText(error, 'A', englishLocalizer), /the CA file “.*” cannot be read/);
      }));
  }

  it('a CA file without a folder is not searched for in the folder where VS Code was started', () =>
    withTls('good', async server => {
      const reading = readJob(`https://localhost:${server.port}`, { caFile: relative(cwd(), caFile) });
      assert.equal((await rejectionOf(ConnectionError, reading)).code, 'CERT_FILE_UNREADABLE');
    }));

  it('a CA file whose certificate is damaged is named, and not the server’s certificate', () =>
    withTls('good', async server => {
      const folder = await mkdtemp(join(tmpdir(), 'da-ca-'));
      try {
        const file = join(folder, 'ca.pem');
        await writeFile(file, readFileSync(caFile, 'utf8').replace('MII', 'MMM'));
        const reading = readJob(`https://localhost:${server.port}`, { caFile: file });
        assert.equal((await rejectionOf(ConnectionError, reading)).code, 'CERT_FILE_UNREADABLE');
        await writeFile(file, `${await readFile(file, 'utf8')}\n${readFileSync(caFile, 'utf8')}`);
        assert.equal(await readJob(`https://localhost:${server.port}`, { caFile: file }), 1);
      } finally {
        await rm(folder, { recursive: true });
      }
    }));

  it('are checked even if NODE_TLS_REJECT_UNAUTHORIZED=0 disables the check for other programs', () =>
    withEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, () =>
      withTls('selfSigned', server =>
        everyWay(server.port, async (baseUrl, proxies, way) => {
          const error = await rejectionOf(ConnectionError, readJob(baseUrl, { proxies }));
          assert.deepEqual([error.reason, server.received], ['certificate', []], way);
          const pinned = { proxies, certificate: fingerprintOf('good') };
          assert.equal((await rejectionOf(ConnectionError, readJob(baseUrl, pinned))).reason, 'certificate');
          const url = `https://localhost:${server.port}`;
          const client = testClient({ baseUrl: url, transport: createFetchTransport() });
          const { problem } = await rejectionOf(NotSentError, client.jobs.get(1));
          await client.close();
          assert.deepEqual([problem.code, server.received], ['unverifiedTls', []]);
        }),
      ),
    ));

  it('of a CA that NODE_EXTRA_CA_CERTS names are trusted beside those of a server and of the system', () =>
    withTls('good', server =>
      everyWay(server.port, async (baseUrl, proxies) => {
        const environment = { ...proxies.environment, NODE_EXTRA_CA_CERTS: caFile };
        const settings = {
          proxies: { ...proxies, environment },
          caFile: fileURLToPath(certificateFile('selfSigned')),
        };
        assert.equal(await readJob(baseUrl, settings), 1);
        const other = {
          ...settings,
          proxies: { ...proxies, environment: { NODE_EXTRA_CA_CERTS: 'ca.pem' } },
        };
        assert.equal((await rejectionOf(ConnectionError, readJob(baseUrl, other))).reason, 'certificate');
      }),
    ));

  it('are not accepted for a pin of which only the first or the second half fits', () =>
    withTls('selfSigned', async server => {
      const pin = fingerprintOf('selfSigned').replaceAll(':', '');
      const changed = (text: string) => text.replace(/./g, digit => (digit === '0' ? '1' : '0'));
      for (const certificate of [
        pin.slice(0, 32) + changed(pin.slice(32)),
        changed(pin.slice(0, 32)) + pin.slice(32),
        pin.slice(0, 32),
      ]) {
        const reading = readJob(`https://localhost:${server.port}`, { certificate });
        assert.equal((await rejectionOf(ConnectionError, reading)).code, 'CERT_NOT_THE_TRUSTED_ONE');
      }
      assert.deepEqual(server.received, []);
    }));

  it('shows the certificate of a server that is not trusted, and sends it nothing', () =>
    withTls('selfSigned', server =>
      everyWay(server.port, async (baseUrl, proxies) => {
        const shown = await readServerCertificate(new URL(baseUrl), proxies);
        assert.equal(shown.subject, 'CN=devices.example, O=Device Automation tests');
        assert.equal(shown.issuer, shown.subject);
        assert.equal(shown.fingerprint, fingerprintOf('selfSigned'));
        assert.match(shown.validTo, /2120/);
        assert.match(shown.names, /DNS:devices\.example/);
        assert.deepEqual(server.received, []);
      }),
    ));
});

describe('proxies', () => {
  it('plain HTTP goes through a proxy with an absolute URL', () =>
    withScript(
      async server => {
        const proxy = await startTestProxy({ login: 'a:b' });
        try {
          const proxies = { ...noProxies, proxy: proxy.url.replace('://', '://a:b@') };
          assert.equal(await readJob(`http://devices.example:${server.port}`, { proxies }), 1);
          const path = '/automation/api/job/1/';
          assert.deepEqual(proxy.asked, [`GET http://devices.example:${server.port}${path}`]);
          assert.equal(server.received[0]?.path, path);
          assert.equal(server.received[0]?.headers.host, `devices.example:${server.port}`);
        } finally {
          await proxy.close();
        }
      },
      json(jobWire(1)),
    ));

  it('407: reports that the proxy requires authentication, for HTTPS and HTTP', async () => {
    const proxy = await startTestProxy({ login: 'a:b' });
    try {
      const proxies = { ...noProxies, proxy: proxy.url };
      const secure = await rejectionOf(ConnectionError, readJob('https://devices.example', { proxies }));
      assert.deepEqual([secure.reason, secure.code, secure.mayHaveSent], ['proxy', 'HTTP 407', false]);
      assert.match(errorText(secure, 'A', englishLocalizer), /proxy requires authentication \(HTTP 407\)/);
      const plain = await rejectionOf(HttpStatusError, readJob('http://devices.example', { proxies }));
      assert.match(errorText(plain, 'A', englishLocalizer), /proxy requires authentication \(HTTP 407\)/);
    } finally {
      await proxy.close();
    }
  });

  it('a proxy that rejects requests, is down, or has an untrusted certificate is named', async () => {
    const refusing = await startTestProxy({ refuseWith: 403 });
    const unknown = await startTestProxy({ isHttps: true });
    try {
      for (const [proxy, code] of [
        [refusing.url, 'HTTP 403'],
        [unknown.url, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
        ['http://127.0.0.1:1', 'ECONNREFUSED'],
        ['socks5://127.0.0.1:1', 'ERR_UNSUPPORTED_PROXY socks5:'],
        ['http://[', 'ERR_INVALID_URL'],
      ] as const) {
        const reading = readJob('https://devices.example', { proxies: { ...noProxies, proxy } });
        const error = await rejectionOf(ConnectionError, reading);
        assert.deepEqual([error.reason, error.code, error.mayHaveSent], ['proxy', code, false]);
        assert.match(errorText(error, 'A', englishLocalizer), /proxy/);
      }
    } finally {
      await refusing.close();
      await unknown.close();
    }
  });
});
