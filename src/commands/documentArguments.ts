import * as vscode from 'vscode';
import type { CommandParts } from './parts.ts';

/** The title bar of an editor gives a command the URI of its document: that stands for the job or the group. */
export function objectArguments(parts: CommandParts, args: readonly unknown[]): readonly unknown[] {
  const [uri] = args;
  const object = uri instanceof vscode.Uri ? parts.documents.objectOf(uri) : undefined;
  return object?.id === undefined ? args : [{ id: object.id, server: object.serverId }];
}
