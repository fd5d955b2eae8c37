import { ConnectionError, RedirectError } from '../../api/errors/apiError.ts';
import type { Contribution } from '../../workbench/contribution.ts';
import { t } from '../../workbench/platform/localize.ts';
import { checkCommand } from './common/checkCommand.ts';
import { checkConnection, explainServer } from './vscode/checkConnection.ts';
import { reportIssue } from './vscode/reportIssue.ts';

/** Why a server is not reached. */
export const doctor: Contribution = workbench => {
  workbench.notices.addOffer((error, { id }) =>
    error instanceof ConnectionError || error instanceof RedirectError
      ? { action: t('Check Connection'), run: () => checkConnection(workbench, [id]) }
      : undefined,
  );
  return {
    commands: {
      [checkCommand]: checkConnection,
      'deviceAutomation.server.explain': explainServer,
      'deviceAutomation.issue.report': reportIssue,
    },
  };
};
