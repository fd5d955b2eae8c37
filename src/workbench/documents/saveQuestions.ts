import type * as vscode from 'vscode';
import type { Draft } from '../../api/model/draft.ts';
import type { SaveConflictError } from '../../api/model/saveErrors.ts';
import { displayText } from '../../base/displayText.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { changedFieldsText } from '../platform/fieldLabels.ts';
import { t } from '../platform/localize.ts';
import { addressedText } from '../servers/serverAddress.ts';
import type { ObjectRef } from './documentUri.ts';
import type { OpenDocument } from './openDocument.ts';

/** The user's choice in a conflict. */
export interface SaveChoice {
  /** The server version that the user saw and chose to overwrite, if any. */
  readonly chosenOver: Draft | undefined;
  /** Values to send for these fields instead of those in the text. */
  readonly merged?: Draft | undefined;
}

interface ConflictParts {
  readonly dialogs: Pick<Dialogs, 'decide'>;
  /** Compares the server's object with the text of the document. */
  readonly compare: (uri: vscode.Uri) => Promise<void>;
}

interface ConflictingSave {
  readonly document: OpenDocument;
  readonly ref: ObjectRef;
  /** Whether the user wants the merged lists, if both sides changed only lists. */
  readonly keepsBoth: boolean;
}

/** How the user resolves the conflict; throws it if they do not save. */
export async function askAboutConflict(
  { dialogs, compare }: ConflictParts,
  { document, ref, keepsBoth }: ConflictingSave,
  conflict: SaveConflictError,
): Promise<SaveChoice> {
  const { server: chosenOver, fields, merge } = conflict;
  if (keepsBoth && merge !== undefined) return { chosenOver, merged: merge.lists };
  const [overwrite, keep, show] = [t('Overwrite'), t('Keep Both'), t('Compare')];
  const what = t('{object} was not saved to “{server}”.', {
    object: objectLabel(document, ref),
    server: document.session.server.name,
  });
  // The first choice is the default.
  const saving = merge?.isAdditionsOnly
    ? [keep, overwrite]
    : [overwrite, ...(merge === undefined ? [] : [keep])];
  const choice = await dialogs.decide(
    addressedText(document.session.server, `${what} ${changedFieldsText(fields)}`),
    ...saving,
    show,
  );
  if (choice === overwrite) return { chosenOver };
  if (choice === keep && merge !== undefined) return { chosenOver, merged: merge.lists };
  if (choice === show) await compare(document.uri);
  throw conflict;
}

/** Whether the object, which was deleted, should be created again from the text. */
export async function askToCreateAgain(
  dialogs: Pick<Dialogs, 'decide'>,
  document: OpenDocument,
  ref: ObjectRef,
): Promise<boolean> {
  const name = objectName(document);
  const object = name === '' ? idLabel(ref) : t('“{name}” (#{id})', { name, id: ref.id });
  const question = t('{object} is no longer on “{server}”: it was deleted. What you typed is still here.', {
    object,
    server: document.session.server.name,
  });
  const create = t('Create as New');
  return (await dialogs.decide(addressedText(document.session.server, question), create)) === create;
}

/** Names the object as it was last seen; by its ID if it was never read. */
export function objectLabel(document: OpenDocument, ref: ObjectRef): string {
  const name = objectName(document);
  return name === '' ? idLabel(ref) : t('“{name}”', { name });
}

function objectName(document: OpenDocument): string {
  const origin = document.session.server.url;
  const draft = document.baseAt(origin)?.stored ?? document.latest?.draft;
  return displayText(String(draft?.['name'] ?? ''), 80);
}

function idLabel({ objectKind, id }: ObjectRef): string {
  return objectKind === 'job' ? t('Job #{id}', { id }) : t('Group #{id}', { id });
}
