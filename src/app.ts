import * as vscode from 'vscode';
import { createDocumentParts } from './app/documentParts.ts';
import { type AppContext, createHostParts } from './app/hostParts.ts';
import { createViewParts } from './app/viewParts.ts';
import type { CommandContext, RunCommand } from './commands/commandContext.ts';
import { labelSource } from './commands/files/exportFiles.ts';
import { groupIdOf, groupIdsOf, reportCreatedGroup } from './commands/groups/groupIds.ts';
import { askLabel } from './commands/nameLabels.ts';
import { InterruptedRuns } from './commands/runs/interruptedRuns.ts';
import { offerServer } from './commands/servers/offerServer.ts';
import { showFound } from './commands/showFound.ts';
import { runCommand } from './commands/table.ts';
import { DocumentTabs } from './documents/documentTabs.ts';
import { foldMemory } from './forms/foldMemory.ts';
import { FormProvider } from './forms/formProvider.ts';
import { LostCreates } from './notices/lostCreates.ts';
import type { CommandId } from './platform/ids.ts';
import { localizer } from './platform/localize.ts';
import { activeText, showNewText } from './platform/newText.ts';
import { SaveReasons } from './platform/saveReasons.ts';
import { TimelinePanel } from './timelinePanel/timelinePanel.ts';
import { systemClock } from './util/clock.ts';
import { openWatched } from './watching/watching.ts';
import { KnownPlans } from './workspaceFiles/knownPlans.ts';
import { Plans } from './workspaceFiles/plans.ts';
import { workspaceFolders } from './workspaceFiles/workspaceFolders.ts';

/** Creates the parts of the extension and connects them; loaded when something of it is first used. */
export function createApp(context: AppContext, saveReasons = new SaveReasons()) {
  const { extensionUri } = context;
  const host = createHostParts(context);
  const { sessions, schedules, labels, notices, dialogs, demo, servers } = host;
  const run: RunCommand = (id, ...args) => runCommand(commands, id, args);
  const tabs = new DocumentTabs();
  const views = createViewParts(host, tabs.uriOf.bind(tabs), run);
  const { jobs: jobsView, groups: groupsView } = views.trees;
  const inViews = { servers, dialogs, notices, jobsView, groupsView, documents: tabs };
  const creates = new LostCreates({
    dialogs,
    localizer,
    actions: { showFound: objects => showFound(inViews, objects) },
  });
  const documents = createDocumentParts(host, {
    tabs,
    creates,
    saveReasons,
    onGroupCreated: (session, name) =>
      void reportCreatedGroup(inViews, session, name).catch((error: unknown) =>
        notices.show(error, session.server),
      ),
  });
  const timeline = new TimelinePanel({ extensionUri, sessions, schedules, labels, notices, runCommand: run });
  const plans = new Plans(error => void notices.show(error, undefined));
  const clock = context.clock ?? systemClock;
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
    documents: documents.forCommands,
    timeline,
    newText: { show: showNewText, active: activeText },
    clipboard: vscode.env.clipboard,
    offerServer: () => offerServer({ dialogs, demo, addServer: () => run('deviceAutomation.server.add') }),
  };
  const forms = new FormProvider({
    extensionUri,
    sessions,
    labels,
    schedules,
    notices,
    documents: documents.forForms,
    folds: foldMemory(host.globalMemory),
    findGroupId: (session, group) => groupIdOf({ dialogs, notices }, session, group),
    nameId: (serverId, kind, id) => askLabel({ dialogs, labels }, { serverId, kind, id }),
  });
  const interrupted = new InterruptedRuns(
    {
      ...commands,
      journal: host.journal,
      runCommand: run,
      findGroupIds: (session, groups) => groupIdsOf({ dialogs, notices }, session, groups),
    },
    clock,
  );
  context.subscriptions.push(
    ...views.disposables,
    ...documents.disposables,
    timeline,
    knownPlans,
    plans,
    interrupted,
    ...host.disposables,
  );
  const ready = (demo.wasRunning ? demo.start() : Promise.resolve()).catch((error: unknown) =>
    notices.show(error, undefined),
  );
  void ready.then(() => interrupted.check());
  return {
    /** Settled when what ran before a window reload runs again. */
    ready,
    trees: views.trees,
    dragging: views.dragging,
    fileSystem: documents.fileSystem,
    reports: host.reports,
    forms,
    timeline,
    runCommand: (id: CommandId, args: readonly unknown[]) => runCommand(commands, id, args),
    /** Continues watching where the window left off. */
    resumeWatching: (serverIds: readonly string[]) =>
      openWatched(host, serverIds, (error, { server }) => void notices.note(error, server)),
    close: async () => {
      await host.journal.release();
      await sessions.close();
      await host.activity.settled();
      await demo.close();
    },
  };
}

export type App = ReturnType<typeof createApp>;
