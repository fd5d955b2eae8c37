import * as vscode from 'vscode';
import * as z from 'zod';
import { localizer } from '../platform/localize.ts';
import type { Memory, Shape, StoredValue } from '../platform/memory.ts';
import type { Clock } from '../util/clock.ts';
import { type DocumentTabs, objectTabs } from './documentTabs.ts';
import { formsOnly, lostForms } from './lostForms.ts';
import { openDocument } from './openDocuments.ts';

const FormTabsSchema = z.array(z.string());

const formTabs: Shape<z.infer<typeof FormTabsSchema>> = {
  key: 'formTabs',
  schema: FormTabsSchema,
  fallback: [],
  meaning: () => localizer.t('Forms that were opened just before a reload may come back as JSON.'),
};

/** VS Code restores editors in the first seconds of a window. Text that is opened later was opened as text. */
const restoringMs = 60_000;

/**
 * After a reload, VS Code restores an editor that it had not written down yet from the backup of its text, and as
 * text. So this remembers which documents were shown only as forms, and shows those as forms again, each once.
 */
export class FormTabs implements vscode.Disposable {
  readonly #tabs: DocumentTabs;
  readonly #stored: StoredValue<string[]>;
  /** Shown as forms before the reload, and not restored yet. */
  readonly #awaited: Set<string>;
  /** Forms whose text is open in a second tab, which cannot be closed without a question while it is unsaved. */
  readonly #besideText = new Set<string>();
  readonly #subscriptions: vscode.Disposable;

  constructor(tabs: DocumentTabs, memory: Memory, clock: Clock) {
    this.#tabs = tabs;
    this.#stored = memory.of(formTabs);
    this.#awaited = new Set(this.#stored.get());
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#changed()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.#closeText(uri)),
      clock.schedule(restoringMs, () => this.#awaited.clear()),
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
  }

  async #showAsForm(uri: vscode.Uri): Promise<void> {
    this.#besideText.add(uri.toString());
    await this.#tabs.showAsForm(uri);
    await this.#closeText(uri);
  }

  async #closeText(uri: vscode.Uri): Promise<void> {
    if (openDocument(uri)?.isDirty === true || !this.#besideText.delete(uri.toString())) return;
    await this.#tabs.closeText(uri);
  }
}
