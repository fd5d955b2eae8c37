import assert from 'node:assert/strict';
import type { SeenResponse } from '../../../../src/api/transport/seenResponse.ts';
import type { DoctorOptions } from '../../../../src/doctor/doctorOptions.ts';
import { doctorSections, doctorText } from '../../../../src/doctor/doctorReport.ts';
import type { ServerConfig } from '../../../../src/model/server.ts';
import { englishLocalizer } from '../../../../src/util/localizer.ts';
import { noProxies } from '../../../support/http/noProxies.ts';
import { clientOf, type Reply, type SentRequest } from '../../api/support/memoryServer.ts';

interface Settings {
  readonly server?: Partial<ServerConfig>;
  /** The offset of the server's clock. */
  readonly skewMs?: number;
  readonly hasToken?: boolean;
  readonly proxies?: DoctorOptions['proxies'];
  readonly useSystemCertificates?: boolean;
  readonly signal?: AbortSignal;
}

export const job = (id: number) => ({ id, name: `Job ${id}`, groups: [7] });

/** A server with two jobs and a group without an ID. */
export function usual({ path }: SentRequest): Reply {
  if (path.endsWith('/status/')) return { body: { id: 1, name: 'Job 1', status: 'finished' } };
  if (path.includes('/job/'))
    return { body: /job\/\d+\/$/.test(path) ? job(1) : { results: [job(1), job(2)] } };
  if (path.includes('/group/'))
    return { body: /group\/\d+\/$/.test(path) ? { name: 'Lab' } : [{ name: 'Lab' }] };
  return { status: 404, body: {} };
}

/** The report about a server in memory, as rows: label, result, text, then further lines. */
export async function reportOf(
  reply: (request: SentRequest, signal: AbortSignal | undefined) => Reply,
  {
    server,
    skewMs,
    hasToken = true,
    proxies = noProxies,
    useSystemCertificates = false,
    signal = new AbortController().signal,
  }: Settings = {},
) {
  const responses: SeenResponse[] = [];
  const { client } = clientOf((request, requestSignal) => {
    const found = reply(request, requestSignal);
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
    useSystemCertificates,
    versions: [['VS Code', '1.139.1']],
    secrets: [],
    localizer: englishLocalizer,
    signal,
  };
  const sections = await doctorSections(options);
  const row = (label: string) => {
    const found = sections.flatMap(({ rows }) => rows).find(each => each.label === label);
    assert.ok(found !== undefined, label);
    return [found.result, found.text, ...(found.facts ?? [])];
  };
  return { sections, row, text: doctorText(sections, options) };
}
