import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import type { ErrorNotices } from '../host/errorNotices.ts';
import { localizer } from '../host/localize.ts';
import type { Log } from '../host/log.ts';
import { noticeText } from '../host/safeText.ts';
import type { SessionRegistry } from '../host/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { type NewRef, type ObjectRef, parseDocumentUri } from './documentUri.ts';

export interface DocumentServerParts {
  readonly sessions: SessionRegistry;
  readonly notices: ErrorNotices;
  readonly log: Log;
}

/** The servers that documents are read from and saved to, and how VS Code is told what went wrong there. */
export class DocumentServers {
  readonly #parts: DocumentServerParts;

  constructor(parts: DocumentServerParts) {
    this.#parts = parts;
  }

  /** The session of the document's server; throws `Unavailable` when that is not configured any more. */
  session(uri: vscode.Uri, ref: ObjectRef | NewRef): ServerSession {
    const session = this.#parts.sessions.get(ref.serverId);
    if (session !== undefined) return session;
    throw vscode.FileSystemError.Unavailable(
      localizer.t('The server of {path} is not configured any more.', { path: uri.path }),
    );
  }

  /** What to throw to VS Code, which tells a person itself why a document could not be read or saved. */
  fileError(uri: vscode.Uri, error: unknown): Error {
    if (error instanceof vscode.FileSystemError) return error;
    const { sessions, notices, log } = this.#parts;
    const ref = parseDocumentUri(uri);
    const server =
      ref === undefined || ref.kind === 'schema' ? undefined : sessions.get(ref.serverId)?.server;
    const text = notices.text(error, server);
    if (isApiError(error)) log.error(text);
    // VS Code puts it into a notification of its own, in which the server's words must make no links either.
    return vscode.FileSystemError.Unavailable(noticeText(text));
  }
}
