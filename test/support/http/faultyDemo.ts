import type { DemoServerOptions } from '../../demo/options.ts';
import { type DemoAndClient, withClient, withDemo } from './clients.ts';
import { type Fault, type FaultProxy, noFault, startFaultProxy } from './faultProxy.ts';

export interface Faulty extends DemoAndClient {
  readonly proxy: FaultProxy;
  /** Faults of the next writes; a write without one succeeds. */
  readonly faults: Fault[];
  /** Faults of the next reads. */
  readonly reads: Fault[];
  /** Writes that reached the proxy. */
  writes(): string[];
}

/** A client whose writes run into faults on their way to a demo server. */
export function withFaults(
  options: DemoServerOptions,
  use: (started: Faulty) => Promise<void>,
  jobListQuery: Readonly<Record<string, string>> = {},
): Promise<void> {
  return withDemo(options, async ({ server }) => {
    const faults: Fault[] = [];
    const reads: Fault[] = [];
    const proxy = await startFaultProxy(
      server.url,
      ({ method }) => (method === 'GET' ? reads : faults).shift() ?? noFault,
    );
    const writes = () =>
      proxy.requests.filter(request => request.method !== 'GET').map(request => request.method);
    try {
      await withClient({ baseUrl: proxy.url, getToken: () => server.token, jobListQuery }, client =>
        use({ server, client, proxy, faults, reads, writes }),
      );
    } finally {
      await proxy.close();
    }
  });
}
