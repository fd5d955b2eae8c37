import type { ServerSession } from '../../store/serverSession.ts';
import { type Contribution, commandsWith } from '../../workbench/contribution.ts';
import { localizer } from '../../workbench/platform/localize.ts';
import { fileSchemas } from './common/fileSchema.ts';
import { labelSource } from './vscode/exportFiles.ts';
import { fileCommands } from './vscode/fileCommands.ts';
import { compareVisibleFiles } from './vscode/knownPlans.ts';
import { Plans } from './vscode/plans.ts';
import { fileRetries } from './vscode/retryFiles.ts';
import { workspaceFolders } from './vscode/workspaceFolders.ts';

/** Jobs and groups as files of a workspace. */
export const files: Contribution = workbench => {
  const { clock, labels, notices, sessions } = workbench;
  const showError = (error: unknown) => void notices.show(error, undefined);
  const plans = new Plans(clock, showError);
  const labelsOf = (session: ServerSession) => labelSource(labels, session);
  const own = { plans, folders: workspaceFolders };
  return {
    commands: commandsWith(own, fileCommands),
    runActions: [fileRetries({ ...workbench, ...own })],
    schemas: fileSchemas(localizer),
    disposables: [compareVisibleFiles({ plans, sessions, labelsOf }, clock, showError), plans],
  };
};
