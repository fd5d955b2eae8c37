import * as vscode from 'vscode';
import { createDocumentParts } from './app/documentParts.ts';
import { type AppContext, createHostParts } from './app/hostParts.ts';
import { createViewParts } from './app/viewParts.ts';
import { groupIdOf, reportCreatedGroup } from './commands/groups/groupIds.ts';
import { askLabel } from './commands/nameLabels.ts';
import type { CommandParts } from './commands/parts.ts';
import { InterruptedRuns } from './commands/runs/interruptedRuns.ts';
import { runCommand } from './commands/table.ts';
import { FormProvider } from './forms/formProvider.ts';
import type { CommandId } from './platform/ids.ts';
import { SaveReasons } from './platform/saveReasons.ts';
import { TimelinePanel } from './timelinePanel/timelinePanel.ts';
import { systemClock } from './util/clock.ts';
import { openWatched } from './watching/watching.ts';

/** Builds the parts of the extension and connects them; loaded when something of it is first used. */
export function createApp(context: AppContext, saveReasons = new SaveReasons()) {
  const { extensionUri } = context;
  const run = (id: CommandId, ...args: readonly unknown[]) => runCommand(parts, id, args);
  const host = createHostParts(context, () => parts);
  const { sessions, schedules, labels, notices, demo } = host;
  const documents = createDocumentParts(host, saveReasons, (session, name) => {
    void reportCreatedGroup(parts, session, name).catch((error: unknown) =>
      notices.show(error, session.server),
    );
  });
  const views = createViewParts(host, documents.uriOf, run);
  const timeline = new TimelinePanel({ extensionUri, sessions, schedules, labels, notices, runCommand: run });
  const parts: CommandParts = {
    ...host,
    jobsView: views.trees.jobs,
    groupsView: views.trees.groups,
    documents: documents.forCommands,
    timeline,
    runCommand: run,
    clipboard: vscode.env.clipboard,
  };
  const forms = new FormProvider({
    extensionUri,
    sessions,
    labels,
    schedules,
    notices,
    documents: documents.forForms,
    findGroupId: (session, group) => groupIdOf(parts, session, group),
    nameId: (serverId, field, id) => askLabel(parts, serverId, field, id),
  });
  const interrupted = new InterruptedRuns(parts, context.clock ?? systemClock);
  context.subscriptions.push(
    ...views.disposables,
    ...documents.disposables,
    timeline,
    interrupted,
    ...host.disposables,
  );
  const ready = (demo.wasRunning ? demo.start() : Promise.resolve()).catch((error: unknown) =>
    notices.show(error, undefined),
  );
  void ready.then(() => interrupted.look());
  return {
    /** Settled when what ran before a window reload runs again. */
    ready,
    trees: views.trees,
    fileSystem: documents.fileSystem,
    forms,
    timeline,
    runCommand: (id: CommandId, args: readonly unknown[]) => runCommand(parts, id, args),
    /** Goes on watching where the window left off. */
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
