import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { errorCode } from '../../api/errors/connectionFailure.ts';
import { durationOf, type SeenRun } from '../../history/seenRuns.ts';
import type { StatusKind } from '../../model/jobStatus.ts';
import { createServerDispatcher, type ServerConnection } from '../../network/serverDispatcher.ts';

/** A run that has ended, and the job that it is of. */
export interface EndedRun {
  readonly jobId: number;
  readonly jobName: string;
  readonly run: SeenRun;
}

export interface OtlpOptions {
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  /** `name=value` pairs separated by commas, with URL encoding, as in `OTEL_EXPORTER_OTLP_HEADERS`. */
  readonly headers: string;
  readonly server: { readonly name: string; readonly url: string };
  readonly version: string;
  /** The collector is reached like the server. */
  readonly network: Pick<ServerConnection, 'proxies' | 'useSystemCertificates' | 'caFile'>;
  readonly onFailure: (reason: string) => void;
}

const mostPending = 2_000;
const mostAtOnce = 200;
const timeoutMs = 10_000;

/**
 * Sends runs that have ended to a collector, as spans in the JSON encoding of OTLP over HTTP. What cannot be sent now
 * is sent with later runs.
 */
export class OtlpRuns {
  readonly #options: OtlpOptions;
  readonly #pending: EndedRun[] = [];
  #sending: Promise<void> | undefined;
  #dispatcher: Dispatcher | undefined;

  constructor(options: OtlpOptions) {
    this.#options = options;
  }

  add(run: EndedRun): void {
    this.#pending.push(run);
    if (this.#pending.length > mostPending) this.#pending.shift();
  }

  flush(): Promise<void> {
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Sends the rest. */
  async close(): Promise<void> {
    await this.flush();
    await this.#dispatcher?.destroy();
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, mostAtOnce);
      const failure = await this.#send(batch);
      if (failure === undefined) continue;
      if (failure.mayRetry) this.#pending.unshift(...batch);
      this.#options.onFailure(failure.reason);
      return;
    }
  }

  async #send(runs: readonly EndedRun[]) {
    const { endpoint, headers, network } = this.#options;
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`);
    try {
      const { request } = await import('undici');
      this.#dispatcher ??= await createServerDispatcher({ ...network, url, certificate: undefined });
      // No redirect is followed: it could carry the headers, which may hold a key, to another host.
      const { statusCode, body } = await request(url, {
        dispatcher: this.#dispatcher,
        method: 'POST',
        headers: { ...headersOf(headers), 'Content-Type': 'application/json' },
        body: JSON.stringify(traceRequest(runs, this.#options)),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await body.dump();
      if (statusCode >= 200 && statusCode < 300) return undefined;
      return { reason: `HTTP ${statusCode}`, mayRetry: [429, 502, 503, 504].includes(statusCode) };
    } catch (error) {
      return { reason: errorCode(error), mayRetry: true };
    }
  }
}

function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap(pair => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [[name, decodeURIComponent(value)] as const];
  });
  return Object.fromEntries(pairs);
}

/** The result of a pipeline in the semantic conventions for CI/CD. */
const results: Partial<Record<StatusKind, string>> = {
  succeeded: 'success',
  failed: 'failure',
  stopped: 'cancellation',
};

const [serverSpan, errorStatus] = [2, 2];

/** The body of a request. */
function traceRequest(
  runs: readonly EndedRun[],
  { server, version }: Pick<OtlpOptions, 'server' | 'version'>,
) {
  const resource = {
    'service.name': 'device-automation',
    'service.version': version,
    'server.address': new URL(server.url).hostname,
    'device_automation.server.name': server.name,
  };
  const scope = { name: 'device-automation observe', version };
  const spans = runs.map(run => spanOf(run, server.url));
  return {
    resourceSpans: [{ resource: { attributes: attributes(resource) }, scopeSpans: [{ scope, spans }] }],
  };
}

/** Times are the middle of what is known; an attribute says how much is not. IDs are the same for the same run. */
function spanOf({ jobId, jobName, run }: EndedRun, url: string) {
  const { start, end, kind, word } = run;
  const startMs = ((start.afterMs ?? start.byMs) + start.byMs) / 2;
  const endMs = Math.max(startMs, (end.afterMs + (end.byMs ?? end.afterMs)) / 2);
  const id = createHash('sha256').update(`${url}\n${jobId}\n${start.byMs}`).digest('hex');
  const { minMs, maxMs } = durationOf(run);
  const result = kind === undefined ? undefined : results[kind];
  return {
    traceId: id.slice(0, 32),
    spanId: id.slice(32, 48),
    name: `RUN ${jobName}`,
    kind: serverSpan,
    startTimeUnixNano: `${Math.round(startMs)}000000`,
    endTimeUnixNano: `${Math.round(endMs)}000000`,
    attributes: attributes({
      'cicd.pipeline.name': jobName,
      'cicd.pipeline.run.id': `${jobId}-${Math.round(start.byMs)}`,
      'cicd.pipeline.action.name': 'RUN',
      ...(result === undefined ? {} : { 'cicd.pipeline.result': result }),
      ...(kind === 'failed' ? { 'error.type': word ?? 'failed' } : {}),
      'device_automation.job.id': String(jobId),
      'device_automation.run.duration.min': minMs / 1_000,
      ...(maxMs === undefined ? {} : { 'device_automation.run.duration.max': maxMs / 1_000 }),
    }),
    ...(kind === 'failed' ? { status: { code: errorStatus } } : {}),
  };
}

function attributes(values: Readonly<Record<string, string | number>>) {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));
}
