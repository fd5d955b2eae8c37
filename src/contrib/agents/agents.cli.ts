import { type CliPart, command } from '../../cli/contribution.ts';
import { connectionOptions, general } from '../../cli/optionTable.ts';

const mcpCommand = command({
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
  run: async context => (await import('./cli/mcp.ts')).serveTools(context),
});

export const agentsPart: CliPart = { commands: { mcp: mcpCommand } };
