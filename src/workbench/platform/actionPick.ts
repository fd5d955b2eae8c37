import * as vscode from 'vscode';
import { iconFree, type QuickChoice } from './quickChoices.ts';
import { iconFreeText } from './safeText.ts';

export interface RowAction {
  readonly value: string;
  readonly label: string;
  /** A product icon. */
  readonly icon: string;
}

interface ActionRow extends QuickChoice {
  /** Each is a button of the row. Enter lists them, or runs the only one, unless it has one of its own. */
  readonly actions: readonly RowAction[];
  /** The value of an action that only Enter runs. */
  readonly enter?: string;
}

export interface ActionQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Rows under headings. */
  readonly sections: readonly { readonly heading: string; readonly rows: readonly ActionRow[] }[];
}

export interface PickedAction {
  readonly row: string;
  readonly action: string;
}

interface Item extends vscode.QuickPickItem {
  readonly row: ActionRow | undefined;
  readonly action?: RowAction;
}

/** Asks for a row and one of its actions, by mouse or keyboard; `undefined` if the user cancels. */
export function pickAction({
  title,
  placeholder,
  sections,
}: ActionQuestion): Promise<PickedAction | undefined> {
  const box = vscode.window.createQuickPick<Item>();
  box.title = title;
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.items = sections.flatMap(({ heading, rows }): Item[] => [
    { label: heading, kind: vscode.QuickPickItemKind.Separator, row: undefined },
    ...rows.map(row => ({ ...iconFree(row), buttons: row.actions.map(toButton), row })),
  ]);
  return new Promise(resolve => {
    const choose = (row: ActionRow, action: string) => {
      resolve({ row: row.value, action });
      box.hide();
    };
    const listActions = (row: ActionRow) => {
      box.title = iconFreeText(row.label);
      box.value = '';
      box.items = row.actions.map(action => ({ label: `$(${action.icon}) ${action.label}`, row, action }));
    };
    box.onDidTriggerItemButton(({ item: { row }, button }) => {
      const action = row?.actions.find(({ label }) => label === button.tooltip);
      if (row !== undefined && action !== undefined) choose(row, action.value);
    });
    box.onDidAccept(() => {
      const [{ row, action } = { row: undefined }] = box.activeItems;
      const only = row?.actions.length === 1 ? row.actions[0] : undefined;
      const chosen = row?.enter ?? (action ?? only)?.value;
      if (row !== undefined && chosen !== undefined) choose(row, chosen);
      else if (row !== undefined) listActions(row);
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function toButton({ icon, label }: RowAction): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip: label };
}
