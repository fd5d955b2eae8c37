import { t } from '../../platform/localize.ts';
import type { Uses } from '../commandContext.ts';

interface ServerOffer extends Uses<'dialogs'> {
  readonly addServer: () => Promise<void>;
  readonly startDemo: () => Promise<void>;
}

/** Tells the user that no server is configured, and offers to add one. */
export async function offerServer({ dialogs, startDemo, addServer }: ServerOffer): Promise<void> {
  const add = t('Add Server');
  const tryDemo = t('Try with Demo Server');
  const chosen = await dialogs.info(t('No server is configured yet.'), add, tryDemo);
  if (chosen === tryDemo) await startDemo();
  if (chosen === add) await addServer();
}
