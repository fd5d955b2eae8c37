import * as vscode from 'vscode';
import { type CommandId, reportScheme } from '../platform/ids.ts';
import { fileName } from '../util/fileName.ts';
import type { LinkedText } from '../util/linkedText.ts';

/** What can be done about what a report says, shown above its text. */
export interface ReportAction {
  readonly title: string;
  readonly command: CommandId;
  readonly args?: readonly unknown[];
}

export interface Report extends LinkedText {
  readonly actions?: readonly ReportAction[];
}

export interface ReportSource {
  /** The path of its URI but for the name. Of two reports with one key, the later one takes the place of the earlier one. */
  readonly key: string;
  /** The name of the editor. */
  readonly title: string;
  /** Makes the report, also when it is refreshed; `undefined` where there is nothing to show. */
  readonly read: () => Promise<Report | undefined>;
}

interface Shown {
  readonly source: ReportSource;
  readonly report: Report;
}

/** A closed report can be opened again; of very many, the oldest are forgotten. */
const storedAtMost = 30;

/** Reports as read-only documents of a scheme of their own, which are never saved and never ask. */
export class Reports
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.CodeLensProvider
{
  readonly #shown = new Map<string, Shown>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;
  readonly #registered: vscode.Disposable;

  constructor() {
    const selector = { scheme: reportScheme };
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(reportScheme, this),
      vscode.languages.registerDocumentLinkProvider(selector, this),
      vscode.languages.registerCodeLensProvider(selector, this),
      this.#changed,
      this.#lensesChanged,
    );
  }

  /** Shows the report, in the editor that shows it already if there is one. */
  async show(source: ReportSource): Promise<void> {
    const uri = await this.#made(source);
    if (uri === undefined) return;
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** Shows two reports side by side with their differences. */
  async compare(left: ReportSource, right: ReportSource, title: string): Promise<void> {
    const uris = [await this.#made(left), await this.#made(right)];
    if (!uris.includes(undefined)) await vscode.commands.executeCommand('vscode.diff', ...uris, title);
  }

  async #made(source: ReportSource): Promise<vscode.Uri | undefined> {
    const report = await source.read();
    if (report === undefined) return undefined;
    const uri = vscode.Uri.from({
      scheme: reportScheme,
      authority: '',
      path: `/device-automation-reports/${source.key}/${fileName(source.title, 'report')}`,
    });
    this.#store(uri, { source, report });
    return uri;
  }

  /** Makes the report of an editor again, in its place. */
  async refresh(uri: vscode.Uri): Promise<void> {
    const source = this.#shown.get(uri.toString())?.source;
    const report = await source?.read();
    if (source !== undefined && report !== undefined) this.#store(uri, { source, report });
  }

  /** The report that a command is for: the one whose title bar was clicked, else that of the active editor. */
  uriOf([argument]: readonly unknown[]): vscode.Uri | undefined {
    if (argument instanceof vscode.Uri && argument.scheme === reportScheme) return argument;
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputText && input.uri.scheme === reportScheme ? input.uri : undefined;
  }

  textOf(uri: vscode.Uri): string {
    return this.provideTextDocumentContent(uri);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#shown.get(uri.toString())?.report.text ?? '';
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const links = this.#shown.get(document.uri.toString())?.report.links ?? [];
    return links.map(({ start, end, command, argument }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const query = JSON.stringify(argument === undefined ? [] : [argument]);
      return new vscode.DocumentLink(range, vscode.Uri.from({ scheme: 'command', path: command, query }));
    });
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const actions = this.#shown.get(document.uri.toString())?.report.actions ?? [];
    const top = new vscode.Range(0, 0, 0, 0);
    return actions.map(
      ({ title, command, args = [] }) => new vscode.CodeLens(top, { title, command, arguments: [...args] }),
    );
  }

  dispose(): void {
    this.#registered.dispose();
  }

  #store(uri: vscode.Uri, shown: Shown): void {
    const key = uri.toString();
    this.#shown.delete(key);
    this.#shown.set(key, shown);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > storedAtMost && oldest !== undefined) this.#shown.delete(oldest);
    this.#changed.fire(uri);
    this.#lensesChanged.fire();
  }
}
