import assert from 'node:assert/strict';
import { noProxies } from '../../support/http/noProxies.ts';
import type { SentRequest } from '../api/support/memoryServer.ts';
import { job, reportOf, usual } from './support/reportOf.ts';

describe('the connection report', () => {
  it('has sections for the connection, the read operations, the time, the settings and the versions', async () => {
    const { sections, row, text } = await reportOf(usual);
    assert.deepEqual(
      sections.map(({ title }) => title),
      ['Connection', 'Read operations', 'Time', 'Server settings', 'Versions'],
    );
    assert.deepEqual(row('VS Code'), ['info', '1.139.1']);
    assert.deepEqual(row('Token'), ['passed', 'present']);
    assert.match(
      text,
      /^Connection report for “Plant” \(http:\/\/127\.0\.0\.1\)\n.* UTC\)\n\nAll checks passed\.\n/,
    );
  });

  it('reports which connections and which proxy are used', async () => {
    const own = await reportOf(usual, { server: { url: 'http://[::1]' } });
    assert.deepEqual(own.row('Connections'), ['info', "The extension's connections"]);
    assert.deepEqual(own.row('Proxy'), ['passed', 'none']);
    const [result, address = ''] = own.row('Name resolution');
    assert.equal(result, 'passed');
    assert.match(address, /^::1 \(\d{1,5} ms\)$/);
    const vscode = await reportOf(usual, { server: { network: 'vscode' } });
    assert.deepEqual(vscode.row('Connections'), ['info', "VS Code's connections"]);
    assert.deepEqual(vscode.row('Proxy'), ['info', 'managed by VS Code']);
    const proxies = { ...noProxies, proxy: 'http://proxy.example:3128' };
    const server = { url: 'http://plant.example' };
    const through = await reportOf(usual, { server, proxies });
    assert.deepEqual(through.row('Proxy'), ['passed', 'http://proxy.example:3128, without credentials']);
    assert.deepEqual(through.row('Name resolution'), ['info', 'done by the proxy']);
    const signedIn = await reportOf(usual, { server, proxies: { ...proxies, authorization: 'Basic YTpi' } });
    assert.deepEqual(signedIn.row('Proxy'), ['passed', 'http://proxy.example:3128, with credentials']);
    assert.deepEqual(signedIn.row('Certificate'), ['info', 'none: plain HTTP, not encrypted']);
  });

  it('reports which settings the server has, but not their private values', async () => {
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
      ['none', 'none', '30 s', 'none', 'not known', 'no', 'no'].map(text => ['info', text]),
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
      ['set', 'set', '45 s', 'owner, site', 'Europe/Berlin', 'yes', 'yes'].map(text => ['info', text]),
    );
  });

  for (const [skewMs, result, expected] of [
    [0, 'passed', /, same as this computer$/],
    [1_999, 'passed', /, same as this computer$/],
    [2_000, 'info', /, 2 s ahead of this computer$/],
    [-59_000, 'info', /, 59 s behind this computer$/],
    [60_000, 'failed', /, 60 s ahead of this computer$/],
    [-90_000, 'failed', /, 90 s behind this computer$/],
  ] as const)
    it(`reports how far the server’s clock is off: ${skewMs} ms`, async () => {
      const [found, text = ''] = (await reportOf(usual, { skewMs })).row('Server clock');
      assert.equal(found, result);
      assert.match(text, /^\w{3} \d+, \d{4}, .+ UTC\), /);
      assert.match(text, expected);
    });

  it('reports that a server sends no time', async () => {
    assert.deepEqual((await reportOf(usual)).row('Server clock'), ['info', 'not reported']);
  });

  it('reports fields that only some of the objects lack', async () => {
    const { row } = await reportOf(request =>
      request.path.endsWith('/job/')
        ? { body: { count: 9, next: null, results: [job(1), { ...job(2), enabled: true }] } }
        : usual(request),
    );
    const [result, text, exchange, ...facts] = row('Job list');
    assert.deepEqual([result, text], ['passed', 'page; items: 2 of 9, no more pages']);
    assert.match(exchange ?? '', /^GET \/prefix\/automation\/api\/job\/: HTTP 200 after 200 ms, 0\.\d KiB$/);
    assert.equal(facts[0], 'readable: 2, unreadable: 0');
    assert.match(facts[1] ?? '', /^fields, missing: .*enabled \(in 1 of 2\)/);
  });

  it('reports for each operation what was sent, and how the response differs from the API', async () => {
    const { row } = await reportOf(usual);
    const exchange = (path: string, status = 200) =>
      `GET /prefix/${path}: HTTP ${status} after 200 ms, 0.0 KiB`;
    const lacking =
      'fields, missing: params, enabled, run_on_start, dynamic_groups, peers, policies, reports, report_formats';
    assert.deepEqual(row('Job list').slice(1), [
      'page; items: 2 of ?, no more pages',
      'GET /prefix/automation/api/job/: HTTP 200 after 200 ms, 0.1 KiB',
      'readable: 2, unreadable: 0',
      lacking,
    ]);
    assert.deepEqual(row('Single job').slice(1), ['readable', exchange('automation/api/job/1/'), lacking]);
    assert.deepEqual(row('Job status').slice(1), [
      'readable; status: “finished”',
      exchange('automation/api/job/1/status/'),
      'fields: match the API',
    ]);
    assert.deepEqual(row('Group list').slice(1), [
      'plain array; items: 1',
      exchange('account/api/group/'),
      'without IDs, as the API describes',
      'readable: 1, unreadable: 0',
      'fields, missing: dn, server_set',
    ]);
    assert.deepEqual(row('Single group').slice(1), [
      'readable',
      exchange('account/api/group/7/'),
      'fields, missing: dn, server_set',
    ]);
    assert.deepEqual(row('Device search').slice(1), [
      'not available; optional',
      exchange('api/peer/search/?hostname=…', 404),
    ]);
  });

  it('reports the first three rows that do not match the API, and undocumented fields in order', async () => {
    const peers = [{ hostname: 'PC-042', zone: 1, alias: 2 }];
    const jobs = [null, { ...job(1), peers }, { id: 'x' }, { id: 'y' }, { id: 'z' }];
    const { row } = await reportOf(request =>
      request.path.endsWith('/job/') ? { body: jobs } : usual(request),
    );
    const [result, text, , ...facts] = row('Job list');
    assert.deepEqual([result, text], ['failed', 'plain array; items: 5']);
    assert.deepEqual(facts, [
      'readable: 1, unreadable: 4',
      '[0] expected: an object, found: null',
      '[2] id: expected: a number, found: text',
      '[3] id: expected: a number, found: text',
      'fields, missing: name (in 3 of 4), params, enabled, run_on_start, groups (in 3 of 4), dynamic_groups, ' +
        'peers (in 3 of 4), policies, reports, report_formats',
      'device fields, missing: id, addr, status, username, server_id, connection',
      'device fields, not in the API: alias, zone',
    ]);
  });

  it('continues if no list is readable, with nothing to check', async () => {
    const { row } = await reportOf(request =>
      /(?:job|group)\/$/.test(request.path) ? { status: 403, body: {} } : usual(request),
    );
    assert.equal(row('Job list')[0], 'failed');
    assert.deepEqual(row('Single job'), ['info', 'no jobs to check']);
    assert.deepEqual(row('Job status'), ['info', 'no jobs to check']);
    assert.equal(row('Group list')[0], 'failed');
    assert.deepEqual(row('Single group'), ['info', 'not checked: no group ID is known']);
    assert.deepEqual(row('Device search').slice(0, 2), ['info', 'not available; optional']);
  });

  it('reports fields that the API does not describe if none is missing', async () => {
    const { row } = await reportOf(request =>
      request.path.endsWith('/group/')
        ? { body: [{ name: 'Lab', dn: '', server_set: [], owner: 1 }] }
        : usual(request),
    );
    assert.deepEqual(row('Group list').slice(5), ['fields, not in the API: owner']);
  });

  for (const [error, text] of [
    [Object.assign(new Error('no file'), { code: 'ENOENT' }), 'failed (ENOENT)'],
    [new Error('no code'), 'failed (?)'],
    ['no error at all', 'failed (?)'],
  ] as const)
    it(`reports an unexpected failure as “${text}”, and continues: ${String(error)}`, async () => {
      const { row } = await reportOf(request => {
        if (/job\/$|search/.test(request.path)) throw error;
        return usual(request);
      });
      assert.deepEqual(row('Job list'), ['failed', text]);
      assert.deepEqual(row('Device search'), ['failed', text]);
      assert.equal(row('Group list')[0], 'passed');
    });

  it('aborts the request in flight when the report is canceled, and sends no others', async () => {
    for (const operation of [1, 2, 3, 4, 5, 6]) {
      const canceling = new AbortController();
      const cutOff: (boolean | undefined)[] = [];
      const report = reportOf(
        (request, signal) => {
          if (cutOff.length === operation - 1) canceling.abort();
          cutOff.push(signal?.aborted);
          if (canceling.signal.aborted) throw canceling.signal.reason;
          return usual(request);
        },
        { signal: canceling.signal },
      );
      await assert.rejects(report, { name: 'AbortError' });
      assert.deepEqual(cutOff, [...Array.from({ length: operation - 1 }, () => false), true]);
    }
  });

  it('has nothing to check on a server without jobs and groups', async () => {
    const { row } = await reportOf(request =>
      request.path.includes('search') ? { status: 404, body: {} } : { body: [] },
    );
    const exchange = 'GET /prefix/automation/api/job/: HTTP 200 after 200 ms, 0.0 KiB';
    const nothing = ['passed', 'plain array; items: 0', exchange, 'readable: 0, unreadable: 0'];
    assert.deepEqual(row('Job list'), nothing);
    assert.deepEqual(
      row('Group list'),
      nothing.map(text => text.replace('automation/api/job', 'account/api/group')),
    );
    assert.deepEqual(row('Single job'), ['info', 'no jobs to check']);
    assert.deepEqual(row('Job status'), ['info', 'no jobs to check']);
    assert.deepEqual(row('Single group'), ['info', 'not checked: no group ID is known']);
    assert.deepEqual(row('Device search').slice(0, 2), ['info', 'not available; optional']);
  });

  it('finds the ID of a group in a job, and reports how many groups have one', async () => {
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

  it('searches devices by the beginning of a known name, or else by a letter', async () => {
    const searched: string[] = [];
    const peers = [{ hostname: 'PC-042' }];
    const reply = (jobs: readonly object[]) => (request: SentRequest) => {
      if (!request.path.includes('search'))
        return request.path.endsWith('/job/') ? { body: jobs } : usual(request);
      searched.push(request.path);
      return { body: { items: [{ hostname: 'PC-042' }, { hostname: 'PC-043' }] } };
    };
    const { row } = await reportOf(reply([{ ...job(1), peers }]));
    assert.deepEqual(row('Device search').slice(0, 2), ['passed', 'available; found: 2']);
    await reportOf(reply([job(1)]));
    assert.match(searched[0] ?? '', /=PC-(&|$)/);
    assert.match(searched[1] ?? '', /=a(&|$)/);
  });

  it('reports that the device search is optional if it fails', async () => {
    const { row } = await reportOf(request =>
      request.path.includes('search') ? { status: 500, body: {} } : usual(request),
    );
    const [result, , , optional] = row('Device search');
    assert.deepEqual([result, optional], ['info', 'optional']);
  });

  it('checks nothing further when the connection is lost, and lists what failed', async () => {
    const { row, text } = await reportOf(() => 'lost', { hasToken: false });
    assert.equal(row('Job list')[0], 'failed');
    for (const label of ['Single job', 'Job status', 'Group list', 'Single group', 'Device search'])
      assert.deepEqual(row(label), ['info', 'not checked']);
    assert.deepEqual(row('Token'), ['failed', 'none; sign in first']);
    assert.match(text, /\nProblems: Token, Job list\.\n/);
  });
});
