import * as vscode from 'vscode';
import { hoursAndMinutes } from '../../../base/clockFormat.ts';
import { displayText } from '../../../base/displayText.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { iconFreeText } from '../../../workbench/platform/safeText.ts';
import type { PlanAction, PlanItem } from '../common/filePlan.ts';
import { actionText, type ShownItem } from './shownPlan.ts';

const compareCommand = 'deviceAutomation.files.compare';
const planCommand = 'deviceAutomation.files.plan';

/** The text of an editor, possibly unsaved. */
export type EditedText = Pick<vscode.TextDocument, 'uri' | 'getText'>;

/** Badges and colors. Arrows, because Git's letters stand beside them: what applying would do on the server. */
const marks: Readonly<Partial<Record<PlanAction, readonly [string, string]>>> = {
  create: ['↑+', 'gitDecoration.addedResourceForeground'],
  change: ['↑', 'gitDecoration.modifiedResourceForeground'],
  rename: ['↑', 'gitDecoration.renamedResourceForeground'],
  delete: ['↑−', 'gitDecoration.deletedResourceForeground'],
  blocked: ['!', 'list.errorForeground'],
};

/** Shows how files differ from the server: in the explorer, and above their text. */
export class DriftMarks implements vscode.CodeLensProvider, vscode.FileDecorationProvider, vscode.Disposable {
  readonly #itemAt: (uri: vscode.Uri) => ShownItem | undefined;
  readonly #itemNow: (document: EditedText) => ShownItem | undefined;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;
  readonly #filesChanged = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.#filesChanged.event;
  readonly #registered: vscode.Disposable;

  /** `itemAt`: the planned item of a file; `itemNow`: the one with the text in its editor. */
  constructor(
    itemAt: (uri: vscode.Uri) => ShownItem | undefined,
    itemNow: (document: EditedText) => ShownItem | undefined,
  ) {
    this.#itemAt = itemAt;
    this.#itemNow = itemNow;
    const selector = { pattern: '**/*.{job,group}.{json,jsonc}' };
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

  /** VS Code requests these again after the text has changed and the user pauses typing. */
  provideCodeLenses(document: EditedText): vscode.CodeLens[] {
    const found = this.#itemNow(document);
    if (found === undefined) return [];
    const { item, shown } = found;
    const { language } = localizer;
    const time = new Intl.DateTimeFormat(language, hoursAndMinutes).format(shown.state.readMs);
    const text = actionText(item, shown.plan.server.name);
    const range = new vscode.Range(0, 0, 0, 0);
    return [
      new vscode.CodeLens(range, {
        title: iconFreeText(t('{text}, as of {time}', { text, time })),
        command: canCompare(item) ? compareCommand : '',
        arguments: [document.uri],
      }),
      new vscode.CodeLens(range, {
        title: `$(refresh) ${t('Refresh')}`,
        tooltip: t('Read “{server}” and plan the files again', {
          server: displayText(shown.plan.server.name, 60),
        }),
        command: planCommand,
        arguments: [{ folder: shown.folder }],
      }),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const found = this.#itemAt(uri);
    const mark = found === undefined ? undefined : marks[found.item.action];
    if (found === undefined || mark === undefined) return undefined;
    const tooltip = actionText(found.item, found.shown.plan.server.name);
    const [badge, color] = mark;
    return new vscode.FileDecoration(badge, tooltip, new vscode.ThemeColor(color));
  }

  dispose(): void {
    this.#registered.dispose();
  }
}

function canCompare({ action, object }: PlanItem): boolean {
  return object !== undefined && action !== 'unchanged';
}
