import type { EarlyContribution } from '../../workbench/contribution.ts';
import { localizer, t } from '../../workbench/platform/localize.ts';
import { createDemo } from './vscode/demo.ts';

/** A server in the extension, to try it with. */
export const demo: EarlyContribution = ({ servers, tokens, memory, dialogs, jobsView }) => {
  const server = createDemo(servers, tokens, memory, localizer.language);
  const start = async () => {
    await server.start();
    await jobsView.frame.show();
  };
  return {
    commands: {
      'deviceAutomation.demo.start': start,
      'deviceAutomation.demo.stop': async () => {
        if (servers.servers.some(({ id }) => servers.isTemporary(id))) return server.stop();
        const again = t('Try with Demo Server');
        if ((await dialogs.info(t('The demo server is not running.'), again)) === again) await start();
      },
    },
    ...(server.wasRunning ? { ready: server.start() } : {}),
    close: () => server.close(),
  };
};
