import type { Server } from '@modelcontextprotocol/server';
import { displayText } from '../../../base/displayText.ts';
import { englishLocalizer, type Localizer } from '../../../base/localizer.ts';
import { type CliConnection, timeZoneOf } from '../../../cli/cliConnection.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { stateFolderOf, withJournal } from '../../../cli/journal.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { localTimeZone } from '../../../recurrence/text/timeZone.ts';
import type { RunRecord } from '../../../store/runs/runRecord.ts';
import { doctorOptions } from '../../doctor/cli/check.ts';
import { doctorReport } from '../../doctor/common/doctorReport.ts';
import { usualChoices } from '../../fleetCheck/common/fleetChecker.ts';
import { openHistory } from '../../history/cli/seenRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import type { Fleet } from '../common/fleet.ts';
import type * as sdkModule from './sdk.ts';

type Sdk = typeof sdkModule;

/** The requests that a question about devices may spend on finding the IDs of groups. */
const idBudget = 500;

export async function serveTools(
  context: CliContext<'token-file' | 'time-zone' | 'allow-writes' | 'yes' | 'state-dir'>,
): Promise<ExitCode> {
  const { localizer, options, operands, signal } = context;
  if (operands.length > 0) throw new UsageError(localizer.t('The command “mcp” takes no operands.'));
  if (options.value('token-file') === '-')
    throw new UsageError(localizer.t('--token-file - cannot be used here: standard input has the requests.'));
  const connection = context.connect();
  const fleet = fleetOf(context, connection, await context.filterTerms());
  // What “observe” has seen, and what is read here is stored beside it.
  const files = openHistory(context, { history: historyOf(connection.session), server: connection.server });
  const { createMcpServer } = await import('./mcpServer.ts');
  const { PendingPlans } = await import('./pendingPlans.ts');
  const sdk = await import('./sdk.ts').catch(() => {
    throw new UsageError(
      localizer.t('The command “mcp” needs the file {file} next to the program.', {
        file: 'device-automation-mcp.cjs',
      }),
    );
  });
  const allowsWrites = options.has('allow-writes');
  const isSure = options.has('yes');
  const plans = new PendingPlans(() => Date.now());
  const notes: string[] = [];
  const textOf = (run: RunRecord) => {
    const text = interruptedText(run, localizer);
    if (text !== undefined) notes.push(text);
    return text;
  };
  try {
    await withJournal(context, connection.server, allowsWrites ? textOf : undefined, ({ journal }) => {
      const parts = { sdk, fleet, plans, journal, allowsWrites, isSure, notes, signal };
      return serve(() => createMcpServer(parts), sdk, signal);
    });
    return 0;
  } finally {
    await files.close();
  }
}

/** The command line has one server, and no names for IDs without one. */
function fleetOf(
  context: CliContext<'time-zone' | 'state-dir'>,
  connection: CliConnection,
  filterTerms: Fleet['filterTerms'],
): Fleet {
  const { options, errorText, output, localizer } = context;
  const { server, session } = connection;
  const timeZone = timeZoneOf(options, localizer);
  const readerZone = localTimeZone();
  const zoned = timeZone === undefined ? server : { ...server, timeZone };
  const outlook = new ScheduleOutlook({ serverZone: timeZone, readerZone, localizer: englishLocalizer });
  return {
    servers: [zoned],
    usual: zoned,
    session: () => session,
    outlook: () => outlook,
    label: () => undefined,
    filterTerms,
    choices: () => usualChoices,
    checkConnection: async (_, signal) => {
      const checks = doctorOptions(connection, { localizer: englishLocalizer, signal });
      try {
        return await doctorReport(checks);
      } finally {
        // A server of tools may run for weeks.
        await checks.client.close();
      }
    },
    errorText,
    localizer: englishLocalizer,
    readerZone,
    nowMs: () => Date.now(),
    stateFolder: stateFolderOf(context),
    idBudget,
    redact: output.redact,
  };
}

/** Serves one connection over standard input and output; resolves when the client or the user has closed it. */
async function serve(create: () => Server, sdk: Sdk, signal: AbortSignal): Promise<void> {
  const transport = new sdk.StdioServerTransport();
  const connection = sdk.serveStdio(create, { transport });
  const close = transport.onclose;
  await new Promise<void>(resolve => {
    transport.onclose = () => {
      close?.();
      resolve();
    };
    signal.addEventListener('abort', () => resolve());
  });
  await connection.close();
}

/** Describes a change of an agent that was sent but whose outcome is not known. */
function interruptedText({ act, by, items }: RunRecord, { t }: Localizer): string | undefined {
  if (by !== 'agent') return undefined;
  const open = items
    .filter(({ is }) => is === 'unknown')
    .map(({ name, id }) => (id === undefined ? name : `#${id}`));
  return t(
    'A change by an agent on this server ({operation}) was interrupted. It is unknown whether it was done for: {objects}.',
    {
      operation: act,
      objects:
        open
          .slice(0, 20)
          .map(name => displayText(name, 60))
          .join(', ') || '–',
    },
  );
}
