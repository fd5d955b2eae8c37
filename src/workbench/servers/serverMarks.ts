import type { ServerConfig } from '../../api/model/server.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { foldText } from '../../base/foldText.ts';
import type { Dialogs, Question } from '../platform/dialogs.ts';
import { t } from '../platform/localize.ts';

/** Marks that must not be overlooked: "production, read-only"; '' for other servers. */
export function serverMarks(server: ServerConfig): string {
  return joinTexts(', ', server.production && t('production'), server.readOnly && t('read-only'));
}

/** The server's name, with its address if another server has the name as well. */
export function distinctName(server: ServerConfig, all: readonly ServerConfig[]): string {
  const key = ({ name }: ServerConfig) => foldText(name.trim());
  const isShared = all.some(other => other.id !== server.id && key(other) === key(server));
  return isShared ? `${displayText(server.name, 80)}, ${server.url}` : displayText(server.name, 80);
}

/** The server's name with its marks, for titles of views and editors. */
export function markName(server: ServerConfig): string {
  const name = displayText(server.name, 80);
  const marks = serverMarks(server);
  return marks === '' ? name : `${name} (${marks})`;
}

/**
 * Asks the user to confirm an operation that cannot simply be undone. On a production server, the user also types the
 * server's name, because clicking a button easily becomes a habit.
 */
export async function confirmOn(
  server: ServerConfig,
  dialogs: Dialogs,
  question: Question,
): Promise<boolean> {
  if (!(await dialogs.confirm(question))) return false;
  return nameIfProduction(server, dialogs, question.action);
}

/** Only asks for the name, and only on a production server: after a preview that was the confirmation. */
export async function nameIfProduction(
  server: ServerConfig,
  dialogs: Dialogs,
  action: string,
): Promise<boolean> {
  return server.production !== true || typeName(server, dialogs, action);
}

/** Only asks for the name, for operations that need no confirmation on other servers. */
export async function typeName(server: ServerConfig, dialogs: Dialogs, action: string): Promise<boolean> {
  const name = displayText(server.name);
  const isName = (text: string) => text.trim() === name;
  const typed = await dialogs.input({
    title: t('{action} on the Production Server “{server}”', { action, server: name }),
    prompt: t('Type the server name to continue: {server}', { server: name }),
    validate: text => (isName(text) ? undefined : t('This is not the server name.')),
  });
  return typed !== undefined && isName(typed);
}
