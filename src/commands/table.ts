import { isApiError } from '../api/errors/apiError.ts';
import { type ServerConfig, serverAt } from '../model/server.ts';
import type { CommandId } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import { objectArguments, withSession } from './arguments.ts';
import type { Args, CommandContext, Handler, Uses } from './commandContext.ts';
import { fileCommands } from './files/fileCommands.ts';
import { fleetCommands } from './fleet/fleetCommands.ts';
import { goTo } from './goTo.ts';
import { groupCommands } from './groups/groupCommands.ts';
import { jobCommands } from './jobs/jobCommands.ts';
import { resumeReading, showMore, showRaw, stopReading } from './listViews.ts';
import { nameLabel } from './nameLabels.ts';
import { openWalkthrough } from './openWalkthrough.ts';
import { reportCommands } from './reportCommands.ts';
import { clearHistory } from './servers/clearHistory.ts';
import { serverCommands } from './servers/serverCommands.ts';

/** Maps every command to its function. Arguments are unparsed, and no command returns a value. */
export const commandTable: Readonly<Record<CommandId, Handler>> = {
  ...serverCommands,
  'deviceAutomation.history.clear': clearHistory,
  ...jobCommands,
  ...groupCommands,
  'deviceAutomation.document.compare': context => onActiveDocument(context, 'compare'),
  'deviceAutomation.document.replace': context => onActiveDocument(context, 'replace'),
  'deviceAutomation.document.revert': context => onActiveDocument(context, 'revert'),
  'deviceAutomation.document.openJson': context => onActiveDocument(context, 'openJson'),
  'deviceAutomation.document.openForm': context => onActiveDocument(context, 'openForm'),
  ...fileCommands,
  ...reportCommands,
  ...fleetCommands,
  'deviceAutomation.timeline.show': context => context.timeline.show(),
  'deviceAutomation.timeline.export': (context, [format]) =>
    withSession(context, () => context.timeline.export(format)),
  'deviceAutomation.goTo': goTo,
  'deviceAutomation.lists.stopReading': stopReading,
  'deviceAutomation.lists.resumeReading': resumeReading,
  'deviceAutomation.policy.name': (context, args) => nameLabel(context, args, 'policies'),
  'deviceAutomation.dynamicGroup.name': (context, args) => nameLabel(context, args, 'dynamic_groups'),
  'deviceAutomation.row.showRaw': showRaw,
  'deviceAutomation.row.showMore': showMore,
  'deviceAutomation.walkthrough.open': openWalkthrough,
};

/** Runs a command and reports its errors. */
export async function runCommand(context: CommandContext, id: CommandId, args: Args): Promise<void> {
  try {
    await commandTable[id](context, objectArguments(context, args));
  } catch (error) {
    await context.notices.show(error, serverOf(context, error));
  }
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
