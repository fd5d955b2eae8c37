import { arch, release, type } from 'node:os';
import { proxyLogin } from '../../../api/network/proxyChoice.ts';
import type { SeenResponse } from '../../../api/transport/transport.ts';
import type { CliConnection } from '../../../cli/cliConnection.ts';
import { type CliContext, type ExitCode, programVersion } from '../../../cli/cliContext.ts';
import { doctorSections, doctorText, hasPassed } from '../common/doctorReport.ts';
import type { DoctorOptions } from '../common/reportText.ts';

/** What the checks need of a connection of the command line. */
export function doctorOptions(
  { server, network, reader }: Pick<CliConnection, 'server' | 'network' | 'reader'>,
  asked: Pick<DoctorOptions, 'localizer' | 'signal'>,
): DoctorOptions {
  const responses: SeenResponse[] = [];
  return {
    ...asked,
    ...network,
    server,
    client: reader(response => void responses.push(response)),
    responses,
    hasToken: true,
    versions: [
      ['Device Automation', programVersion],
      ['Node.js', process.versions.node],
      ['OS', `${type()} ${release()} ${arch()}`],
    ],
    // The output redacts the token, but does not know every form of the proxy credentials.
    secrets: [proxyLogin(new URL(server.url), network.proxies)],
  };
}

export async function checkConnection(context: CliContext): Promise<ExitCode> {
  const { output, localizer, signal } = context;
  const connection = context.connect();
  const options = doctorOptions(connection, { localizer, signal });
  const { server } = connection;
  output.progress(localizer.t('Checking the connection to “{server}”', { server: server.name }));
  const sections = await doctorSections(options);
  const ok = hasPassed(sections);
  if (output.isDocument) output.document({ ok, sections });
  else output.lines(doctorText(sections, options).trimEnd().split('\n'));
  return ok ? 0 : 1;
}
