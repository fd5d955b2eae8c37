import * as vscode from 'vscode';
import type { ObjectKind } from './api/fields/objectFields.ts';
import { systemClock } from './base/clock.ts';
import { contributions } from './contributions.ts';
import type { FilterTerm } from './store/filter/filterTerm.ts';
import type { Args } from './workbench/commands/commandContext.ts';
import { commandHelpers } from './workbench/commands/commandHelpers.ts';
import { groupIdOf } from './workbench/commands/findGroupIds.ts';
import { formerHandlers } from './workbench/commands/formerCommands.ts';
import { askLabel } from './workbench/commands/nameLabels.ts';
import { recordedRetries } from './workbench/commands/retries.ts';
import type { RunActions } from './workbench/commands/runs/runActions.ts';
import { offerServer } from './workbench/commands/servers/serverCommands.ts';
import { kernelCommands, runCommand } from './workbench/commands/table.ts';
import {
  addPoints,
  type Commands,
  type EarlyWorkbench,
  type Part,
  type Workbench,
} from './workbench/contribution.ts';
import { createDocuments } from './workbench/createDocuments.ts';
import { foldMemory } from './workbench/forms/formParts.ts';
import { formProvider } from './workbench/forms/formSession.ts';
import { activeText, showNewText } from './workbench/platform/newText.ts';
import { pageFiles } from './workbench/platform/pages/pageFiles.ts';

export { errorActions } from './workbench/commands/servers/serverCommands.ts';

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
