import * as vscode from 'vscode';
import type { PlanAction, PlanItem } from '../files/plan.ts';
import type { CommandId } from '../platform/ids.ts';
import { iconFreeText } from '../platform/safeText.ts';
import { actionText } from './planTexts.ts';
import type { ShownItem } from './shownPlan.ts';

const compareCommand: CommandId = 'deviceAutomation.files.compare';

interface Mark {
  readonly badge: string;
  readonly color: string;
}

const marks: Readonly<Partial<Record<PlanAction, Mark>>> = {
  create: { badge: 'C', color: 'gitDecoration.addedResourceForeground' },
  change: { badge: 'M', color: 'gitDecoration.modifiedResourceForeground' },
  rename: { badge: 'R', color: 'gitDecoration.renamedResourceForeground' },
  delete: { badge: 'D', color: 'gitDecoration.deletedResourceForeground' },
  cannot: { badge: '!', color: 'list.errorForeground' },
};

/** Shows at files, and above their text, how they differ from the server. */
export class DriftMarks implements vscode.CodeLensProvider, vscode.FileDecorationProvider, vscode.Disposable {
  readonly #itemAt: (uri: vscode.Uri) => ShownItem | undefined;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;
  readonly #filesChanged = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.#filesChanged.event;
  readonly #registered: vscode.Disposable;

  constructor(itemAt: (uri: vscode.Uri) => ShownItem | undefined) {
    this.#itemAt = itemAt;
    const selector = { scheme: 'file', pattern: '**/*.{job,group}.{json,jsonc}' };
    this.#registered = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider(selector, this),
      vscode.window.registerFileDecorationProvider(this),
      this.#lensesChanged,
      this.#filesChanged,
    );
  }

  changed(): void {
    this.#lensesChanged.fire();
    this.#filesChanged.fire(undefined);
  }

  provideCodeLenses({ uri }: Pick<vscode.TextDocument, 'uri'>): vscode.CodeLens[] {
    const found = this.#itemAt(uri);
    if (found === undefined) return [];
    const { item, shown } = found;
    const title = iconFreeText(actionText(item, shown.plan.server.name));
    const lens = new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
      title,
      command: canCompare(item) ? compareCommand : '',
      arguments: [uri],
    });
    return [lens];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const found = this.#itemAt(uri);
    const mark = found === undefined ? undefined : marks[found.item.action];
    if (found === undefined || mark === undefined) return undefined;
    const tooltip = actionText(found.item, found.shown.plan.server.name);
    return new vscode.FileDecoration(mark.badge, tooltip, new vscode.ThemeColor(mark.color));
  }

  dispose(): void {
    this.#registered.dispose();
  }
}

function canCompare({ action, object }: PlanItem): boolean {
  return object !== undefined && action !== 'equal';
}
