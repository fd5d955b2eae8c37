import * as vscode from 'vscode';
import type { RunJournal } from '../../../store/runs/runJournal.ts';
import type { RunRecord } from '../../../store/runs/runRecord.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { titleOf } from './showActivity.ts';
import { undoableItems } from './undoPlan.ts';

/** Offers in the status bar to undo the last change of this window, also when its notification is gone. */
export class UndoOffer implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'deviceAutomation.undo',
    vscode.StatusBarAlignment.Left,
    9,
  );
  readonly #subscription: { dispose(): void };
  #offered: string | undefined;

  constructor(journal: Pick<RunJournal, 'onDidEnd'>) {
    this.#item.name = t('Device Automation: Undo');
    this.#item.text = `$(discard) ${t('Undo')}`;
    this.#subscription = journal.onDidEnd(run => this.#ended(run));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #ended(run: RunRecord): void {
    if (run.act === 'undo') {
      if (run.undoes === this.#offered) this.#item.hide();
      return;
    }
    const { id } = run;
    if (id === undefined || undoableItems(run).length === 0) return;
    this.#offered = id;
    const words = { operation: titleOf(run, new Map()), server: run.server.name };
    const title = t('Undo “{operation}” on “{server}”', words);
    this.#item.tooltip = title;
    this.#item.accessibilityInformation = { label: title, role: 'button' };
    this.#item.command = { title, command: 'deviceAutomation.run.undo', arguments: [{ id }] };
    this.#item.show();
  }
}
