import type { ServerConfig } from '../../api/model/server.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import type { Dialogs, Question, WideQuestion } from '../platform/dialogs.ts';
import { t } from '../platform/localize.ts';
import type { Pickers } from '../platform/pickers.ts';
import type { ReviewQuestion } from '../platform/review.ts';
import { productionSign, withAddress } from './serverAddress.ts';

/** Marks that must not be overlooked: "production, read-only"; '' for other servers. */
export function serverMarks(server: ServerConfig): string {
  return joinTexts(', ', server.production && t('production'), server.readOnly && t('read-only'));
}

/** The server's name with its sign and marks, for titles of views and editors. */
export function markName(server: ServerConfig): string {
  const name = displayText(server.name, 80);
  const marks = serverMarks(server);
  return joinTexts(' ', server.production && productionSign, name, marks !== '' && `(${marks})`);
}

/** Lets the user choose what to do, as `confirmOn` does for one action; without the name of a production server. */
export function chooseOn(
  server: ServerConfig,
  dialogs: Dialogs,
  question: WideQuestion,
): Promise<string | undefined> {
  return dialogs.choose({ ...question, detail: withAddress(server, question.detail) });
}

/** Lets the user review lines, which is the confirmation. Resolves with those left checked; none if they cancel. */
export async function reviewOn(
  server: ServerConfig,
  dialogs: Dialogs & Pick<Pickers, 'review'>,
  { action, ...question }: ReviewQuestion & Pick<Question, 'action'>,
): Promise<readonly string[]> {
  const placeholder = joinTexts(' · ', question.placeholder, server.url);
  const chosen = (await dialogs.review({ ...question, placeholder })) ?? [];
  return chosen.length > 0 && (await nameIfProduction(server, dialogs, action)) ? chosen : [];
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
  if (!(await dialogs.confirm({ ...question, detail: withAddress(server, question.detail) }))) return false;
  return nameIfProduction(server, dialogs, question.action);
}

/** Only asks for the name, and only on a production server: after another confirmation. */
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
    prompt: t('Type the name of the server at {url} to continue: {server}', {
      url: server.url,
      server: name,
    }),
    validate: text => (isName(text) ? undefined : t('This is not the server name.')),
  });
  return typed !== undefined && isName(typed);
}
