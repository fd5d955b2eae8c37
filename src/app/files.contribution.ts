import { labelSource } from '../commands/files/exportFiles.ts';
import { fileCommands } from '../commands/files/fileCommands.ts';
import { fileRetries } from '../commands/files/retryFiles.ts';
import { fileSchemas } from '../files/fileSchema.ts';
import { localizer } from '../platform/localize.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { compareVisibleFiles } from '../workspaceFiles/knownPlans.ts';
import { Plans } from '../workspaceFiles/plans.ts';
import { workspaceFolders } from '../workspaceFiles/workspaceFolders.ts';
import { type Contribution, commandsWith } from './contribution.ts';

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
