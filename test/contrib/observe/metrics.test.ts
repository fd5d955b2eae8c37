import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { createRedactor } from '../../../src/base/redact.ts';
import { atOnce } from '../../../src/base/steps.ts';
import type { SeenRun } from '../../../src/contrib/history/common/seenRuns.ts';
import {
  type FleetMetrics,
  fleetMetrics,
  type JobMetrics,
} from '../../../src/contrib/observe/cli/fleetMetrics.ts';
import { parseListen, serveMetrics } from '../../../src/contrib/observe/cli/metricsServer.ts';

const run = (
  state: SeenRun['state'],
  start: SeenRun['start'],
  end: SeenRun['end'],
  kind?: 'succeeded' | 'failed',
) => ({
  ...{ state, start, end, wasSeenExecuting: true, isStoppedByUs: false },
  ...(kind === undefined ? {} : { kind }),
});

const job: JobMetrics = {
  id: 12,
  name: 'Nightly "update"\n\\ Москва',
  isEnabled: true,
  status: { kind: 'running', readMs: 1_900_000 },
  runs: [
    run('ended', { afterMs: 1_000, byMs: 3_000 }, { afterMs: 61_000, byMs: 65_000 }, 'succeeded'),
    run('ended', { afterMs: 101_000, byMs: 103_000 }, { afterMs: 161_000, byMs: 163_000 }, 'failed'),
    run('executing', { afterMs: 899_000, byMs: 900_000 }, { afterMs: 1_000_000 }),
  ],
  typicalMs: 60_000,
  nextRunMs: 9_000_000,
  counts: { results: new Map([['failed', 2]]), verdicts: new Map([['notSeen', 1]]) },
};

const fleet: FleetMetrics = {
  server: 'Plant',
  version: '1.2.3',
  isUp: true,
  clockOffsetMs: -1_500,
  listReadMs: 1_700_000_000_000,
  isStored: true,
  looks: { ok: 5, failed: 1 },
  jobs: [job],
  former: { results: new Map(), verdicts: new Map() },
  findings: [{ rule: 'no-target', severity: 'warning', count: 3 }],
  hasCounters: true,
};

const textOf = (metrics: FleetMetrics, isPerJob: boolean) => atOnce(fleetMetrics(metrics, isPerJob)).join('');

/** Reads the text format as Prometheus specifies it; throws where it is violated. */
function parseText(text: string) {
  assert.ok(text.endsWith('\n'));
  const types = new Map<string, string>();
  const series = new Map<string, { readonly labels: Record<string, string>; readonly value: number }>();
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP ([a-z_]+) (.+)$/.exec(line);
    const type = /^# TYPE ([a-z_]+) (gauge|counter)$/.exec(line);
    if (help) assert.ok(!types.has(help[1] ?? ''), line);
    else if (type) {
      family = type[1] ?? '';
      types.set(family, type[2] ?? '');
    } else {
      const sample = /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\]|\\[\\"n])*",?)*)\} (\S+)$/.exec(line);
      assert.ok(sample, line);
      const [, name = '', labelText = '', value] = sample;
      assert.equal(name, family, 'all series of a metric are together');
      const pairs = [...labelText.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(
        ([, label = '', escaped = '']) => {
          return [label, escaped.replace(/\\(.)/g, (_, next) => (next === 'n' ? '\n' : next))] as const;
        },
      );
      assert.ok(!series.has(line.slice(0, line.lastIndexOf(' '))), `twice: ${line}`);
      assert.ok(!Number.isNaN(Number(value)), line);
      series.set(line.slice(0, line.lastIndexOf(' ')), {
        labels: Object.fromEntries(pairs),
        value: Number(value),
      });
    }
  }
  return { types, series };
}

const valueIn = (text: string, key: string) => parseText(text).series.get(`device_automation_${key}`)?.value;

describe('the metrics of a fleet', () => {
  it('have one series for each job and value, joined by the ID of the job', () => {
    const text = textOf(fleet, true);
    const of = (name: string, more = '') => valueIn(text, `job_${name}{server="Plant",id="12"${more}}`);
    const seconds = {
      status_read_timestamp: 1_900,
      last_start_timestamp: 900,
      last_end_timestamp: 163,
      last_success_timestamp: 65,
      last_failure_timestamp: 163,
      last_duration: 60,
      last_duration_uncertainty: 2,
      typical_duration: 60,
      next_run_timestamp: 9_000,
    };
    for (const [name, value] of Object.entries(seconds)) assert.equal(of(`${name}_seconds`), value, name);
    assert.deepEqual([of('status', ',status="running"'), of('status', ',status="failed"')], [1, 0]);
    assert.deepEqual([of('enabled'), of('runs_seen_total', ',result="failed"')], [1, 2]);
    const info = [...parseText(text).series.values()].find(({ labels }) => 'job_name' in labels);
    assert.deepEqual(info?.labels, { server: 'Plant', id: '12', job_name: job.name });
  });

  it('are sums only, unless those of each job are wanted', () => {
    const text = textOf(fleet, false);
    assert.doesNotMatch(text, /_job_/);
    assert.equal(valueIn(text, 'jobs{server="Plant",enabled="true"}'), 1);
    assert.equal(valueIn(text, 'jobs_by_status{server="Plant",status="running"}'), 1);
    assert.equal(valueIn(text, 'jobs_long{server="Plant"}'), 1);
    assert.equal(valueIn(text, 'planned_runs_total{server="Plant",verdict="notSeen"}'), 1);
    assert.equal(valueIn(text, 'findings{server="Plant",rule="no-target",severity="warning"}'), 3);
    assert.equal(valueIn(text, 'server_time_offset_seconds{server="Plant"}'), -1.5);
  });

  it('have counters that begin at 0, and none in a program that ends at once', () => {
    const text = textOf({ ...fleet, jobs: [] }, false);
    for (const verdict of ['notSeen', 'didNotRun'])
      assert.equal(valueIn(text, `planned_runs_total{server="Plant",verdict="${verdict}"}`), 0);
    assert.equal(valueIn(text, 'runs_seen_total{server="Plant",result="failed"}'), 0);
    for (const [name, type] of parseText(textOf(fleet, true)).types)
      assert.equal(type, name.endsWith('_total') ? 'counter' : 'gauge', name);
    assert.doesNotMatch(textOf({ ...fleet, hasCounters: false }, true), /_total/);
  });

  it('can be read whatever the names of servers and jobs are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (server, name) => {
        const { series } = parseText(textOf({ ...fleet, server, jobs: [{ ...job, name }] }, true));
        const info = [...series.values()].find(({ labels }) => 'job_name' in labels);
        const readable = (text: string) => Buffer.from(text).toString();
        assert.deepEqual(info?.labels, { server: readable(server), id: '12', job_name: readable(name) });
      }),
      { numRuns: 40 },
    );
  });

  it('count the runs of jobs that are no longer listed', () => {
    const text = textOf({ ...fleet, jobs: [], former: job.counts }, false);
    assert.equal(valueIn(text, 'planned_runs_total{server="Plant",verdict="notSeen"}'), 1);
    assert.equal(valueIn(text, 'runs_seen_total{server="Plant",result="failed"}'), 2);
  });

  it('contain no secret, whatever its characters are', () => {
    for (const secret of ['plain-secret', 'with "quotes"', 'back\\slash', 'секрет-1']) {
      const redact = createRedactor([secret]);
      const text = redact(
        textOf({ ...fleet, server: secret, jobs: [{ ...job, name: `a ${secret} b` }] }, true),
      );
      assert.match(text, /server="•••".*job_name="a ••• b"/);
    }
  });

  it('include each one that the examples use, and the page lists all of them', () => {
    const { types } = parseText(textOf(fleet, true));
    const read = (file: string) => readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8');
    const namesIn = (text: string) => new Set(text.match(/\bdevice_automation_[a-z_]+/g));
    for (const file of ['examples/alert-rules.yml', 'examples/grafana-dashboard.json']) {
      const unknown = [...namesIn(read(file))].filter(name => !types.has(name));
      assert.deepEqual(unknown, [], file);
    }
    assert.deepEqual([...namesIn(read('observe.md'))].sort(), [...types.keys()].sort());
  });
});

describe('the endpoints for metrics and checks', () => {
  it('listen on this computer only, unless another address is given', () => {
    assert.deepEqual(parseListen('9754'), { host: '127.0.0.1', port: 9754 });
    assert.deepEqual(parseListen(':9754'), { host: '127.0.0.1', port: 9754 });
    assert.deepEqual(parseListen('0.0.0.0:80'), { host: '0.0.0.0', port: 80 });
    assert.deepEqual(parseListen('[::1]:80'), { host: '::1', port: 80 });
    for (const wrong of ['', 'x', '70000', '1.2.3.4', '::1:80', '1.2.3.4:'])
      assert.equal(parseListen(wrong), undefined, wrong);
  });

  it('tell the process, the first reading and the observed server apart', async () => {
    const state = { isUp: false, isReady: false };
    const server = await serveMetrics(
      { host: '127.0.0.1', port: 0 },
      {
        metrics: async () => 'a 1\n',
        health: () => ({ isUp: state.isUp, text: 'the server rejected secret-of-health' }),
        isReady: () => state.isReady,
      },
      createRedactor(['secret-of-health']),
    );
    const statusOf = async (path: string, method = 'GET') =>
      (await fetch(server.url + path, { method })).status;
    const all = () => Promise.all(['/livez', '/readyz', '/healthz'].map(path => statusOf(path)));
    try {
      assert.deepEqual(await all(), [200, 503, 503]);
      assert.equal(await (await fetch(`${server.url}/healthz`)).text(), 'the server rejected •••\n');
      Object.assign(state, { isUp: true, isReady: true });
      assert.deepEqual(await all(), [200, 200, 200]);
      const metrics = await fetch(`${server.url}/metrics`);
      assert.equal(metrics.headers.get('Content-Type'), 'text/plain; version=0.0.4; charset=utf-8');
      assert.equal(await metrics.text(), 'a 1\n');
      assert.deepEqual([await statusOf('/other'), await statusOf('/metrics', 'POST')], [404, 405]);
    } finally {
      await server.close();
    }
  });
});
