import { arch, release, type } from 'node:os';
import { proxyLogin } from '../../../api/network/proxyChoice.ts';
import type { SeenResponse } from '../../../api/transport/transport.ts';
import { type CliContext, type ExitCode, programVersion } from '../../../cli/cliContext.ts';
import { doctorSections, doctorText } from '../common/doctorReport.ts';
import type { DoctorOptions } from '../common/reportText.ts';

export async function checkConnection(context: CliContext): Promise<ExitCode> {
  const { output, localizer, signal } = context;
  const { server, network, reader } = context.connect();
  const responses: SeenResponse[] = [];
  const client = reader(response => void responses.push(response));
  const options: DoctorOptions = {
    ...network,
    server,
    client,
    responses,
    hasToken: true,
    versions: [
      ['Device Automation', programVersion],
      ['Node.js', process.versions.node],
      ['OS', `${type()} ${release()} ${arch()}`],
    ],
    // The output redacts the token, but does not know every form of the proxy credentials.
    secrets: [proxyLogin(new URL(server.url), network.proxies)],
    localizer,
    signal,
  };
  output.progress(localizer.t('Checking the connection to “{server}”', { server: server.name }));
  const sections = await doctorSections(options);
  const ok = sections.every(({ rows }) => rows.every(({ result }) => result !== 'failed'));
  if (output.isDocument) output.document({ ok, sections });
  else output.lines(doctorText(sections, options).trimEnd().split('\n'));
  return ok ? 0 : 1;
}
