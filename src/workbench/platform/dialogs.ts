import * as vscode from 'vscode';
import { delay } from '../../base/delay.ts';
import { t } from './localize.ts';
import { iconFree, type QuickChoice } from './quickChoices.ts';
import { noticeText } from './safeText.ts';

export interface Question {
  readonly message: string;
  readonly detail?: string;
  /** Label of the confirming button, a verb. */
  readonly action: string;
}

export interface WideQuestion extends Pick<Question, 'message'> {
  readonly detail: string;
  readonly actions: readonly string[];
}

interface InputQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeHolder?: string;
  readonly password?: boolean;
  /** Returns why the text is invalid, as a sentence, or `undefined`. */
  readonly validate?: (text: string) => string | undefined;
  /** What the user should know about a valid text, such as the form in which it is stored. */
  readonly hint?: (text: string) => string | undefined;
  /** Called with every text while the user types, valid or not. */
  readonly onTyped?: (text: string) => void;
}

export interface Progress {
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

type Task<T> = (report: Progress['report'], signal: AbortSignal) => Promise<T>;

/**
 * All prompts and messages outside the views, with text from servers made harmless. An interface, because tests in
 * the extension host cannot operate real dialogs. The first rows need no others; commands have `Pickers`, too.
 */
export interface Dialogs {
  /** A modal prompt; true if the user confirms. */
  confirm(question: Question): Promise<boolean>;
  /** A modal prompt with several options; `undefined` if the user cancels. */
  choose(question: WideQuestion): Promise<string | undefined>;
  /** A modal message about a failed step with possible actions; nothing is lost in the meantime. */
  decide(message: string, ...actions: string[]): Promise<string | undefined>;
  info(message: string, ...actions: string[]): Promise<string | undefined>;
  warn(message: string, ...actions: string[]): Promise<string | undefined>;
  error(message: string, ...actions: string[]): Promise<string | undefined>;
  input(question: InputQuestion): Promise<string | undefined>;
  pick(title: string, choices: readonly QuickChoice[]): Promise<string | undefined>;
  pickMany(title: string, choices: readonly QuickChoice[]): Promise<readonly string[] | undefined>;
  /** Shows progress with a Cancel button, which aborts the signal. */
  progress<T>(title: string, task: Task<T>): Promise<T>;
}

export const vscodeDialogs: Dialogs = {
  async confirm({ message, detail, action }) {
    const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
    return (await vscode.window.showWarningMessage(noticeText(message), options, action)) === action;
  },
  choose: async ({ message, detail, actions }) =>
    vscode.window.showWarningMessage(noticeText(message), { modal: true, detail }, ...actions),
  decide: async (message, ...actions) =>
    vscode.window.showErrorMessage(noticeText(message), { modal: true }, ...actions),
  info: (message, ...actions) => notify(vscode.window.showInformationMessage, message, actions),
  warn: (message, ...actions) => notify(vscode.window.showWarningMessage, message, actions),
  error: (message, ...actions) => notify(vscode.window.showErrorMessage, message, actions),
  input: async ({ validate, hint, onTyped, prompt, ...question }) =>
    vscode.window.showInputBox({
      ...question,
      prompt: noticeText(prompt),
      ignoreFocusOut: true,
      validateInput: text => {
        onTyped?.(text);
        return (
          underInput(validate?.(text), vscode.InputBoxValidationSeverity.Error) ??
          underInput(hint?.(text), vscode.InputBoxValidationSeverity.Info)
        );
      },
    }),
  async pick(title, choices) {
    const options = { title, matchOnDescription: true };
    const chosen = await vscode.window.showQuickPick(choices.map(iconFree), options);
    return chosen?.value;
  },
  async pickMany(title, choices) {
    const options = { title, matchOnDescription: true, canPickMany: true } as const;
    const chosen = await vscode.window.showQuickPick(choices.map(iconFree), options);
    // Enter takes the ticked rows, not the one that was found or has the focus.
    if (chosen?.length === 0)
      void this.info(t('Nothing was selected. Tick rows with Space, then press Enter.'));
    return chosen?.map(choice => choice.value);
  },
  progress: showProgress,
};

/** What surely fits into the line of a toast, which is 450 pixels wide. */
const lineLength = 45;

/** VS Code cuts the text of a toast without buttons to one line, so a longer text gets a button that closes it. */
async function notify(
  show: (message: string, ...actions: string[]) => Thenable<string | undefined>,
  message: string,
  actions: readonly string[],
): Promise<string | undefined> {
  const text = noticeText(message);
  if (actions.length > 0 || text.length <= lineLength) return show(text, ...actions);
  await show(text, t('OK'));
  return undefined;
}

/** A message below the input box; only an error prevents the user from continuing. */
function underInput(text: string | undefined, severity: vscode.InputBoxValidationSeverity) {
  return text === undefined ? undefined : { message: noticeText(text), severity };
}

/** Shorter work shows no notification, because one that only flashes is distracting. */
const unnoticedMs = 300;

async function showProgress<T>(title: string, task: Task<T>): Promise<T> {
  const controller = new AbortController();
  let report = (_message: string): void => undefined;
  const work = task(message => report(message), controller.signal);
  const settled = Promise.allSettled([work]);
  const hasSettled = await Promise.race([settled, delay(unnoticedMs)]);
  if (hasSettled !== undefined) return work;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: noticeText(title),
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (progress, token) => {
    report = message => progress.report({ message: noticeText(message) });
    token.onCancellationRequested(() => controller.abort());
    await settled;
  });
  return work;
}
