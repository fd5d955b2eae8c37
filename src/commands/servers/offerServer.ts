import { localizer } from '../../platform/localize.ts';
import type { CommandContext } from '../commandContext.ts';

type ServerOffer = Pick<CommandContext, 'dialogs' | 'demo'> & { readonly addServer: () => Promise<void> };

/** Reports that no server is configured, and helps to add one. */
export async function offerServer({ dialogs, demo, addServer }: ServerOffer): Promise<void> {
  const { t } = localizer;
  const add = t('Add Server');
  const tryDemo = t('Try with Demo Server');
  const chosen = await dialogs.info(t('No server is configured yet.'), add, tryDemo);
  if (chosen === tryDemo) await demo.start();
  if (chosen === add) await addServer();
}
