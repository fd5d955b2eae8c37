import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { newFormsKey } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue, ValueShape } from '../platform/memory.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { jsonEqual } from '../util/json.ts';
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
export class FormTabs implements vscode.Disposable {
  readonly #tabs: DocumentTabs;
  readonly #documents: Pick<OpenDocuments, 'of' | 'ofText'>;
  readonly #clock: Clock;
  readonly #stored: StoredValue<string[]>;
  readonly #storedNew: StoredValue<NewForm[]>;
  /** Documents shown as forms before the reload that are not restored yet. */
  #awaited: readonly string[];
  /** Documents that are open as forms, but not as text. */
  #forms: readonly string[] = [];
  /** Those that VS Code may not have stored yet, with the call that forgets them. */
  readonly #new = new Map<string, ScheduledCall>();
  readonly #subscriptions: vscode.Disposable;

  constructor(
    tabs: DocumentTabs,
    documents: Pick<OpenDocuments, 'of' | 'ofText'>,
    memory: Memory,
    clock: Clock,
  ) {
    this.#tabs = tabs;
    this.#documents = documents;
    this.#clock = clock;
    this.#stored = memory.of(formTabs);
    this.#storedNew = memory.of(newForms);
    this.#awaited = this.#stored.get();
    const unwritten = this.#storedNew.get();
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#changed()),
      vscode.workspace.onDidSaveTextDocument(text => void this.#closeText(documents.ofText(text))),
      clock.schedule(restoringMs, () => {
        this.#awaited = [];
      }),
      clock.schedule(restoredMs, () => void this.#reopen(unwritten)),
    );
    this.#changed();
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const call of this.#new.values()) call.dispose();
  }

  #changed(): void {
    const { forms, texts } = openEditors();
    const lost = this.#awaited.filter(uri => texts.has(uri) && !forms.has(uri));
    this.#awaited = this.#awaited.filter(uri => !texts.has(uri) && !forms.has(uri));
    for (const uri of lost) void this.#showAsForm(vscode.Uri.parse(uri, true));
    const before = this.#forms;
    this.#forms = [...forms].filter(uri => !texts.has(uri)).sort();
    if (this.#forms.join() !== this.#stored.get().join()) void this.#stored.set([...this.#forms]);
    for (const uri of this.#forms.filter(form => !before.includes(form)))
      this.#new.set(
        uri,
        this.#clock.schedule(storedWithinMs, () => this.#storeNew(uri)),
      );
    this.#storeNew();
  }

  /** Stores the new forms; those that were closed, or that VS Code has stored by now, are none. */
  #storeNew(storedUri?: string): void {
    for (const [uri, call] of this.#new) {
      if (uri !== storedUri && this.#forms.includes(uri)) continue;
      call.dispose();
      this.#new.delete(uri);
    }
    const active = activeDocumentUri()?.toString();
    const forms = [...this.#new.keys()].map(uri => ({ uri, wasActive: uri === active }));
    if (jsonEqual(forms, this.#storedNew.get())) return;
    void (forms.length === 0 ? this.#storedNew.clear() : this.#storedNew.set(forms));
  }

  async #reopen(unwritten: readonly NewForm[]): Promise<void> {
    if (!vscode.workspace.getConfiguration('workbench.editor').get<boolean>('restoreEditors', true)) return;
    const { forms, texts } = openEditors();
    for (const { uri, wasActive } of unwritten)
      if (!forms.has(uri) && !texts.has(uri))
        await this.#tabs.reopenForm(vscode.Uri.parse(uri, true), wasActive);
  }

  async #showAsForm(uri: vscode.Uri): Promise<void> {
    const document = this.#documents.of(uri);
    if (document !== undefined) document.isBesideText = true;
    await this.#tabs.showAsForm(uri);
    await this.#closeText(document);
  }

  async #closeText(document: OpenDocument | undefined): Promise<void> {
    if (document?.isBesideText !== true || document.text?.isDirty === true) return;
    document.isBesideText = false;
    await this.#tabs.closeText(document.uri);
  }
}

/** The documents that are open as forms, and those that are open as text. */
function openEditors() {
  const urisOf = (isWanted: boolean) =>
    new Set(objectTabs().flatMap(({ uri, isForm }) => (isForm === isWanted ? [uri.toString()] : [])));
  return { forms: urisOf(true), texts: urisOf(false) };
}
