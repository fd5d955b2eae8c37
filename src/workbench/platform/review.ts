import * as vscode from 'vscode';
import { iconFree, type QuickChoice } from './quickChoices.ts';
import { iconFreeText } from './safeText.ts';

/** Lines that the user reviews and can uncheck before an operation. */
export interface ReviewQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly ReviewChoice[];
  /** Opens the full text in an editor while the prompt stays open. */
  readonly open: { readonly label: string; readonly run: () => Promise<void> };
  /** Asks for something that changes the lines, and resolves with the new ones. */
  readonly edit?: { readonly label: string; readonly run: () => Promise<Revision> };
}

/** What the user reviews instead. */
type Revision = Pick<ReviewQuestion, 'choices'> & Partial<Pick<ReviewQuestion, 'title' | 'placeholder'>>;

interface ReviewChoice extends QuickChoice {
  /** Only displayed; it cannot be checked. */
  readonly isFixed: boolean;
  /** Only done if the user checks it. */
  readonly isUnchecked?: boolean;
}

/** Asks which lines stay checked; `undefined` if the user cancels. */
export function review(question: ReviewQuestion): Promise<readonly string[] | undefined> {
  const box = vscode.window.createQuickPick<ReviewChoice>();
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  // Keeps the prompt open while its preview is read in an editor.
  box.ignoreFocusOut = true;
  const { open, edit } = question;
  const editButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: edit?.label ?? '' };
  box.buttons = [
    ...(edit === undefined ? [] : [editButton]),
    { iconPath: new vscode.ThemeIcon('open-preview'), tooltip: open.label },
  ];
  const show = ({ title = question.title, placeholder = question.placeholder, choices }: Revision) => {
    box.title = iconFreeText(title);
    box.placeholder = placeholder;
    box.items = choices.map(choice => ({ ...choice, ...iconFree(choice) }));
    box.selectedItems = changeable(box.items).filter(({ isUnchecked }) => isUnchecked !== true);
  };
  show(question);
  // Another prompt hides this one.
  let isEditing = false;
  const editChoices = async () => {
    isEditing = true;
    show((await edit?.run()) ?? question);
    isEditing = false;
    box.show();
  };
  box.onDidChangeSelection(selected => {
    if (selected.some(({ isFixed }) => isFixed)) box.selectedItems = changeable(selected);
  });
  box.onDidTriggerButton(button => void (button === editButton ? editChoices() : open.run()));
  return new Promise(resolve => {
    box.onDidAccept(() => {
      resolve(changeable(box.selectedItems).map(({ value }) => value));
      box.hide();
    });
    box.onDidHide(() => {
      if (isEditing) return;
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function changeable(choices: readonly ReviewChoice[]): readonly ReviewChoice[] {
  return choices.filter(({ isFixed }) => !isFixed);
}
