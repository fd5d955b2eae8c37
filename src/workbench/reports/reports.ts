import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { fileName } from '../../base/displayText.ts';
import type { LinkedText } from '../../base/linkedText.ts';
import { type FlatFiles, fileStat } from '../platform/activation/lazyFileSystem.ts';
import { reportScheme, settingsSection } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue } from '../platform/memory.ts';

export interface Report extends LinkedText {
  /** Actions on the reported objects, shown above the text. */
  readonly actions?: readonly ReportAction[];
}

export interface ReportSource {
  /** The path of its URI without the name. A report replaces an earlier one with the same key. */
  readonly key: string;
  /** The title of the editor. */
  readonly title: string;
  /** Creates the report, initially and on refresh; `undefined` if there is nothing to show. */
  readonly read: () => Promise<Report | undefined>;
  /** Creates the report again after a window reload. */
  readonly again?: ReportAction;
  /** Not stored, so a reload removes it. */
  readonly isTransient?: boolean;
}

interface Shown {
  readonly source: ReportSource;
  readonly report: Report;
}

/** Closed reports can be reopened; beyond this number, the oldest are forgotten. */
const shownAtMost = 30;

/**
 * Shows reports as read-only files with their own scheme, because VS Code restores the editors of files after a reload
 * and never asks to save these.
 */
export class Reports implements FlatFiles, vscode.DocumentLinkProvider, vscode.CodeLensProvider {
  readonly #shown = new Map<string, Shown>();
  readonly #stored: () => StoredValue<readonly StoredReport[]>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;
  readonly #registered: vscode.Disposable;
  /** VS Code reads a file again when its modification time has changed. */
  #time = Date.now();

  /** `stored`: the reports to show after a window reload. */
  constructor(stored: () => StoredValue<readonly StoredReport[]>) {
    this.#stored = stored;
    const selector = { scheme: reportScheme };
    this.#registered = vscode.Disposable.from(
      vscode.languages.registerDocumentLinkProvider(selector, this),
      vscode.languages.registerCodeLensProvider(selector, this),
      this.#changed,
      this.#lensesChanged,
    );
  }

  /** Shows the report, in its existing editor if there is one. */
  async show(source: ReportSource): Promise<void> {
    const uri = await this.prepare(source);
    if (uri === undefined) return;
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** Shows two reports side by side with their differences. */
  async compare(left: ReportSource, right: ReportSource, title: string): Promise<void> {
    const uris = [await this.prepare(left), await this.prepare(right)];
    if (!uris.includes(undefined)) await vscode.commands.executeCommand('vscode.diff', ...uris, title);
  }

  /** Creates or refreshes the report without showing it. */
  async prepare(source: ReportSource): Promise<vscode.Uri | undefined> {
    const report = await source.read();
    if (report === undefined) return undefined;
    const uri = vscode.Uri.from({
      scheme: reportScheme,
      authority: '',
      path: `/device-automation-reports/${source.key}/${fileName(source.title, 'report')}`,
    });
    this.#show(uri, { source, report });
    return uri;
  }

  /** Refreshes the report of an editor in place; returns false if that is impossible. */
  async refresh(uri: vscode.Uri): Promise<boolean> {
    const source = this.#shown.get(uri.toString())?.source;
    const again = this.#storedAt(uri)?.again;
    if (source === undefined && again !== undefined)
      await vscode.commands.executeCommand(again.command, ...(again.args ?? []));
    const report = await source?.read();
    if (source !== undefined && report !== undefined) this.#show(uri, { source, report });
    return source !== undefined || again !== undefined;
  }

  /** The report that a command applies to: the one whose title bar was clicked, or that of the active editor. */
  uriOf([argument]: readonly unknown[]): vscode.Uri | undefined {
    if (argument instanceof vscode.Uri && argument.scheme === reportScheme) return argument;
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputText && input.uri.scheme === reportScheme ? input.uri : undefined;
  }

  textOf(uri: vscode.Uri): string {
    return this.#reportAt(uri).text;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return fileStat(this.#time, this.readFile(uri).length);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(this.textOf(uri));
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return this.#reportAt(document.uri).links.map(({ start, end, command, argument }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const query = JSON.stringify(argument === undefined ? [] : [argument]);
      return new vscode.DocumentLink(range, vscode.Uri.from({ scheme: 'command', path: command, query }));
    });
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const top = new vscode.Range(0, 0, 0, 0);
    return (this.#reportAt(document.uri).actions ?? []).map(
      ({ title, command, args = [] }) => new vscode.CodeLens(top, { title, command, arguments: [...args] }),
    );
  }

  dispose(): void {
    this.#registered.dispose();
  }

  #reportAt(uri: vscode.Uri): Report {
    const shown = this.#shown.get(uri.toString());
    if (shown !== undefined) return shown.report;
    const stored = this.#storedAt(uri);
    return stored?.report ?? absentReport(uri.path.split('/').at(-1) ?? '', stored?.again);
  }

  #storedAt(uri: vscode.Uri): StoredReport | undefined {
    const key = uri.toString();
    return this.#stored()
      .get()
      .find(stored => stored.uri === key);
  }

  #show(uri: vscode.Uri, shown: Shown): void {
    const key = uri.toString();
    this.#shown.delete(key);
    this.#shown.set(key, shown);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > shownAtMost && oldest !== undefined) this.#shown.delete(oldest);
    if (shown.source.isTransient !== true) this.#store(key, shown);
    this.#time += 1;
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    this.#lensesChanged.fire();
  }

  #store(uri: string, { source: { again }, report }: Shown): void {
    const { text, links, actions = [] } = report;
    const stored = this.#stored();
    const newest = { uri, report: { text, links: [...links], actions: [...actions] }, again };
    void stored.set(withReport(stored.get(), newest));
  }
}

/** Shown instead of a report that was not stored. */
function absentReport(title: string, again: ReportAction | undefined): Report {
  const what = t('“{title}” was not stored, so it cannot be shown again.', { title });
  const how =
    again === undefined
      ? t('To see it again, run the command that opened it.')
      : t('To create a new one, choose “{action}” above.', { action: again.title });
  return { text: `${what}\n${how}\n`, links: [], actions: again === undefined ? [] : [again] };
}

const storedAtMost = 30;
/** In characters, individually and in total: VS Code reads its entire storage at every start. */
const longestText = 200_000;
const longestTogether = 500_000;

/** A stored report may come from elsewhere, and must not run commands of others. */
function isOwnCommand(id: string): boolean {
  return id.startsWith(`${settingsSection}.`);
}

const ActionSchema = z.object({
  title: z.string(),
  command: z.string().check(z.refine(isOwnCommand)),
  args: z.optional(z.readonly(z.array(z.unknown()))),
});
const LinkSchema = z.object({
  command: z.string().check(z.refine(isOwnCommand)),
  argument: z.optional(z.unknown()),
  start: z.int().check(z.nonnegative()),
  end: z.int().check(z.nonnegative()),
});
const StoredReportSchema = z.object({
  uri: z.string(),
  /** Absent if it is too long to be stored. */
  report: z.optional(
    z.object({ text: z.string(), links: z.array(LinkSchema), actions: z.array(ActionSchema) }),
  ),
  again: z.optional(ActionSchema),
});

export type ReportAction = Readonly<z.infer<typeof ActionSchema>>;
export type StoredReport = z.infer<typeof StoredReportSchema>;

/** The reports that editors of this workspace may show again after a reload, newest first. */
export function reportMemory(memory: Memory): StoredValue<readonly StoredReport[]> {
  return memory.of<readonly StoredReport[]>({
    key: 'reports',
    schema: z.array(StoredReportSchema),
    fallback: [],
    meaning: () => t('Reports that were open before cannot be shown again.'),
  });
}

/** Adds this report as the newest, and drops texts that exceed the storage limits. */
export function withReport(stored: readonly StoredReport[], newest: StoredReport): readonly StoredReport[] {
  const others = stored.filter(({ uri }) => uri !== newest.uri);
  let rest = longestTogether;
  return [newest, ...others].slice(0, storedAtMost).map(({ report, ...head }) => {
    const length = report === undefined ? 0 : JSON.stringify(report).length;
    if (report === undefined || length > Math.min(longestText, rest)) return head;
    rest -= length;
    return { ...head, report };
  });
}
