import * as vscode from 'vscode';
import {
  addMarks,
  type Commands,
  type EarlyWorkbench,
  type Part,
  type Workbench,
} from './app/contribution.ts';
import { createDocuments } from './app/documents.ts';
import { keepPastRuns } from './app/storedRuns.ts';
import type { Args } from './commands/commandContext.ts';
import { commandHelpers } from './commands/commandHelpers.ts';
import { labelSource } from './commands/files/exportFiles.ts';
import { groupIdOf } from './commands/findGroupIds.ts';
import { formerHandlers } from './commands/formerCommands.ts';
import { InterruptedRuns } from './commands/interruptedRuns.ts';
import { askLabel } from './commands/nameLabels.ts';
import { offerServer } from './commands/servers/serverCommands.ts';
import { kernelCommands, runCommand } from './commands/table.ts';
import { contributions } from './contributions.ts';
import { foldMemory } from './forms/formParts.ts';
import { formProvider } from './forms/formSession.ts';
import { activeText, showNewText } from './platform/newText.ts';
import { pageFiles } from './platform/pages/pageFiles.ts';
import type { ServerSession } from './store/serverSession.ts';
import { systemClock } from './util/clock.ts';
import { compareVisibleFiles } from './workspaceFiles/knownPlans.ts';
import { Plans } from './workspaceFiles/plans.ts';
import { workspaceFolders } from './workspaceFiles/workspaceFolders.ts';

export { errorActions } from './commands/servers/serverCommands.ts';
export { findClashes } from './store/targets/jobClashes.ts';

export type Later = ReturnType<typeof createLater>;

/** Creates everything that the first rows do not need: documents, forms, commands and contributions. */
export function createLater(host: EarlyWorkbench, early: readonly Part[]) {
  const { clock, labels, marks, notices, sessions, tabs, runCommand: run } = host;
  const showError = (error: unknown) => void notices.show(error, undefined);
  const inViews = { ...host, documents: tabs };

  const { documents, saves, fileSystem, creates, ...open } = createDocuments(host, inViews);
  const forms = formProvider({
    ...host,
    pageFiles: pageFiles(host.extensionUri, 'form'),
    documents,
    saves,
    clock: systemClock,
    folds: foldMemory(host.globalMemory),
    findGroupId: (session, group) => groupIdOf(host, session, group),
    nameId: (serverId, kind, id) => askLabel(host, { serverId, kind, id }),
  });
  const plans = new Plans(clock, showError);
  const labelsOf = (session: ServerSession) => labelSource(labels, session);
  const comparing = compareVisibleFiles({ plans, sessions, labelsOf }, clock, showError);

  const context = {
    ...host,
    documents: open.forCommands,
    creates,
    plans,
    folders: workspaceFolders,
    newText: { show: showNewText, active: activeText },
    clipboard: vscode.env.clipboard,
    offerServer: () => offerServer(host, run),
  };
  const workbench: Workbench = { ...context, ...commandHelpers(context), openDocuments: documents };
  const later = contributions.map(start => start(workbench));
  const parts = [...early, ...later];
  const commands: Commands = Object.assign(
    { ...formerHandlers, ...kernelCommands },
    ...parts.map(part => part.commands),
  );
  const interrupted = new InterruptedRuns(workbench, host.journal);
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) interrupted.focused();
  });
  return {
    documents,
    saves,
    fileSystem,
    forms,
    interrupted,
    commandIds: Object.keys(commands),
    runCommand: (id: string, args: Args) => runCommand(workbench, commands, id, args),
    panel: (viewType: string) => parts.find(part => part.panels?.[viewType])?.panels?.[viewType],
    tool: (name: string) => parts.find(part => part.tools?.[name])?.tools?.[name],
    disposables: [
      ...open.disposables,
      comparing,
      plans,
      focus,
      keepPastRuns(host),
      ...addMarks(marks, later),
      ...later.flatMap(part => part.disposables ?? []),
    ],
  };
}
