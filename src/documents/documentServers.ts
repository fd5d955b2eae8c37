import * as vscode from 'vscode';
import { isApiError } from '../api/errors/apiError.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import { t } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import { noticeText } from '../platform/safeText.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { fileNameOf, type NewRef, type ObjectRef, parseDocumentUri } from './documentUri.ts';
import { fieldErrorText, namelessError } from './saveErrors.ts';

export interface DocumentServerParts {
  readonly sessions: Pick<SessionRegistry, 'get'>;
  readonly notices: Pick<ErrorNotices, 'text'>;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Provides the servers that documents are read from and saved to, and converts errors for VS Code. */
export class DocumentServers {
  readonly #parts: DocumentServerParts;
  /** Server names by ID, because documents stay open after their server is removed. */
  readonly #names = new Map<string, string>();

  constructor(parts: DocumentServerParts) {
    this.#parts = parts;
  }

  /** The session of the document's server; throws if the server was removed. */
  session(uri: vscode.Uri, ref: ObjectRef | NewRef): ServerSession {
    const session = this.#parts.sessions.get(ref.serverId);
    if (session !== undefined) {
      this.#names.set(ref.serverId, displayText(session.server.name, 80));
      return session;
    }
    throw namelessError(
      t(
        '“{name}” can no longer be read or saved: its server “{server}” was removed from the list of servers.',
        { name: objectName(uri), server: this.#names.get(ref.serverId) ?? ref.serverId },
      ),
    );
  }

  /** Converts an error into one that makes VS Code show why a document could not be read or saved. */
  fileError(uri: vscode.Uri, error: unknown): Error {
    if (error instanceof vscode.FileSystemError) return error;
    const { sessions, notices, log } = this.#parts;
    const ref = parseDocumentUri(uri);
    const server =
      ref === undefined || ref.kind === 'schema' ? undefined : sessions.get(ref.serverId)?.server;
    const text = fieldErrorText(error) ?? notices.text(error, server);
    if (isApiError(error)) log.error(text);
    // VS Code shows the message in a notification, where server text must not become a link.
    return namelessError(noticeText(text));
  }
}

/** The object's name at the time its document was opened. */
function objectName(uri: vscode.Uri): string {
  return fileNameOf(uri).replace(/\.(?:job|group)\.json$/, '');
}
