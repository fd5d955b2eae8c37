import { t } from '../../platform/localize.ts';
import type { JobsShowing, Uses } from '../commandContext.ts';

type DemoContext = Uses<'demo'> & JobsShowing;

export async function startDemo({ demo, jobsView }: DemoContext): Promise<void> {
  await demo.start();
  await jobsView.frame.show();
}

export async function stopDemo(context: DemoContext & Uses<'servers' | 'dialogs'>): Promise<void> {
  const { demo, dialogs, servers } = context;
  if (servers.servers.some(({ id }) => servers.isTemporary(id))) return demo.stop();
  const start = t('Try with Demo Server');
  const chosen = await dialogs.info(t('The demo server is not running.'), start);
  if (chosen === start) await startDemo(context);
}
