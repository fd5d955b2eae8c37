import assert from 'node:assert/strict';
import type { SentRequest } from '../api/support/memoryServer.ts';
import { job, reportOf, usual } from './support/reportOf.ts';

describe('the connection report', () => {
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

  it('checks nothing further when the connection is lost, and lists what failed', async () => {
    const { row, text } = await reportOf(() => 'lost', { hasToken: false });
    assert.equal(row('Job list')[0], 'failed');
    for (const label of ['Single job', 'Job status', 'Group list', 'Single group', 'Device search'])
      assert.deepEqual(row(label), ['info', 'not checked']);
    assert.deepEqual(row('Token'), ['failed', 'none; sign in first']);
    assert.match(text, /\nProblems: Token, Job list\.\n/);
  });
});
