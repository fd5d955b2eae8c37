import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerConfig } from '../../../../src/api/model/server.ts';
import { createServerDispatcher } from '../../../../src/api/network/serverDispatcher.ts';
import { createFetchTransport } from '../../../../src/api/transport/fetchTransport.ts';
import { observeResponse, type SeenResponse } from '../../../../src/api/transport/transport.ts';
import { createUndiciTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { englishLocalizer } from '../../../../src/base/localizer.ts';
import { doctorReport } from '../../../../src/contrib/doctor/common/doctorReport.ts';
import type { DoctorOptions } from '../../../../src/contrib/doctor/common/reportText.ts';
import type { DemoServerOptions } from '../../../demo/options.ts';
import { type DemoServer, startDemoServer } from '../../../demo/server.ts';
import { scriptToken, testClient } from '../../../support/http/clients.ts';
import { noProxies } from '../../../support/http/noProxies.ts';
import { bare, json } from '../../../support/http/responders.ts';
import { type Responder, withScript } from '../../../support/http/scriptedServer.ts';
import { startTestProxy } from '../../../support/http/testProxy.ts';
import {
  type CertificateName,
  caFile,
  certificateFile,
  startTlsFront,
  tlsFixture,
} from '../../../support/http/tlsServer.ts';

type Settings = Partial<Pick<DoctorOptions, 'proxies' | 'signal'>> & Partial<ServerConfig>;

/** The report about the server at this URL, created as the command creates it. */
async function reportOf(
  url: string,
  token: string | undefined,
  { proxies = noProxies, signal = new AbortController().signal, ...config }: Settings = {},
): Promise<string> {
  const server: ServerConfig = { id: 'plant', name: 'Plant', url, ...config };
  const responses: SeenResponse[] = [];
  const { caFile: ownCa, certificate } = server;
  const dispatcher = () =>
    createServerDispatcher({
      url: new URL(url),
      proxies,
      useSystemCertificates: false,
      caFile: ownCa,
      certificate,
    });
  const transport = server.network === 'vscode' ? createFetchTransport() : createUndiciTransport(dispatcher);
  const client = testClient({
    baseUrl: url,
    getToken: () => token,
    transport: observeResponse(transport, response => responses.push(response)),
    readOnly: true,
    ...(server.jobListQuery === undefined ? {} : { jobListQuery: server.jobListQuery }),
  });
  try {
    const { text } = await doctorReport({
      server,
      client,
      responses,
      hasToken: token !== undefined,
      proxies,
      useSystemCertificates: false,
      versions: [['VS Code', '1.139.1']],
      secrets: [token, proxies.authorization],
      localizer: englishLocalizer,
      signal,
    });
    return text;
  } finally {
    await client.close();
  }
}

const job = (id: number) => ({ id, name: `Job ${id}`, groups: [7] });

/** A server with two jobs and a group without an ID, but with its own responses to paths with these ends. */
function usual(own: Readonly<Record<string, Responder>> = {}): Responder {
  const responses: Readonly<Record<string, Responder>> = {
    ...own,
    '/status/': json({ id: 1, name: 'Job 1', status: 'finished' }),
    '/job/': own['/job/'] ?? json([job(1), job(2)]),
    '/job/1/': json(job(1)),
    '/group/': own['/group/'] ?? json([{ name: 'Lab' }]),
    '/group/3/': json({ name: 'Office', id: 3 }),
    '/group/7/': json({ name: 'Lab' }),
  };
  return exchange => {
    const [path = ''] = exchange.received.path.split('?');
    const end = Object.keys(responses).find(each => path.endsWith(each)) ?? '';
    return (responses[end] ?? bare(404))(exchange);
  };
}

async function withFleet(
  options: DemoServerOptions,
  use: (server: DemoServer) => Promise<void>,
): Promise<void> {
  const server = await startDemoServer({ pace: 'still', jobs: 25, pageSize: 10, ...options });
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

/** The lines of one row, joined. */
function row(report: string, label: string): string {
  const lines = report.split('\n');
  const start = lines.findIndex(line => line.slice(4).startsWith(label));
  assert.ok(start >= 0, `${label} in\n${report}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('      '));
  return lines
    .slice(start, end)
    .map(line => line.trim().replace(/\s+/g, ' '))
    .join(' ');
}

const fingerprint = new X509Certificate(readFileSync(certificateFile('selfSigned'))).fingerprint256;

describe('the connection report', () => {
  it('tries every read operation, with its duration, and writes nothing', () =>
    withFleet({}, async server => {
      const report = await reportOf(server.url, server.token);
      assert.match(report, /^Connection report for “Plant” \(http:.*\n.*\n\nAll checks passed\.\n/);
      assert.match(row(report, 'Token'), /^✓ Token present$/);
      assert.match(row(report, 'Proxy'), /^✓ Proxy none$/);
      assert.match(row(report, 'Name resolution'), /127\.0\.0\.1 \(\d+ ms\)$/);
      assert.match(row(report, 'Certificate'), /^· Certificate none: plain HTTP/);
      assert.match(
        row(report, 'Job list'),
        /^✓ Job list page; items: 10 of 25, more pages available GET \/automation\/api\/job\/: HTTP 200 after \d+ ms, \S+ KiB readable: 10, unreadable: 0 fields: match the API/,
      );
      assert.match(
        row(report, 'Single job'),
        /^✓ Single job readable GET \/automation\/api\/job\/\d+\/: HTTP 200/,
      );
      assert.match(row(report, 'Job status'), /^✓ .*readable; status: “.+” GET .*\/status\/: HTTP 200/);
      assert.match(row(report, 'Group list'), /^✓ Group list plain array; items: 12 .*without IDs/);
      assert.match(
        row(report, 'Single group'),
        /^✓ Single group readable GET \/account\/api\/group\/\d+\/: HTTP 200/,
      );
      assert.match(row(report, 'Device search'), /^· .*not available; optional GET .*HTTP 404/);
      assert.match(row(report, 'Server clock'), /^✓ .*, same as this computer$/);
      assert.match(row(report, 'VS Code'), /1\.139\.1/);
      assert.deepEqual(
        server.requests.entries.filter(({ method }) => method !== 'GET'),
        [],
      );
    }));

  it('names missing and extra fields of responses', () =>
    withFleet(
      { legacy: true, extraFields: true, groupIds: true, pagination: 'none', deviceSearch: true },
      async server => {
        const report = await reportOf(server.url, server.token);
        const jobs = row(report, 'Job list');
        assert.match(jobs, /plain array; items: 25/);
        assert.match(jobs, /fields, missing: reports, report_formats/);
        assert.match(jobs, /fields, not in the API: .*notify/);
        assert.match(jobs, /device fields, missing: connection/);
        assert.match(
          row(report, 'Group list'),
          /with IDs: 12 of 12 .* fields, not in the API: created_at, owner device fields/,
        );
        assert.match(row(report, 'Device search'), /^✓ .*available; found: \d+/);
      },
    ));

  it('names invalid rows without their contents', () =>
    withScript(async script => {
      const hostile = { id: 1, name: '[x](command:y)', peers: 'secret-value', 'evil\u202efield': 1 };
      script.otherwise(json([hostile]));
      const report = await reportOf(script.url, scriptToken);
      assert.match(report, /Problems: Job list, Single group\./);
      assert.match(row(report, 'Job list'), /^✗ .*unreadable: 1 \[0\] peers: /);
      assert.match(row(report, 'Job list'), /not in the API: evilfield/);
      assert.equal(/secret-value|command:y/.test(report), false);
    }));

  it('reports a wrong server clock', () =>
    withScript(async script => {
      const date = (ms: number) => ({ date: new Date(Date.now() + ms).toUTCString() });
      script.otherwise(json([], 200, date(3_600_000)));
      const ahead = /✗ Server clock .* (\d+) s ahead/.exec(await reportOf(script.url, scriptToken));
      assert.ok(Number(ahead?.[1]) > 3_300, ahead?.[0]);
      script.otherwise(json([], 200, date(-10_000)));
      // How much later the request is sent depends on the machine.
      assert.match(await reportOf(script.url, scriptToken), /· Server clock .* (9|[1-5]\d) s behind/);
    }));

  it('contains which settings the server has, but no private values', () =>
    withScript(async script => {
      script.otherwise(usual());
      const settings = {
        network: 'vscode' as const,
        caFile: '/secret/ca.pem',
        certificate: 'AA:BB',
        timeoutSeconds: 45,
        timeZone: 'Europe/Berlin',
      };
      const report = await reportOf(script.url, scriptToken, settings);
      const rows = ['CA file', 'Trusted certificate', 'Timeout', 'Time zone', 'Read-only'];
      assert.deepEqual(
        rows.map(label => row(report, label).replace(`· ${label} `, '')),
        ['set', 'set', '45 s', 'Europe/Berlin', 'no'],
      );
      assert.equal(/secret|AA:BB/.test(report), false);
    }));

  it('finds the ID of a group in a job, and reports how many groups have one', () =>
    withScript(async script => {
      script.otherwise(usual({ '/group/': json([{ name: 'Lab' }, { id: 3, name: 'Office' }]) }));
      const own = await reportOf(script.url, scriptToken);
      assert.match(row(own, 'Group list'), /with IDs: 1 of 2/);
      assert.match(row(own, 'Single group'), /\/group\/3\//);
      script.otherwise(usual());
      assert.match(row(await reportOf(script.url, scriptToken), 'Single group'), /\/group\/7\//);
    }));

  it('searches devices by the beginning of a known name, or else by a letter', () =>
    withScript(async script => {
      const search = { '/search/': json({ items: [{ hostname: 'PC-042' }] }) };
      const peers = [{ hostname: 'PC-042' }];
      script.otherwise(usual({ ...search, '/job/': json([{ ...job(1), peers }]) }));
      assert.match(row(await reportOf(script.url, scriptToken), 'Device search'), /available; found: 1/);
      script.otherwise(usual(search));
      await reportOf(script.url, scriptToken);
      const searched = script.received.map(({ path }) => path).filter(path => path.includes('search'));
      assert.deepEqual(
        searched.map(path => new URL(path, script.url).searchParams.get('hostname')),
        ['PC-', 'a'],
      );
    }));

  it('aborts the request in flight when the report is canceled, and sends no others', async () => {
    for (const operation of [1, 2, 3, 4, 5, 6])
      await withScript(async script => {
        const canceling = new AbortController();
        script.otherwise(exchange => {
          if (script.received.length < operation) return usual()(exchange);
          return canceling.abort();
        });
        const report = reportOf(script.url, scriptToken, { signal: canceling.signal });
        await assert.rejects(report, { name: 'AbortError' });
        assert.equal(script.received.length, operation);
      });
  });

  it('tries no operation without a token, and only one when the server cannot be reached', async () => {
    await withFleet({}, async server => {
      const report = await reportOf(server.url, undefined);
      assert.match(row(report, 'Token'), /^✗ Token none; sign in first/);
      assert.match(row(report, 'Single job'), /not checked/);
      assert.equal(server.requests.total(), 0);
    });
    const report = await reportOf('http://127.0.0.1:1', scriptToken);
    assert.match(row(report, 'Job list'), /^✗ .*refused the connection \(ECONNREFUSED\)/);
    assert.match(row(report, 'Group list'), /not checked/);
  });

  it('continues after an error response', () =>
    withScript(async script => {
      script.otherwise(json({ detail: 'No.' }, 403));
      const report = await reportOf(script.url, scriptToken);
      assert.match(row(report, 'Job list'), /does not allow this \(HTTP 403\)/);
      assert.match(row(report, 'Group list'), /does not allow this \(HTTP 403\)/);
    }));

  it('contains neither the token nor the proxy’s password, whatever the responses contain', () =>
    withFleet({}, async server => {
      const login = 'operator:proxy-pass-77';
      const proxy = await startTestProxy({ login });
      try {
        const port = new URL(server.url).port;
        const proxies = { ...noProxies, proxy: proxy.url.replace('://', `://${login}@`) };
        const url = `http://devices.example:${port}`;
        const report = await reportOf(url, server.token, { proxies });
        assert.match(row(report, 'Proxy'), new RegExp(`✓ Proxy ${proxy.url}, with credentials`));
        assert.match(row(report, 'Name resolution'), /done by the proxy/);
        assert.match(row(report, 'Job list'), /^✓/);
        const secrets = [server.token, 'proxy-pass-77', Buffer.from(login).toString('base64')];
        for (const secret of secrets) assert.equal(report.includes(secret), false);
      } finally {
        await proxy.close();
      }
      await withScript(async script => {
        script.otherwise(json([{ id: 1, [scriptToken]: 1, name: 'x' }]));
        const report = await reportOf(script.url, scriptToken);
        assert.match(report, /not in the API: •••/);
        assert.equal(report.includes(scriptToken), false);
      });
    }));

  it('contains no part of a token when a text is truncated', () =>
    withScript(async script => {
      for (const length of [540, 560, 580]) {
        script.otherwise(json([{ id: 1, ['a'.repeat(length) + scriptToken]: 1, name: 'x' }]));
        const report = await reportOf(script.url, scriptToken);
        assert.match(report, /not in the API:\s+a+/);
        assert.equal(report.includes(scriptToken.slice(0, 6)), false);
      }
    }));

  it('contains the parameter names of the job list query, but no values', () =>
    withScript(async script => {
      script.otherwise(json([]));
      const report = await reportOf(script.url, scriptToken, { jobListQuery: { key: 's3cret', size: '9' } });
      assert.equal(script.received[0]?.path, '/automation/api/job/?key=s3cret&size=9');
      assert.match(row(report, 'Job list'), /GET \/automation\/api\/job\/\?key=…&size=…: HTTP 200/);
      assert.equal(report.includes('s3cret'), false);
    }));
});

describe('the connection report on certificates', () => {
  const cases: readonly (readonly [string, CertificateName, Settings, RegExp])[] = [
    ['a CA file', 'good', { caFile }, /^✓ Certificate trusted: issued by a CA in the CA file of this server/],
    ['no CA known', 'good', {}, /^✗ .*not trusted: its issuer is not known to this computer/],
    ['a pin', 'selfSigned', { certificate: fingerprint }, /^✓ .*matches the certificate that you trusted/],
    ['another pin', 'good', { certificate: fingerprint }, /^✗ .*it is not the certificate that you trusted/],
    ['an expired one', 'expired', { caFile }, /^✗ .*it has expired \(CERT_HAS_EXPIRED\)/],
    ['a self-signed one', 'selfSigned', {}, /^✗ .*self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    [
      'a CA file that is not there',
      'good',
      { caFile: '/nowhere.pem' },
      /^✗ .*the CA file “•••” cannot be read .*CERT_FILE_UNREADABLE/,
    ],
    [
      'a client certificate whose passphrase is not there',
      'good',
      { caFile, clientCertificateFile: tlsFixture('client.pfx') },
      /^✗ .*cannot be used: the key in “•••” is encrypted; enter .*_PASSPHRASE_MISSING\)/,
    ],
    ['VS Code’s connections', 'selfSigned', { network: 'vscode' }, /^· .*verified by VS Code; not trusted/],
  ];
  for (const [what, name, settings, expected] of cases) {
    it(`with ${what}`, () =>
      withFleet({}, async server => {
        const front = await startTlsFront(name, server.url);
        try {
          const url = front.url.replace('127.0.0.1', 'localhost');
          const certificate = row(await reportOf(url, server.token, settings), 'Certificate');
          assert.match(certificate, expected);
          if (what.includes('not there')) return;
          assert.match(certificate, /Issued to: CN=.* SHA-256 fingerprint: (?:[0-9A-F]{2}:){31}/);
          assert.match(certificate, /Protocol: TLSv1\.3, TLS_/);
        } finally {
          await front.close();
        }
      }));
  }
});
