import * as vscode from 'vscode';
import type { Args, CommandContext, RunCommand } from '../commands/commandContext.ts';
import { labelSource } from '../commands/files/exportFiles.ts';
import { groupIdOf, reportCreatedGroup } from '../commands/findGroupIds.ts';
import { InterruptedRuns } from '../commands/interruptedRuns.ts';
import { askLabel } from '../commands/nameLabels.ts';
import { offerServer } from '../commands/servers/serverCommands.ts';
import { showFound } from '../commands/showFound.ts';
import { runCommand } from '../commands/table.ts';
import type { DocumentTabs } from '../documents/documentTabs.ts';
import { foldMemory } from '../forms/foldMemory.ts';
import { FormProvider } from '../forms/formSession.ts';
import { LostCreates } from '../notices/lostCreates.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import { activeText, showNewText } from '../platform/newText.ts';
import { pageFiles } from '../platform/pages/pageFiles.ts';
import type { SaveReasons } from '../platform/saveReasons.ts';
import { TimelinePanel } from '../timelinePanel/timelinePanel.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import { KnownPlans } from '../workspaceFiles/knownPlans.ts';
import { Plans } from '../workspaceFiles/plans.ts';
import { workspaceFolders } from '../workspaceFiles/workspaceFolders.ts';
import { createDocuments } from './documents.ts';
import type { HostParts } from './hostParts.ts';
import type { ViewParts } from './viewParts.ts';

export { errorActions } from './errorActions.ts';

interface LaterOptions {
  readonly extensionUri: vscode.Uri;
  readonly saveReasons: SaveReasons;
  readonly clock: Clock;
  readonly tabs: DocumentTabs;
  readonly views: ViewParts;
}

/** Everything that the first rows do not need: documents, forms, the timeline and all commands. */
export type LaterParts = ReturnType<typeof createLaterParts>;

export function createLaterParts(host: HostParts, options: LaterOptions) {
  const { extensionUri, saveReasons, clock, tabs, views } = options;
  const { sessions, schedules, labels, notices, dialogs, servers } = host;
  const run: RunCommand = (id, ...args) => runCommand(commands, id, args);
  const { jobs: jobsView, groups: groupsView } = views.trees;
  const inViews = { servers, dialogs, notices, jobsView, groupsView, documents: tabs };
  const creates = new LostCreates({
    dialogs,
    localizer,
    showFound: objects => showFound(inViews, objects),
  });
  const { documents, saves, ...open } = createDocuments(host, {
    tabs,
    creates,
    saveReasons,
    onGroupCreated: (session, name) =>
      void reportCreatedGroup(inViews, session, name).catch((error: unknown) =>
        notices.show(error, session.server),
      ),
  });
  const timeline = new TimelinePanel({
    pageFiles: pageFiles(extensionUri, 'timeline'),
    sessions,
    schedules,
    labels,
    notices,
    clock,
    runCommand: run,
  });
  const plans = new Plans({ clock, onFailure: error => void notices.show(error, undefined) });
  const knownPlans = new KnownPlans({
    plans,
    sessions,
    clock,
    labelsOf: session => labelSource(labels, session),
    onFailure: error => void notices.show(error, undefined),
  });
  const commands: CommandContext = {
    ...host,
    plans,
    folders: workspaceFolders,
    creates,
    jobsView,
    groupsView,
    documents: open.forCommands,
    timeline,
    newText: { show: showNewText, active: activeText },
    clipboard: vscode.env.clipboard,
    offerServer: () => offerServer(host, run),
  };
  const forms = new FormProvider({
    pageFiles: pageFiles(extensionUri, 'form'),
    sessions,
    labels,
    schedules,
    notices,
    documents,
    saves,
    tabs,
    clock: systemClock,
    folds: foldMemory(host.globalMemory),
    findGroupId: (session, group) => groupIdOf({ dialogs, notices }, session, group),
    nameId: (serverId, kind, id) => askLabel({ dialogs, labels }, { serverId, kind, id }),
  });
  const interrupted = new InterruptedRuns({ ...commands, journal: host.journal });
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) interrupted.focused();
  });
  return {
    documents,
    saves,
    fileSystem: open.fileSystem,
    forms,
    timeline,
    interrupted,
    runCommand: (id: CommandId, args: Args) => runCommand(commands, id, args),
    disposables: [...open.disposables, timeline, knownPlans, plans, focus],
  };
}
