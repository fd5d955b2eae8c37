import type { ServerConfig } from '../../api/model/server.ts';
import { joinTexts } from '../../base/displayText.ts';

/** A text with the server's address below it, for every dialog that confirms an operation: servers may share a name. */
export function withAddress({ url }: Pick<ServerConfig, 'url'>, text?: string): string {
  return joinTexts('\n\n', text, url);
}

/** The same on one line, for a dialog with a message only. */
export function addressedText({ url }: Pick<ServerConfig, 'url'>, message: string): string {
  return `${message} (${url})`;
}
