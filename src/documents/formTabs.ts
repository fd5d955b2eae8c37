import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { newFormsKey } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, Shape, StoredValue } from '../platform/memory.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { jsonEqual } from '../util/json.ts';
import { activeDocumentUri, type DocumentTabs, type ObjectTab, objectTabs } from './documentTabs.ts';
import { textDocument } from './documentText.ts';

const FormTabsSchema = z.array(z.string());

const formTabs: Shape<z.infer<typeof FormTabsSchema>> = {
  key: 'formTabs',
  schema: FormTabsSchema,
  fallback: [],
  meaning: () => t('Forms that were opened just before a reload may reopen as JSON.'),
};

const NewFormsSchema = z.array(z.object({ uri: z.string(), wasActive: z.boolean() }));
type NewForm = z.infer<typeof NewFormsSchema>[number];

/** Forms that VS Code may not have stored as open yet, in the order in which they were opened. */
const newForms: Shape<NewForm[]> = {
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
  readonly #stored: StoredValue<string[]>;
  /** Documents shown as forms before the reload that are not restored yet. */
  readonly #awaited: Set<string>;
  /** Forms whose text is also open in a second tab, which cannot be closed without a prompt while it is unsaved. */
  readonly #besideText = new Set<string>();
  readonly #newForms: NewForms;
  readonly #subscriptions: vscode.Disposable;

  constructor(tabs: DocumentTabs, memory: Memory, clock: Clock) {
    this.#tabs = tabs;
    this.#stored = memory.of(formTabs);
    this.#awaited = new Set(this.#stored.get());
    this.#newForms = new NewForms(memory, clock);
    const unwritten = this.#newForms.before;
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#changed()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.#closeText(uri)),
      clock.schedule(restoringMs, () => this.#awaited.clear()),
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
    for (const { uri } of open) this.#awaited.delete(uri);
    for (const uri of lost) void this.#showAsForm(vscode.Uri.parse(uri, true));
    const forms = formsOnly(open);
    if (forms.join() !== this.#stored.get().join()) void this.#stored.set(forms);
    this.#newForms.update(forms, activeDocumentUri()?.toString());
  }

  async #reopen(forms: readonly NewForm[]): Promise<void> {
    if (!vscode.workspace.getConfiguration('workbench.editor').get<boolean>('restoreEditors', true)) return;
    for (const { uri, wasActive } of closedForms(forms, objectTabs()))
      await this.#tabs.reopenForm(vscode.Uri.parse(uri, true), wasActive);
  }

  async #showAsForm(uri: vscode.Uri): Promise<void> {
    this.#besideText.add(uri.toString());
    await this.#tabs.showAsForm(uri);
    await this.#closeText(uri);
  }

  async #closeText(uri: vscode.Uri): Promise<void> {
    if (textDocument(uri)?.isDirty === true || !this.#besideText.delete(uri.toString())) return;
    await this.#tabs.closeText(uri);
  }
}

/** Remembers each form from its opening until VS Code has stored it. */
class NewForms implements vscode.Disposable {
  /** The new forms before the window reload. */
  readonly before: readonly NewForm[];
  readonly #stored: StoredValue<NewForm[]>;
  readonly #clock: Clock;
  #known: readonly string[] = [];
  #active: string | undefined;
  readonly #new = new Map<string, ScheduledCall>();

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
    for (const uri of opened) {
      const call = this.#clock.schedule(storedWithinMs, () => this.#forget([uri]));
      this.#new.set(uri, call);
    }
    this.#forget([...this.#new.keys()].filter(uri => !forms.includes(uri)));
  }

  dispose(): void {
    for (const call of this.#new.values()) call.dispose();
  }

  #forget(uris: readonly string[]): void {
    for (const uri of uris) {
      this.#new.get(uri)?.dispose();
      this.#new.delete(uri);
    }
    const forms = [...this.#new.keys()].map(uri => ({ uri, wasActive: uri === this.#active }));
    if (jsonEqual(forms, this.#stored.get())) return;
    void (forms.length === 0 ? this.#stored.clear() : this.#stored.set(forms));
  }
}

/** Documents that are open as forms, but not as text. */
export function formsOnly(tabs: readonly ObjectTab[]): string[] {
  const texts = urisOf(tabs, false);
  return [...urisOf(tabs, true)].filter(uri => !texts.has(uri)).sort();
}

/** Documents that should be open as forms but are open only as text. */
export function lostForms(forms: ReadonlySet<string>, tabs: readonly ObjectTab[]): string[] {
  const open = urisOf(tabs, true);
  return [...urisOf(tabs, false)].filter(uri => forms.has(uri) && !open.has(uri));
}

/** Documents that should be open but are not. */
export function closedForms<T extends Pick<ObjectTab, 'uri'>>(
  forms: readonly T[],
  tabs: readonly ObjectTab[],
): T[] {
  const open = new Set(tabs.map(({ uri }) => uri));
  return forms.filter(({ uri }) => !open.has(uri));
}

function urisOf(tabs: readonly ObjectTab[], isForm: boolean): ReadonlySet<string> {
  return new Set(tabs.filter(tab => tab.isForm === isForm).map(({ uri }) => uri));
}
