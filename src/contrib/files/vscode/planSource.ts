import * as vscode from 'vscode';
import { displayText } from '../../../base/displayText.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { iconFreeText } from '../../../workbench/platform/safeText.ts';
import { countActions, isPending, type PlanItem } from '../common/filePlan.ts';
import { folderName, folderUri } from './folders.ts';
import { actionText, type FolderPlan, itemUri, serverUri } from './shownPlan.ts';

const compareCommand = 'deviceAutomation.files.compare';
const applyCommand = 'deviceAutomation.files.apply';

/** One folder of files in VS Code's Source Control view: what a plan would change, and what it cannot apply. */
export class PlanSource implements vscode.Disposable {
  readonly #control: vscode.SourceControl;
  readonly #pending: vscode.SourceControlResourceGroup;
  readonly #blocked: vscode.SourceControlResourceGroup;
  readonly #unlisted: vscode.SourceControlResourceGroup;

  constructor(folder: string, originalOf: (uri: vscode.Uri) => vscode.Uri | undefined) {
    this.#control = vscode.scm.createSourceControl(
      'deviceAutomationFiles',
      folderName(folder),
      folderUri(folder),
    );
    this.#control.inputBox.visible = false;
    // Shows differences from the server next to the line numbers.
    this.#control.quickDiffProvider = { provideOriginalResource: originalOf };
    this.#pending = this.#control.createResourceGroup('pending', t('Changes to Apply'));
    this.#blocked = this.#control.createResourceGroup('blocked', t('Cannot Be Applied'));
    this.#unlisted = this.#control.createResourceGroup('onlyOnServer', t('Only on the Server'));
    for (const group of [this.#pending, this.#blocked, this.#unlisted]) group.hideWhenEmpty = true;
  }

  show(shown: FolderPlan): void {
    const { items, server } = shown.plan;
    const rows = (wanted: (item: PlanItem) => boolean) =>
      items.filter(wanted).map(item => rowOf(shown, item));
    this.#pending.resourceStates = rows(isPending);
    this.#blocked.resourceStates = rows(({ action }) => action === 'blocked');
    this.#unlisted.resourceStates = rows(({ action }) => action === 'onlyOnServer');
    const counts = countActions(items);
    const pending = items.filter(isPending).length;
    this.#control.count = pending + counts.blocked;
    this.#control.statusBarCommands =
      pending === 0
        ? []
        : [
            {
              command: applyCommand,
              title: `$(cloud-upload) ${iconFreeText(displayText(server.name, 40))}: ${pending}`,
              tooltip: t('Apply Files…'),
              arguments: [{ folder: shown.folder }],
            },
          ];
  }

  dispose(): void {
    this.#control.dispose();
  }
}

function rowOf(shown: FolderPlan, item: PlanItem): vscode.SourceControlResourceState {
  const isDeleted = item.action === 'delete';
  return {
    resourceUri: item.file === undefined ? serverUri(shown, item) : itemUri(shown, item),
    contextValue: item.action,
    command: {
      command: compareCommand,
      title: t('Compare with Server'),
      arguments: [itemUri(shown, item)],
    },
    decorations: { tooltip: actionText(item, shown.plan.server.name), strikeThrough: isDeleted },
  };
}
