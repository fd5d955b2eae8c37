import type { ServerConfig } from '../model/server.ts';
import { t } from '../platform/localize.ts';
import { displayText, joinTexts } from '../util/displayText.ts';

/** Marks that must not be overlooked: "production, read-only"; '' for other servers. */
export function serverMarks(server: ServerConfig): string {
  return joinTexts(', ', server.production && t('production'), server.readOnly && t('read-only'));
}

/** The server's name with its marks, for titles of views and editors. */
export function markName(server: ServerConfig): string {
  const name = displayText(server.name, 80);
  const marks = serverMarks(server);
  return marks === '' ? name : `${name} (${marks})`;
}
