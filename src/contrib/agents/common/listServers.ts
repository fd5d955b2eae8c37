import * as z from 'zod/mini';
import { agentText } from './agentText.ts';
import { readingTool } from './tool.ts';

export const listServersTool = readingTool({
  name: 'list_servers',
  description:
    'Lists the management servers that the user has configured, and which one the other tools use unless a call names another. Needed only if there are several.',
  input: z.strictObject({}),
  output: z.object({
    servers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        usual: z.optional(z.boolean()),
        production: z.optional(z.boolean()),
        read_only: z.optional(z.boolean()),
        time_zone: z.optional(z.string()),
      }),
    ),
  }),
  run: async (_input, { fleet }) => ({
    servers: fleet.servers.map(({ id, name, url, production, readOnly, timeZone }) => ({
      id,
      name: agentText(name),
      url,
      usual: fleet.usual?.id === id || undefined,
      production: production || undefined,
      read_only: readOnly || undefined,
      time_zone: timeZone === undefined ? undefined : agentText(timeZone),
    })),
  }),
});
