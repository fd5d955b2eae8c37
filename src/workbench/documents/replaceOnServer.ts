import * as vscode from 'vscode';
import { findChangedFields } from '../../api/model/difference.ts';
import type { Draft } from '../../api/model/draft.ts';
import { unknownBase } from '../../api/model/saveDecision.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { stringOf } from '../../base/json.ts';
import { addedTargets, SeenTargets } from '../../store/runs/stillSo.ts';
import { sendAgainIfWanted } from '../notices/lostCreates.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { localizer, t } from '../platform/localize.ts';
import { addressedText } from '../servers/serverAddress.ts';
import { confirmOn } from '../servers/serverMarks.ts';
import { readDocumentText } from './documentText.ts';
import type { ObjectRef } from './documentUri.ts';
import type { ObjectFileSystem } from './objectFileSystem.ts';
import { objectKinds } from './objectKinds.ts';
import { readWriteResult } from './openDocument.ts';
import type { OpenDocuments } from './openDocuments.ts';
import type { SaveParts } from './save.ts';
import { deviceChange } from './saveConsequences.ts';

export interface ReplaceParts extends Pick<SaveParts, 'notices' | 'dialogs' | 'log' | 'compare'> {
  readonly documents: Pick<OpenDocuments, 'of'>;
  readonly fileSystem: Pick<ObjectFileSystem, 'whileWriting'>;
}

/**
 * Replaces the whole object with PUT after showing a diff and asking the user (decision 14). Rejects like the client;
 * then nothing was changed.
 */
export async function replaceOnServer(parts: ReplaceParts, uri: vscode.Uri): Promise<void> {
  const open = parts.documents.of(uri);
  const { ref, knownSession: session } = open ?? {};
  if (open === undefined || ref?.kind !== 'object' || session === undefined) {
    await parts.dialogs.info(
      t('Only an object that exists on the server can be replaced. Save this one to create it.'),
    );
    return;
  }
  const { dialogs, notices } = parts;
  const operations = objectKinds[ref.objectKind];
  const document = await vscode.workspace.openTextDocument(open.uri);
  const typed = document.getText();
  const draft = readDocumentText(typed, operations, false);
  await parts.compare(open.uri);
  const origin = session.server.url;
  const base = open.baseAt(origin);
  const { draft: server } = await operations.fetch(session, ref.id, base?.stored);
  const added = addedTargets({ before: server, after: draft });
  const targets = new SeenTargets(session).saw(added);
  if (!(await confirmReplace(dialogs, session.server, { ref, server, draft }))) return;
  if (document.getText() !== typed) {
    await dialogs.info(
      t('The text changed while the prompt was open, so nothing was replaced. Run the command again.'),
    );
    return;
  }
  const text = (error: unknown) => addressedText(session.server, notices.text(error, session.server));
  await parts.fileSystem.whileWriting(open, async () => {
    const known = open.base;
    await targets.checkGroups(added);
    const stored = await sendAgainIfWanted({ dialogs, localizer, text }, () =>
      readWriteResult(origin, () => operations.replace(session, ref.id, server, draft)),
    );
    // Text that was reverted in the meantime is not based on what was sent: VS Code reads it again.
    if (document.isDirty || document.getText() === typed)
      open.saved({ edited: draft, base: unknownBase, known }, stored);
  });
  parts.log.info(
    `${session.server.name}: replaced ${ref.objectKind} ${ref.id}: PUT ${Object.keys(draft).join(', ')}`,
  );
  // There is nothing left to send, so this save only makes the editor clean. Anything typed since stays unsaved.
  if (document.getText() === typed) await document.save();
}

function confirmReplace(
  dialogs: Dialogs,
  config: ServerConfig,
  { ref, server, draft }: { readonly ref: ObjectRef; readonly server: Draft; readonly draft: Draft },
): Promise<boolean> {
  const fields = findChangedFields(server, draft);
  const words = { id: ref.id, name: displayText(stringOf(server['name']), 80) };
  const what =
    ref.objectKind === 'job' ? t('the job “{name}” (#{id})', words) : t('the group “{name}” (#{id})', words);
  const changes =
    fields.length === 0
      ? t('No fields differ.')
      : t('Fields that change: {fields}.', { fields: fields.join(', ') });
  return confirmOn(config, dialogs, {
    message: t('Replace all of {what} on “{server}”?', { what, server: config.name }),
    detail: joinTexts('\n\n', changes, deviceChange(server, draft)),
    action: t('Replace'),
  });
}
