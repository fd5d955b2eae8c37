import * as vscode from 'vscode';
import type { Args, Uses } from './commandContext.ts';

/** The title bar of an editor gives a command the URI of its document: that stands for the job or the group. */
export function objectArguments(context: Uses<'documents'>, args: Args): readonly unknown[] {
  const [uri] = args;
  const object = uri instanceof vscode.Uri ? context.documents.objectOf(uri) : undefined;
  return object?.id === undefined ? args : [{ id: object.id, server: object.serverId }];
}
