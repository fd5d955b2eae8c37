import * as vscode from 'vscode';
import {
  addPoints,
  type Commands,
  type EarlyWorkbench,
  type Part,
  type Workbench,
} from './app/contribution.ts';
import { createDocuments } from './app/documents.ts';
import type { Args } from './commands/commandContext.ts';
import { commandHelpers } from './commands/commandHelpers.ts';
import { groupIdOf } from './commands/findGroupIds.ts';
import { formerHandlers } from './commands/formerCommands.ts';
import { askLabel } from './commands/nameLabels.ts';
import { recordedRetries } from './commands/retries.ts';
import type { RunActions } from './commands/runs/runActions.ts';
import { offerServer } from './commands/servers/serverCommands.ts';
import { kernelCommands, runCommand } from './commands/table.ts';
import { contributions } from './contributions.ts';
import type { ObjectKind } from './fields/objectFields.ts';
import { foldMemory } from './forms/formParts.ts';
import { formProvider } from './forms/formSession.ts';
import { activeText, showNewText } from './platform/newText.ts';
import { pageFiles } from './platform/pages/pageFiles.ts';
import type { FilterTerm } from './store/filterTerm.ts';
import { systemClock } from './util/clock.ts';

export { errorActions } from './commands/servers/serverCommands.ts';

export type Later = ReturnType<typeof createLater>;

/** Creates everything that the first rows do not need: documents, forms, commands and contributions. */
export function createLater(host: EarlyWorkbench, early: readonly Part[]) {
  const { tabs, runCommand: run } = host;
  const inViews = { ...host, documents: tabs };

  const schemas = new Map<string, (kind: ObjectKind) => string>();
  const { documents, saves, fileSystem, creates, ...open } = createDocuments(host, inViews, schemas);
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
  const parts = [...early, ...later];
  runActions.push(recordedRetries(workbench), ...parts.flatMap(part => part.runActions ?? []));
  for (const [name, textOf] of parts.flatMap(part => [...(part.schemas ?? [])])) schemas.set(name, textOf);
  const commands: Commands = Object.assign(
    { ...formerHandlers, ...kernelCommands },
    ...parts.map(part => part.commands),
  );
  return {
    documents,
    saves,
    fileSystem,
    forms,
    commandIds: Object.keys(commands),
    runCommand: (id: string, args: Args) => runCommand(workbench, commands, id, args),
    findTerm: async (name: string, ...args: Parameters<FilterTerm['find']>) =>
      (await parts.find(part => part.findTerms?.[name])?.findTerms?.[name]?.(...args)) ?? new Set<number>(),
    panel: (viewType: string) => parts.find(part => part.panels?.[viewType])?.panels?.[viewType],
    tool: (name: string) => parts.find(part => part.tools?.[name])?.tools?.[name],
    resume: () => Promise.all(later.map(part => part.resume?.())),
    disposables: [
      ...open.disposables,
      ...addPoints(host, later),
      ...later.flatMap(part => part.disposables ?? []),
    ],
  };
}
