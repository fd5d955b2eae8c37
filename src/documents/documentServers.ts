import * as vscode from 'vscode';
import { isApiError } from '../api/errors/apiError.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import { localizer } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import { noticeText } from '../platform/safeText.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { type NewRef, type ObjectRef, parseDocumentUri } from './documentUri.ts';
import { fieldErrorText, namelessError } from './saveErrors.ts';

export interface DocumentServerParts {
  readonly sessions: Pick<SessionRegistry, 'get'>;
  readonly notices: Pick<ErrorNotices, 'text'>;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** The servers that documents are read from and saved to, and the errors for VS Code. */
export class DocumentServers {
  readonly #parts: DocumentServerParts;
  /** Names of the servers by their IDs: open documents outlive a server that is removed. */
  readonly #names = new Map<string, string>();

  constructor(parts: DocumentServerParts) {
    this.#parts = parts;
  }

  /** The session of the document's server; throws when that was removed. */
  session(uri: vscode.Uri, ref: ObjectRef | NewRef): ServerSession {
    const session = this.#parts.sessions.get(ref.serverId);
    if (session !== undefined) {
      this.#names.set(ref.serverId, displayText(session.server.name, 80));
      return session;
    }
    throw namelessError(
      localizer.t(
        '“{name}” can no longer be read or saved: its server “{server}” was removed from the list of servers.',
        { name: objectName(uri), server: this.#names.get(ref.serverId) ?? ref.serverId },
      ),
    );
  }

  /** The error to throw to VS Code, which shows why a document could not be read or saved. */
  fileError(uri: vscode.Uri, error: unknown): Error {
    if (error instanceof vscode.FileSystemError) return error;
    const { sessions, notices, log } = this.#parts;
    const ref = parseDocumentUri(uri);
    const server =
      ref === undefined || ref.kind === 'schema' ? undefined : sessions.get(ref.serverId)?.server;
    const text = fieldErrorText(error) ?? notices.text(error, server);
    if (isApiError(error)) log.error(text);
    // VS Code puts it into a notification of its own, in which the server's words must not become links either.
    return namelessError(noticeText(text));
  }
}

/** The name of the object as it was when its document was opened. */
function objectName(uri: vscode.Uri): string {
  return (uri.path.split('/').at(-1) ?? '').replace(/\.(?:job|group)\.json$/, '');
}
