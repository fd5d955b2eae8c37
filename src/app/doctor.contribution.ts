import { reportIssue } from '../commands/reportIssue.ts';
import { checkConnection, explainServer } from '../commands/servers/checkConnection.ts';
import type { Contribution } from './contribution.ts';

/** Why a server is not reached. */
export const doctor: Contribution = () => ({
  commands: {
    'deviceAutomation.server.check': checkConnection,
    'deviceAutomation.server.explain': explainServer,
    'deviceAutomation.issue.report': reportIssue,
  },
});
