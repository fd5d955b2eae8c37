import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ObjectKind } from './api/fields/objectFields.ts';
import { formerCommands } from './commandNames.ts';
import { contributions } from './contributions.ts';
import type { FilterTerm } from './store/filter/filterTerm.ts';
import type { Args } from './workbench/commands/commandContext.ts';
import { commandHelpers } from './workbench/commands/commandHelpers.ts';
import { formerHandlers } from './workbench/commands/formerCommands.ts';
import { recordedRetries } from './workbench/commands/retries.ts';
import type { RunActions } from './workbench/commands/runs/runActions.ts';
import { offerServer, serverErrorActions } from './workbench/commands/servers/serverCommands.ts';
import { kernelCommands, runCommand } from './workbench/commands/table.ts';
import { addPoints, type EarlyWorkbench, type Part, type Workbench } from './workbench/contribution.ts';
import { createDocuments, createForms } from './workbench/createDocuments.ts';
import type { Host } from './workbench/host.ts';
import { settings } from './workbench/platform/ids.ts';
import { activeText, showNewText } from './workbench/platform/newText.ts';
import { withPickers } from './workbench/platform/pickers.ts';
import { entriesReader } from './workbench/platform/profileSettings.ts';
import { tokenOwners, watchRemovedServers } from './workbench/servers/removedServers.ts';

/** What the buttons of error notifications do. */
export const errorActions = (host: Host) =>
  serverErrorActions({ ...host, dialogs: withPickers(host.dialogs) });

export type Later = ReturnType<typeof createLater>;

/** Creates everything that the first rows do not need: documents, forms, commands and contributions. */
export function createLater(early: EarlyWorkbench, earlyParts: readonly Part[]) {
  const host = { ...early, dialogs: withPickers(early.dialogs) };
  const { tabs, runCommand: run } = host;
  const inViews = { ...host, documents: tabs };

  const removedServers = watchRemovedServers({
    ...host,
    secrets: [host.tokens, host.passphrases],
    owners: host.globalMemory.of(tokenOwners),
    // The storage of extensions belongs to the default profile.
    settings: entriesReader(settings.servers, join(host.storage, '..', '..')),
    onFailure: host.onStorageFailure,
  });
  const schemas = new Map<string, (kind: ObjectKind) => string>();
  const { documents, saves, fileSystem, creates, ...open } = createDocuments(host, inViews, schemas);
  const runActions: RunActions[] = [];
  const context = {
    ...host,
    documents: open.forCommands,
    creates,
    runActions,
    newText: { show: showNewText, active: activeText },
    clipboard: vscode.env.clipboard,
    offerServer: () => offerServer(host, run),
  };
  const workbench: Workbench = { ...context, ...commandHelpers(context), openDocuments: documents };
  const later = contributions.map(start => start(workbench));
  const parts = [...earlyParts, ...later];
  runActions.push(recordedRetries(workbench), ...parts.flatMap(part => part.runActions ?? []));
  for (const [name, textOf] of parts.flatMap(part => [...(part.schemas ?? [])])) schemas.set(name, textOf);
  const own = { ...formerHandlers, ...kernelCommands };
  const handlers = Object.assign(own, ...parts.map(part => part.commands));
  return {
    documents,
    saves,
    fileSystem,
    forms: createForms(host, documents, saves),
    commandIds: Object.keys(handlers),
    runCommand: (id: string, args: Args) =>
      runCommand(workbench, { handlers, former: formerCommands }, id, args),
    findTerm: async (name: string, ...args: Parameters<FilterTerm['find']>) =>
      (await parts.find(part => part.findTerms?.[name])?.findTerms?.[name]?.(...args)) ?? new Set<number>(),
    panel: (viewType: string) => parts.find(part => part.panels?.[viewType])?.panels?.[viewType],
    tool: (name: string) => parts.find(part => part.tools?.[name])?.tools?.[name],
    resume: () => Promise.all(later.map(part => part.resume?.())),
    disposables: [
      removedServers,
      ...open.disposables,
      ...addPoints(host, later),
      ...later.flatMap(part => part.disposables ?? []),
    ],
  };
}
