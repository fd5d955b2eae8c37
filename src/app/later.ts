import * as vscode from 'vscode';
import { callTool } from '../commands/agents/callTool.ts';
import type {
  Args,
  CommandContext,
  GroupsListView,
  JobsListView,
  RunCommand,
} from '../commands/commandContext.ts';
import { labelSource } from '../commands/files/exportFiles.ts';
import { groupIdOf } from '../commands/findGroupIds.ts';
import { InterruptedRuns } from '../commands/interruptedRuns.ts';
import { askLabel } from '../commands/nameLabels.ts';
import { offerServer } from '../commands/servers/serverCommands.ts';
import { runCommand } from '../commands/table.ts';
import { foldMemory } from '../forms/formParts.ts';
import { formProvider } from '../forms/formSession.ts';
import type { CommandId } from '../platform/ids.ts';
import { activeText, showNewText } from '../platform/newText.ts';
import { pageFiles } from '../platform/pages/pageFiles.ts';
import type { Histories } from '../servers/histories.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { TimelinePanel } from '../timelinePanel/timelinePanel.ts';
import { systemClock } from '../util/clock.ts';
import { compareVisibleFiles } from '../workspaceFiles/knownPlans.ts';
import { Plans } from '../workspaceFiles/plans.ts';
import { workspaceFolders } from '../workspaceFiles/workspaceFolders.ts';
import { createDocuments } from './documents.ts';
import { createFleetCheck } from './fleetCheck.ts';
import type { Host } from './host.ts';
import { keepPastRuns } from './storedRuns.ts';

export { errorActions } from '../commands/servers/serverCommands.ts';
export { findClashes } from '../store/targets/jobClashes.ts';

export type Later = ReturnType<typeof createLater>;

/** Creates everything that the first rows do not need: documents, forms, the timeline and all commands. */
export function createLater(
  host: Host,
  trees: { readonly jobs: JobsListView; readonly groups: GroupsListView },
  histories: Histories,
) {
  const { clock, labels, notices, sessions, tabs } = host;
  const run: RunCommand = (id, ...args) => runCommand(commands, id, args);
  const showError = (error: unknown) => void notices.show(error, undefined);
  const inViews = { ...host, jobsView: trees.jobs, groupsView: trees.groups, documents: tabs };

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
  const timeline = new TimelinePanel({
    ...host,
    pageFiles: pageFiles(host.extensionUri, 'timeline'),
    runCommand: run,
  });

  const fleet = createFleetCheck(host);
  const plans = new Plans(clock, showError);
  const labelsOf = (session: ServerSession) => labelSource(labels, session);
  const comparing = compareVisibleFiles({ plans, sessions, labelsOf }, clock, showError);

  const commands: CommandContext = {
    ...inViews,
    documents: open.forCommands,
    creates,
    plans,
    folders: workspaceFolders,
    timeline,
    fleet: fleet.forCommands,
    showProblems: async () => void (await vscode.commands.executeCommand('workbench.actions.view.problems')),
    newText: { show: showNewText, active: activeText },
    clipboard: vscode.env.clipboard,
    offerServer: () => offerServer(host, run),
  };
  const interrupted = new InterruptedRuns(commands, host.journal);
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) interrupted.focused();
  });
  return {
    documents,
    saves,
    fileSystem,
    forms,
    timeline,
    interrupted,
    runCommand: (id: CommandId, args: Args) => runCommand(commands, id, args),
    callTool: (name: string, input: unknown, signal: AbortSignal) => callTool(commands, name, input, signal),
    disposables: [
      ...open.disposables,
      timeline,
      comparing,
      plans,
      focus,
      keepPastRuns(host, histories),
      ...fleet.disposables,
    ],
  };
}
