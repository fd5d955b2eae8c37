import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { newFormsKey } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue, ValueShape } from '../platform/memory.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { jsonEqual } from '../util/json.ts';
import { activeDocumentUri, type DocumentTabs, type ObjectTab, objectTabs } from './documentTabs.ts';
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
 * each of them as a form again, once.
 */
export class FormTabs implements vscode.Disposable {
  readonly #tabs: DocumentTabs;
  readonly #documents: Pick<OpenDocuments, 'of' | 'ofText'>;
  readonly #stored: StoredValue<string[]>;
  /** Documents shown as forms before the reload that are not restored yet. */
  #awaited: readonly string[];
  readonly #newForms: NewForms;
  readonly #subscriptions: vscode.Disposable;

  constructor(
    tabs: DocumentTabs,
    documents: Pick<OpenDocuments, 'of' | 'ofText'>,
    memory: Memory,
    clock: Clock,
  ) {
    this.#tabs = tabs;
    this.#documents = documents;
    this.#stored = memory.of(formTabs);
    this.#awaited = this.#stored.get();
    this.#newForms = new NewForms(memory, clock);
    const unwritten = this.#newForms.before;
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#changed()),
      vscode.workspace.onDidSaveTextDocument(text => void this.#closeText(documents.ofText(text))),
      clock.schedule(restoringMs, () => {
        this.#awaited = [];
      }),
      clock.schedule(restoredMs, () => void this.#reopen(unwritten)),
      this.#newForms,
    );
    this.#changed();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #changed(): void {
    const open = objectTabs();
    const lost = lostForms(this.#awaited, open);
    this.#awaited = this.#awaited.filter(uri => !open.some(tab => tab.uri === uri));
    for (const uri of lost) void this.#showAsForm(vscode.Uri.parse(uri, true));
    const forms = formsOnly(open);
    if (forms.join() !== this.#stored.get().join()) void this.#stored.set(forms);
    this.#newForms.update(forms, activeDocumentUri()?.toString());
  }

  async #reopen(forms: readonly NewForm[]): Promise<void> {
    if (!vscode.workspace.getConfiguration('workbench.editor').get<boolean>('restoreEditors', true)) return;
    for (const { uri, wasActive } of findClosedForms(forms, objectTabs()))
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

interface NewlyOpened {
  readonly uri: string;
  /** Forgets it once VS Code has stored it. */
  readonly call: ScheduledCall;
}

/** Remembers each form from its opening until VS Code has stored it. */
class NewForms implements vscode.Disposable {
  /** The new forms before the window reload. */
  readonly before: readonly NewForm[];
  readonly #stored: StoredValue<NewForm[]>;
  readonly #clock: Clock;
  #known: readonly string[] = [];
  #active: string | undefined;
  #new: readonly NewlyOpened[] = [];

  constructor(memory: Memory, clock: Clock) {
    this.#stored = memory.of(newForms);
    this.#clock = clock;
    this.before = this.#stored.get();
  }

  /** Call with all open forms and the active document. */
  update(forms: readonly string[], active: string | undefined): void {
    const opened = forms.filter(uri => !this.#known.includes(uri));
    this.#known = forms;
    this.#active = active;
    const added = opened.map(uri => ({
      uri,
      call: this.#clock.schedule(storedWithinMs, () => this.#keep(form => form.uri !== uri)),
    }));
    this.#new = [...this.#new, ...added];
    this.#keep(({ uri }) => forms.includes(uri));
  }

  dispose(): void {
    for (const { call } of this.#new) call.dispose();
  }

  #keep(isNew: (form: NewlyOpened) => boolean): void {
    for (const form of this.#new) if (!isNew(form)) form.call.dispose();
    this.#new = this.#new.filter(isNew);
    const forms = this.#new.map(({ uri }) => ({ uri, wasActive: uri === this.#active }));
    if (jsonEqual(forms, this.#stored.get())) return;
    void (forms.length === 0 ? this.#stored.clear() : this.#stored.set(forms));
  }
}

/** Documents that are open as forms, but not as text. */
function formsOnly(tabs: readonly ObjectTab[]): string[] {
  const texts = urisOf(tabs, false);
  return [...urisOf(tabs, true)].filter(uri => !texts.has(uri)).sort();
}

/** Documents that should be open as forms but are open only as text. */
function lostForms(forms: readonly string[], tabs: readonly ObjectTab[]): string[] {
  const open = urisOf(tabs, true);
  return [...urisOf(tabs, false)].filter(uri => forms.includes(uri) && !open.has(uri));
}

/** Documents that should be open but are not. */
function findClosedForms<T extends Pick<ObjectTab, 'uri'>>(
  forms: readonly T[],
  tabs: readonly ObjectTab[],
): T[] {
  const open = new Set(tabs.map(({ uri }) => uri));
  return forms.filter(({ uri }) => !open.has(uri));
}

function urisOf(tabs: readonly ObjectTab[], isForm: boolean): ReadonlySet<string> {
  return new Set(tabs.filter(tab => tab.isForm === isForm).map(({ uri }) => uri));
}
