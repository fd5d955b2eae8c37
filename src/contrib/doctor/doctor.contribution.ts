import type { Contribution } from '../../workbench/contribution.ts';
import { checkConnection, explainServer } from './vscode/checkConnection.ts';
import { reportIssue } from './vscode/reportIssue.ts';

/** Why a server is not reached. */
export const doctor: Contribution = () => ({
  commands: {
    'deviceAutomation.server.check': checkConnection,
    'deviceAutomation.server.explain': explainServer,
    'deviceAutomation.issue.report': reportIssue,
  },
});
