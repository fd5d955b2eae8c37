/** Wire values for scripted servers: small, valid, and changed in one place by each test. */

type Fields = Readonly<Record<string, unknown>>;

export const jobListPath = '/automation/api/job/';

export function jobWire(id: unknown, fields: Fields = {}): Fields {
  return {
    id,
    name: `Job ${String(id)}`,
    params: 'RRULE:FREQ=DAILY',
    enabled: true,
    run_on_start: false,
    groups: [1],
    dynamic_groups: [],
    peers: [deviceWire(1)],
    policies: [7],
    reports: [],
    report_formats: [],
    ...fields,
  };
}

export function deviceWire(id: number, fields: Fields = {}): Fields {
  return {
    id,
    addr: `10.0.0.${id}`,
    status: 'online',
    username: 'operator',
    hostname: `PC-${id}`,
    server_id: `s-${id}`,
    connection: 'direct',
    ...fields,
  };
}

export function groupWire(name: string, fields: Fields = {}): Fields {
  return { name, dn: `CN=${name}`, server_set: [deviceWire(1)], ...fields };
}

export function pageWire(results: readonly unknown[], fields: Fields = {}): Fields {
  return { count: results.length, next: null, previous: null, results, ...fields };
}
