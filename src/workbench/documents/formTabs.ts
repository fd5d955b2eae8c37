import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
import { jsonEqual } from '../../base/json.ts';
import { newFormsKey } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, ValueShape } from '../platform/memory.ts';
import { activeDocumentUri, type DocumentTabs, objectTabs } from './documentTabs.ts';
import type { OpenDocument } from './openDocument.ts';
import type { OpenDocuments } from './openDocuments.ts';

const FormTabsSchema = z.array(z.string());

const formTabs: ValueShape<z.infer<typeof FormTabsSchema>> = {
  key: 'formTabs',
  schema: FormTabsSchema,
  fallback: [],
  meaning: () => t('Forms that were opened just before a reload may reopen as JSON.'),
};

const NewFormsSchema = z.array(z.object({ uri: z.string(), wasActive: z.boolean() }));
type NewForm = z.infer<typeof NewFormsSchema>[number];

/** Forms that VS Code may not have stored as open yet, in the order in which they were opened. */
const newForms: ValueShape<NewForm[]> = {
  key: newFormsKey,
  schema: NewFormsSchema,
  fallback: [],
  meaning: () => t('Forms that were opened just before a reload may not reopen.'),
};

/** In a browser, VS Code stores the open editors every 5 s. */
const storedWithinMs = 10_000;

/** By then VS Code has restored its editors, and unsaved text from its backups. */
const restoredMs = 2_000;

/**
 * VS Code restores editors in the first seconds of a window. Text editors opened later were opened as such by the
 * user.
 */
const restoringMs = 60_000;

/**
 * Restores forms after a reload. If VS Code has not stored an editor yet, it restores unsaved text from its backup as
 * a text editor, and nothing if all is saved. So this remembers which documents were only shown as forms, and shows
 * each of them as a form again, once; and which forms were just opened, to open those that are missing.
 */
export function restoreForms(
  tabs: DocumentTabs,
  documents: Pick<OpenDocuments, 'of' | 'ofText'>,
  memory: Memory,
  clock: Clock,
): vscode.Disposable {
  const stored = memory.of(formTabs);
  const storedNew = memory.of(newForms);
  const unwritten = storedNew.get();
  /** Documents shown as forms before the reload that are not restored yet. */
  let awaited: readonly string[] = stored.get();
  /** Documents that are open as forms, but not as text. */
  let onlyForms: readonly string[] = [];
  /** Those that VS Code may not have stored yet, with the call that forgets them. */
  const unstored = new Map<string, ScheduledCall>();

  /** The forms with a second tab for the text, which cannot be closed without a prompt while it is unsaved. */
  const besideText = new WeakSet<OpenDocument>();

  const closeText = async (document: OpenDocument | undefined) => {
    if (document === undefined || document.text?.isDirty === true || !besideText.delete(document)) return;
    await tabs.closeText(document.uri);
  };
  const showAsForm = async (uri: vscode.Uri) => {
    const document = documents.of(uri);
    if (document !== undefined) besideText.add(document);
    await tabs.showAsForm(uri);
    await closeText(document);
  };
  const reopen = async () => {
    if (!vscode.workspace.getConfiguration('workbench.editor').get<boolean>('restoreEditors', true)) return;
    const { forms, texts } = openEditors();
    for (const { uri, wasActive } of unwritten)
      if (!forms.has(uri) && !texts.has(uri)) await tabs.reopenForm(vscode.Uri.parse(uri, true), wasActive);
  };
  /** Stores the new forms; those that were closed, or that VS Code has stored by now, are none. */
  const storeNew = (storedUri?: string) => {
    for (const [uri, call] of unstored) {
      if (uri !== storedUri && onlyForms.includes(uri)) continue;
      call.dispose();
      unstored.delete(uri);
    }
    const active = activeDocumentUri()?.toString();
    const forms = [...unstored.keys()].map(uri => ({ uri, wasActive: uri === active }));
    if (jsonEqual(forms, storedNew.get())) return;
    void (forms.length === 0 ? storedNew.clear() : storedNew.set(forms));
  };
  const update = () => {
    const { forms, texts } = openEditors();
    const lost = awaited.filter(uri => texts.has(uri) && !forms.has(uri));
    awaited = awaited.filter(uri => !texts.has(uri) && !forms.has(uri));
    for (const uri of lost) void showAsForm(vscode.Uri.parse(uri, true));
    const before = onlyForms;
    onlyForms = [...forms].filter(uri => !texts.has(uri)).sort();
    if (!jsonEqual(onlyForms, stored.get())) void stored.set([...onlyForms]);
    for (const uri of onlyForms.filter(form => !before.includes(form)))
      unstored.set(
        uri,
        clock.schedule(storedWithinMs, () => storeNew(uri)),
      );
    storeNew();
  };

  update();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.workspace.onDidSaveTextDocument(text => void closeText(documents.ofText(text))),
    clock.schedule(restoringMs, () => {
      awaited = [];
    }),
    clock.schedule(restoredMs, () => void reopen()),
    {
      dispose: () => {
        for (const call of unstored.values()) call.dispose();
      },
    },
  );
}

/** The documents that are open as forms, and those that are open as text. */
function openEditors() {
  const urisOf = (isWanted: boolean) =>
    new Set(objectTabs().flatMap(({ uri, isForm }) => (isForm === isWanted ? [uri.toString()] : [])));
  return { forms: urisOf(true), texts: urisOf(false) };
}
