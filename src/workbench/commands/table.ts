import * as vscode from 'vscode';
import { isApiError } from '../../api/errors/apiError.ts';
import { type ServerConfig, serverAt } from '../../api/model/server.ts';
import type { CommandId } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import { objectArguments } from './arguments.ts';
import type { Args, CommandContext, Handler, Uses } from './commandContext.ts';
import { groupCommands } from './groups/groupCommands.ts';
import { jobCommands } from './jobs/jobCommands.ts';
import { resumeReading, stopReading } from './listViews.ts';
import { nameLabel } from './nameLabels.ts';
import { openWalkthrough } from './openWalkthrough.ts';
import { reportCommands } from './reportCommands.ts';
import { rowCommands } from './rowCommands.ts';
import { serverCommands } from './servers/serverCommands.ts';

/** The functions of the kernel's commands. Arguments are unparsed, and no command returns a value. */
export const kernelCommands: Readonly<Record<CommandId, Handler>> = {
  ...serverCommands,
  ...jobCommands,
  ...groupCommands,
  'deviceAutomation.document.compare': context => onActiveDocument(context, 'compare'),
  'deviceAutomation.document.replace': context => onActiveDocument(context, 'replace'),
  'deviceAutomation.document.revert': context => onActiveDocument(context, 'revert'),
  'deviceAutomation.document.openJson': context => onActiveDocument(context, 'openJson'),
  'deviceAutomation.document.openForm': context => onActiveDocument(context, 'openForm'),
  ...reportCommands,
  'deviceAutomation.lists.stopReading': stopReading,
  'deviceAutomation.lists.resumeReading': resumeReading,
  'deviceAutomation.label.set': nameLabel,
  ...rowCommands,
  'deviceAutomation.walkthrough.open': openWalkthrough,
};

export interface CommandTable<Context> {
  readonly handlers: Readonly<Record<string, (context: Context, args: Args) => Promise<void> | void>>;
  /** What commands are now, by the ID that they had. */
  readonly former: ReadonlyMap<string, string>;
}

/** Runs one of the commands, by its ID or a former one, and tells the user of its errors. */
export async function runCommand<Context extends CommandContext>(
  context: Context,
  { handlers, former }: CommandTable<Context>,
  id: string,
  args: Args,
): Promise<void> {
  try {
    const now = former.get(id);
    // A former name has its own function if the command does something else now without arguments.
    const run = handlers[id.replace(/\.many$/, '')] ?? handlers[now ?? ''];
    if (run === undefined) throw new Error(`No part of the extension has the command ${id}.`);
    if (now !== undefined) mentionNewName(context, id, now);
    await run(context, objectArguments(context, args));
  } catch (error) {
    await context.notices.show(error, serverOf(context, error));
  }
}

/** The former names that were mentioned in this window. */
const mentioned = new Set<string>();

/** A keyboard shortcut still has the former name: says once where to change it. */
function mentionNewName({ dialogs }: Uses<'dialogs'>, id: string, now: string): void {
  if (mentioned.has(id)) return;
  mentioned.add(id);
  const change = t('Open Keyboard Shortcuts');
  void dialogs
    .info(t('The command {former} is now {now}. Change your keyboard shortcut.', { former: id, now }), change)
    .then(chosen =>
      chosen === change
        ? vscode.commands.executeCommand('workbench.action.openGlobalKeybindings', id)
        : undefined,
    );
}

/** Commands also accept objects of other servers, and the active server may change before one fails. */
function serverOf({ servers }: Uses<'servers'>, error: unknown): ServerConfig | undefined {
  const { active } = servers;
  if (!isApiError(error)) return active;
  return serverAt(active === undefined ? servers.servers : [active, ...servers.servers], error.request);
}

/** Runs an operation on the job or group document in the active editor. */
async function onActiveDocument(
  { documents, dialogs }: Uses<'dialogs' | 'documents'>,
  act: 'compare' | 'replace' | 'revert' | 'openJson' | 'openForm',
): Promise<void> {
  const uri = documents.activeUri();
  if (uri === undefined) await dialogs.info(t('Open a job or group first.'));
  else await documents[act](uri);
}
