import type { ServerConfig } from '../../api/model/server.ts';
import { joinTexts } from '../../base/displayText.ts';

type Addressed = Pick<ServerConfig, 'url' | 'production'>;

/** Stands before the name and the address of a production server, also where no color can be seen. */
export const productionSign = '⚠';

/** A text with the server's address below it, for every dialog that confirms an operation: servers may share a name. */
export function withAddress(server: Addressed, text?: string): string {
  return joinTexts('\n\n', text, addressOf(server));
}

/** The same on one line, for a dialog with a message only. */
export function addressedText(server: Addressed, message: string): string {
  return `${message} (${addressOf(server)})`;
}

function addressOf({ url, production }: Addressed): string {
  return joinTexts(' ', production && productionSign, url);
}
