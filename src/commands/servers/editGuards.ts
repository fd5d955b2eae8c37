import type { ServerConfig } from '../../model/server.ts';
import { t } from '../../platform/localize.ts';
import { typeName } from '../../servers/productionGuard.ts';
import type { Uses } from '../commandContext.ts';

type Guards = Pick<ServerConfig, 'readOnly' | 'production'>;

const choices: Readonly<Record<string, Guards>> = {
  none: {},
  readOnly: { readOnly: true },
  production: { production: true },
  both: { readOnly: true, production: true },
};

/**
 * Marks a server as read-only or as a production server; removing a safeguard from a production server requires
 * typing its name.
 */
export async function editGuards(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const chosen = await context.dialogs.pick(t('Safeguards for “{server}”', { server: server.name }), [
    { value: 'none', label: t('None') },
    { value: 'readOnly', label: t('Read-only'), description: t('no changes are ever sent to the server') },
    {
      value: 'production',
      label: t('Production'),
      description: t('marked everywhere; destructive actions require typing its name'),
    },
    { value: 'both', label: t('Production and read-only') },
  ]);
  const guards = chosen === undefined ? undefined : choices[chosen];
  if (guards === undefined) return;
  const takesOff = !guards.production || (server.readOnly === true && !guards.readOnly);
  if (server.production && takesOff && !(await typeName(server, context.dialogs, t('Safeguards')))) return;
  const { readOnly: _, production: __, ...rest } = server;
  await context.servers.edit(server, { ...rest, ...guards });
}
