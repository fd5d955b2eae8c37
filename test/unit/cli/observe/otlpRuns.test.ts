import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { type EndedRun, OtlpRuns } from '../../../../src/cli/observe/otlpRuns.ts';
import type { SeenRun } from '../../../../src/history/seenRuns.ts';
import { noProxies } from '../../../support/http/noProxies.ts';
import { startTestProxy } from '../../../support/http/testProxy.ts';
import { caFile, startTlsServer } from '../../../support/http/tlsServer.ts';

const startMs = Date.UTC(2026, 2, 2, 3);

const AttributeSchema = z.object({
  key: z.string(),
  value: z.union([z.object({ stringValue: z.string() }), z.object({ doubleValue: z.number() })]),
});

/** The parts of the JSON encoding that OTLP requires, with its types: IDs in hexadecimal, times as texts. */
const RequestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(AttributeSchema) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
              spanId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
              name: z.string(),
              kind: z.literal(2),
              startTimeUnixNano: z.string().check(z.regex(/^\d{19}$/)),
              endTimeUnixNano: z.string().check(z.regex(/^\d{19}$/)),
              attributes: z.array(AttributeSchema),
              status: z.optional(z.object({ code: z.literal(2) })),
            }),
          ),
        }),
      ),
    }),
  ),
});

function endedRun(jobId: number, fields: Partial<SeenRun> = {}): EndedRun {
  const run: SeenRun = {
    state: 'ended',
    start: { afterMs: startMs, byMs: startMs + 2_000 },
    end: { afterMs: startMs + 60_000, byMs: startMs + 64_000 },
    wasSeenExecuting: true,
    word: 'finished',
    kind: 'succeeded',
    isStoppedByUs: false,
    ...fields,
  };
  return { jobId, jobName: 'Nightly', run };
}

/** A collector that responds with these statuses in turn, and then with 200. */
const network = { proxies: noProxies, useSystemCertificates: false, caFile: undefined };
const target = {
  headers: 'api-key=a%3Db, x-scope = plant',
  server: { name: 'Plant', url: 'https://devices.example/prefix' },
  version: '1.2.3',
};

async function startCollector(...statuses: readonly number[]) {
  const left = [...statuses];
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] =
    [];
  const failures: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    response.writeHead(left.shift() ?? 200).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const runs = new OtlpRuns({
    endpoint: `http://127.0.0.1:${address.port}/`,
    ...target,
    network,
    onFailure: reason => failures.push(reason),
  });
  const spans = () =>
    requests.flatMap(({ body }) => {
      const { resourceSpans } = RequestSchema.parse(JSON.parse(body));
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans));
    });
  const close = async () => {
    await runs.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { runs, spans, requests, failures, close };
}

describe('the traces of runs', () => {
  it('are spans with the conventions for CI/CD, in the middle of what is possible', async () => {
    const { runs, spans, requests, failures, close } = await startCollector();
    runs.add(endedRun(12));
    runs.add(endedRun(13, { kind: 'failed', word: 'finished with errors' }));
    await runs.flush();
    assert.deepEqual([requests.length, failures], [1, []]);
    const { path, headers } = requests[0] ?? {};
    assert.equal(path, '/v1/traces');
    assert.deepEqual(
      [headers?.['content-type'], headers?.['api-key'], headers?.['x-scope']],
      ['application/json', 'a=b', 'plant'],
    );
    const [good, bad] = spans();
    assert.ok(good && bad);
    assert.equal(good.name, 'RUN Nightly');
    assert.equal(good.startTimeUnixNano, `${startMs + 1_000}000000`);
    assert.equal(good.endTimeUnixNano, `${startMs + 62_000}000000`);
    const of = (span: typeof bad) =>
      Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
    assert.deepEqual(
      [of(good)['cicd.pipeline.result'], of(bad)['cicd.pipeline.result'], of(bad)['error.type']],
      ['success', 'failure', 'finished with errors'],
    );
    assert.deepEqual(
      [of(good)['device_automation.run.duration.min'], of(good)['device_automation.run.duration.max']],
      [58, 64],
    );
    assert.deepEqual([good.status, bad.status], [undefined, { code: 2 }]);
    assert.notEqual(good.traceId, bad.traceId);
    await close();
  });

  it('are sent again with the same IDs when the collector was not available, and not when it rejects them', async () => {
    const { runs, spans, requests, failures, close } = await startCollector(503, 200, 400);
    runs.add(endedRun(12));
    await runs.flush();
    runs.add(endedRun(13));
    await runs.flush();
    const [first, again] = spans();
    assert.deepEqual([spans().length, first?.traceId], [3, again?.traceId]);
    runs.add(endedRun(14));
    await runs.flush();
    await runs.flush();
    assert.deepEqual([requests.length, failures], [3, ['HTTP 503', 'HTTP 400']]);
    await close();
    runs.add(endedRun(15));
    await runs.flush();
    assert.equal(failures.length, 3);
    await runs.close();
  });

  it('reach a collector with a certificate of the company through its proxy', async () => {
    const proxy = await startTestProxy();
    const collector = await startTlsServer('good');
    const sendWith = async (file: string | undefined) => {
      const failures: string[] = [];
      const proxies = { ...noProxies, proxy: proxy.url };
      const runs = new OtlpRuns({
        endpoint: `https://devices.example:${collector.port}`,
        ...target,
        network: { ...network, proxies, caFile: file },
        onFailure: reason => failures.push(reason),
      });
      runs.add(endedRun(12));
      await runs.close();
      return failures;
    };
    try {
      assert.deepEqual(await sendWith(caFile), []);
      assert.equal(collector.received[0]?.['api-key'], 'a=b');
      assert.deepEqual(await sendWith(undefined), ['UNABLE_TO_VERIFY_LEAF_SIGNATURE']);
      assert.equal(collector.received.length, 1);
      const tunnel = `CONNECT devices.example:${collector.port}`;
      assert.deepEqual(proxy.asked, [tunnel, tunnel]);
    } finally {
      await Promise.all([proxy.close(), collector.close()]);
    }
  });
});
