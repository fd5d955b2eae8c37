import assert from 'node:assert/strict';
import type { SeenResponse } from '../../../src/api/transport/seenResponse.ts';
import type { DoctorOptions } from '../../../src/doctor/doctorOptions.ts';
import { doctorSections, doctorText } from '../../../src/doctor/doctorReport.ts';
import type { ServerConfig } from '../../../src/model/server.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';
import { noProxies } from '../../support/http/noProxies.ts';
import { clientOf, type Reply, type SentRequest } from '../api/support/memoryServer.ts';

interface Settings {
  readonly server?: Partial<ServerConfig>;
  /** How far the clock of the server is off. */
  readonly skewMs?: number;
  readonly hasToken?: boolean;
  readonly proxies?: DoctorOptions['proxies'];
}

const job = (id: number) => ({ id, name: `Job ${id}`, groups: [7] });

/** A server with two jobs and a group without an ID. */
function usual({ path }: SentRequest): Reply {
  if (path.endsWith('/status/')) return { body: { id: 1, name: 'Job 1', status: 'finished' } };
  if (path.includes('/job/'))
    return { body: /job\/\d+\/$/.test(path) ? job(1) : { results: [job(1), job(2)] } };
  if (path.includes('/group/'))
    return { body: /group\/\d+\/$/.test(path) ? { name: 'Lab' } : [{ name: 'Lab' }] };
  return { status: 404, body: {} };
}

/** The report about a server in memory, as its rows: label, verdict, text, then further lines. */
async function reportOf(
  reply: (request: SentRequest) => Reply,
  { server, skewMs, hasToken = true, proxies = noProxies }: Settings = {},
) {
  const responses: SeenResponse[] = [];
  const { client } = clientOf(request => {
    const found = reply(request);
    if (typeof found === 'object')
      responses.push({
        path: request.path,
        status: found.status ?? 200,
        body: found.text ?? JSON.stringify(found.body),
        sentAtMs: 1_000_000,
        receivedAtMs: 1_000_200,
        serverTimeMs: skewMs === undefined ? undefined : 999_600 + skewMs,
      });
    return found;
  });
  const options: DoctorOptions = {
    server: { id: 'plant', name: 'Plant', url: 'http://127.0.0.1', ...server },
    client,
    responses,
    hasToken,
    proxies,
    useSystemCertificates: false,
    versions: [['VS Code', '1.139.1']],
    secrets: [],
    localizer: englishLocalizer,
    signal: new AbortController().signal,
  };
  const sections = await doctorSections(options);
  const row = (label: string) => {
    const found = sections.flatMap(({ rows }) => rows).find(each => each.label === label);
    assert.ok(found !== undefined, label);
    return [found.verdict, found.text, ...(found.facts ?? [])];
  };
  return { sections, row, text: doctorText(sections, options) };
}

describe('the connection report', () => {
  it('has a section for the connection, for what was read, for the time, the settings and the versions', async () => {
    const { sections, row, text } = await reportOf(usual);
    assert.deepEqual(
      sections.map(({ title }) => title),
      ['Connection', 'Read operations', 'Time', 'Server settings', 'Versions'],
    );
    assert.deepEqual(row('VS Code'), ['note', '1.139.1']);
    assert.deepEqual(row('Token'), ['good', 'present']);
    assert.match(
      text,
      /^Connection report for “Plant” \(http:\/\/127\.0\.0\.1\)\n.* UTC\)\n\nAll checks passed\.\n/,
    );
  });

  it('says whose connections are used, and through which proxy', async () => {
    const own = await reportOf(usual, { server: { url: 'http://[::1]' } });
    assert.deepEqual(own.row('Connections'), ['note', "The extension's connections"]);
    assert.deepEqual(own.row('Proxy'), ['good', 'none']);
    const [verdict, address = ''] = own.row('Name resolution');
    assert.equal(verdict, 'good');
    assert.match(address, /^::1 \(\d{1,5} ms\)$/);
    const vscode = await reportOf(usual, { server: { network: 'vscode' } });
    assert.deepEqual(vscode.row('Connections'), ['note', "VS Code's connections"]);
    assert.deepEqual(vscode.row('Proxy'), ['note', 'managed by VS Code']);
    const proxies = { ...noProxies, proxy: 'http://proxy.example:3128' };
    const server = { url: 'http://plant.example' };
    const through = await reportOf(usual, { server, proxies });
    assert.deepEqual(through.row('Proxy'), ['good', 'http://proxy.example:3128, without credentials']);
    assert.deepEqual(through.row('Name resolution'), ['note', 'done by the proxy']);
    const signedIn = await reportOf(usual, { server, proxies: { ...proxies, authorization: 'Basic YTpi' } });
    assert.deepEqual(signedIn.row('Proxy'), ['good', 'http://proxy.example:3128, with credentials']);
    assert.deepEqual(signedIn.row('Certificate'), ['note', 'none: plain HTTP, not encrypted']);
  });

  it('says which settings the server has, but not the private values of them', async () => {
    const labels = [
      'CA file',
      'Trusted certificate',
      'Timeout',
      'Job list query',
      'Time zone',
      'Read-only',
      'Production',
    ];
    const plain = await reportOf(usual);
    assert.deepEqual(
      labels.map(label => plain.row(label)),
      ['none', 'none', '30 s', 'none', 'not known', 'no', 'no'].map(text => ['note', text]),
    );
    const server = {
      caFile: '/secret/ca.pem',
      certificate: 'AA:BB',
      timeoutSeconds: 45,
      jobListQuery: { owner: 'ann', site: 'secret' },
      timeZone: 'Europe/Berlin',
      readOnly: true,
      production: true,
    };
    const { row } = await reportOf(usual, { server });
    assert.deepEqual(
      labels.map(label => row(label)),
      ['set', 'set', '45 s', 'owner, site', 'Europe/Berlin', 'yes', 'yes'].map(text => ['note', text]),
    );
  });

  for (const [skewMs, verdict, expected] of [
    [0, 'good', /, same as this computer$/],
    [1_999, 'good', /, same as this computer$/],
    [2_000, 'note', /, 2 s ahead of this computer$/],
    [-59_000, 'note', /, 59 s behind this computer$/],
    [60_000, 'bad', /, 60 s ahead of this computer$/],
    [-90_000, 'bad', /, 90 s behind this computer$/],
  ] as const)
    it(`says how far the clock of the server is off: ${skewMs} ms`, async () => {
      const [found, text = ''] = (await reportOf(usual, { skewMs })).row('Server clock');
      assert.equal(found, verdict);
      assert.match(text, expected);
    });

  it('knows no time of a server that tells none', async () => {
    assert.deepEqual((await reportOf(usual)).row('Server clock'), ['note', 'not reported']);
  });

  it('names the fields that only some of the objects lack', async () => {
    const { row } = await reportOf(request =>
      request.path.endsWith('/job/')
        ? { body: { count: 9, next: null, results: [job(1), { ...job(2), enabled: true }] } }
        : usual(request),
    );
    const [verdict, text, exchange, ...facts] = row('Job list');
    assert.deepEqual([verdict, text], ['good', 'page; items: 2 of 9, no more pages']);
    assert.match(exchange ?? '', /^GET \/prefix\/automation\/api\/job\/: HTTP 200 after 200 ms, 0\.\d KiB$/);
    assert.equal(facts[0], 'readable: 2, unreadable: 0');
    assert.match(facts[1] ?? '', /^fields, missing: .*enabled \(in 1 of 2\)/);
  });

  it('has nothing to check on a server without jobs and groups', async () => {
    const { row } = await reportOf(request =>
      request.path.includes('search') ? { status: 404, body: {} } : { body: [] },
    );
    assert.equal(row('Job list')[1], 'plain array; items: 0');
    assert.deepEqual(row('Single job'), ['note', 'no jobs to check']);
    assert.deepEqual(row('Job status'), ['note', 'no jobs to check']);
    assert.deepEqual(row('Single group'), ['note', 'not checked: no group ID is known']);
    assert.deepEqual(row('Device search').slice(0, 2), ['note', 'not available; optional']);
  });

  it('finds the ID of a group in a job, and says how many groups have one', async () => {
    const { row } = await reportOf(request =>
      request.path.endsWith('/group/')
        ? { body: [{ name: 'Lab' }, { id: 3, name: 'Office' }] }
        : usual(request),
    );
    assert.ok(row('Group list').includes('with IDs: 1 of 2'));
    assert.match(row('Single group').join(), /\/group\/3\//);
    const { row: unknown } = await reportOf(usual);
    assert.ok(unknown('Group list').includes('without IDs, as the API describes'));
    assert.match(unknown('Single group').join(), /\/group\/7\//);
  });

  it('searches devices by the beginning of a name that it knows, else by a letter', async () => {
    const searched: string[] = [];
    const peers = [{ hostname: 'PC-042' }];
    const reply = (jobs: readonly object[]) => (request: SentRequest) => {
      if (!request.path.includes('search'))
        return request.path.endsWith('/job/') ? { body: jobs } : usual(request);
      searched.push(request.path);
      return { body: { items: [{ hostname: 'PC-042' }, { hostname: 'PC-043' }] } };
    };
    const { row } = await reportOf(reply([{ ...job(1), peers }]));
    assert.deepEqual(row('Device search').slice(0, 2), ['good', 'available; found: 2']);
    await reportOf(reply([job(1)]));
    assert.match(searched[0] ?? '', /=PC-(&|$)/);
    assert.match(searched[1] ?? '', /=a(&|$)/);
  });

  it('says that the search of devices is optional where it fails', async () => {
    const { row } = await reportOf(request =>
      request.path.includes('search') ? { status: 500, body: {} } : usual(request),
    );
    const [verdict, , , optional] = row('Device search');
    assert.deepEqual([verdict, optional], ['note', 'optional']);
  });

  it('checks nothing further when the connection is lost, and names what failed', async () => {
    const { row, text } = await reportOf(() => 'lost', { hasToken: false });
    assert.equal(row('Job list')[0], 'bad');
    for (const label of ['Single job', 'Job status', 'Group list', 'Single group', 'Device search'])
      assert.deepEqual(row(label), ['note', 'not checked']);
    assert.deepEqual(row('Token'), ['bad', 'none; sign in first']);
    assert.match(text, /\nProblems: Token, Job list\.\n/);
  });
});
