import type { Server } from '@modelcontextprotocol/server';
import { displayText } from '../../../base/displayText.ts';
import { englishLocalizer, type Localizer } from '../../../base/localizer.ts';
import type { CliConnection } from '../../../cli/cliConnection.ts';
import type { CliContext } from '../../../cli/cliContext.ts';
import { command } from '../../../cli/contribution.ts';
import { withJournal } from '../../../cli/journal.ts';
import { connectionOptions, general, timeZoneOf, UsageError } from '../../../cli/optionTable.ts';
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

export const mcpCommand = command({
  operands: '',
  texts: ({ t }) => ({
    summary: t('Serve tools for agents over the Model Context Protocol'),
    details: [
      t(
        'Reads requests from standard input and writes responses to standard output, for a program with a language model that starts it. The tools find and read jobs, groups, devices, planned runs and schedules; everything that they return is data of the server.',
      ),
      t(
        'Without --allow-writes, nothing can be changed. With it, a change is made in two steps: a tool returns a plan with an ID, and apply_plan sends exactly that plan, once, within ten minutes, and only to objects that have not changed since. If the client can ask its user, it does; a production server then requires typing its name, and --yes if the client cannot ask.',
      ),
    ],
    examples: {
      'device-automation mcp --read-only': t('Tools that read.'),
      'device-automation mcp --allow-writes --time-zone Europe/Berlin': t(
        'Also tools that change jobs and groups.',
      ),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('time-zone'),
    'allow-writes': {
      text: ({ t }) =>
        t('Let clients plan and apply changes. Without this option, there are only tools that read.'),
    },
    ...general('yes', 'state-dir'),
  },
  run: async context => {
    const { localizer, options, operands, signal } = context;
    if (operands.length > 0) throw new UsageError(localizer.t('The command “mcp” takes no operands.'));
    if (options.value('token-fd') === '0')
      throw new UsageError(localizer.t('--token-fd 0 cannot be used here: standard input has the requests.'));
    const connection = context.connect();
    const fleet = fleetOf(context, connection);
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
  },
});

/** The command line has one server, and no names for IDs without one. */
function fleetOf(
  { options, errorText, output, localizer, filterTerms }: CliContext<'time-zone'>,
  connection: CliConnection,
): Fleet {
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
