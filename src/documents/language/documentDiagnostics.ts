import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors/apiError.ts';
import type { FieldError } from '../../api/errors/httpStatusError.ts';
import type { DraftProblem } from '../../model/draftProblem.ts';
import { t } from '../../platform/localize.ts';
import type { Clock, ScheduledCall } from '../../util/clock.ts';
import { parseDocumentUri } from '../documentUri.ts';
import { objectKinds } from '../objectKinds.ts';
import { openDocument } from '../openDocuments.ts';
import { scheduleDiagnostics } from './scheduleDiagnostics.ts';

const typingPauseMs = 150;

/** Marks text that violates the rules of a create or the types, or that the server rejected at the last save. */
export class DocumentDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('device-automation');
  readonly #clock: Clock;
  readonly #checks = new Map<string, ScheduledCall>();
  readonly #serverProblems = new Map<string, readonly DraftProblem[]>();
  readonly #failedSaves = new Set<string>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #serverProblemsChanged = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChangeServerProblems = this.#serverProblemsChanged.event;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#subscriptions = [
      vscode.workspace.onDidOpenTextDocument(document => this.#check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#later(document)),
      vscode.workspace.onDidCloseTextDocument(document => this.#drop(document.uri)),
    ];
    for (const document of vscode.workspace.textDocuments) this.#check(document);
  }

  /** If the server rejected the save, its messages appear at their fields until the text changes. */
  saveFailed(uri: vscode.Uri, error: unknown): void {
    this.#failedSaves.add(uri.toString());
    const source = isApiError(error) && error.kind === 'outcome' ? error.cause : error;
    if (isApiError(source) && source.kind === 'http') this.#setServerProblems(uri, source.fieldErrors);
    const document = openDocument(uri);
    if (document !== undefined) this.#check(document);
  }

  /** The server's error messages for the last save of this text. */
  serverProblems(uri: vscode.Uri): readonly DraftProblem[] {
    return this.#serverProblems.get(uri.toString()) ?? [];
  }

  /** Call when the text was saved or changed: the messages refer to the previous text. */
  forgetServerProblems(uri: vscode.Uri): void {
    if (this.#serverProblems.delete(uri.toString())) this.#serverProblemsChanged.fire(uri);
  }

  dispose(): void {
    for (const check of this.#checks.values()) check.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#collection.dispose();
    this.#serverProblemsChanged.dispose();
  }

  #later(document: vscode.TextDocument): void {
    if (parseDocumentUri(document.uri) === undefined) return;
    const key = document.uri.toString();
    this.forgetServerProblems(document.uri);
    this.#checks.get(key)?.dispose();
    const check = this.#clock.schedule(typingPauseMs, () => this.#check(document));
    this.#checks.set(key, check);
  }

  #check(document: vscode.TextDocument): void {
    const ref = parseDocumentUri(document.uri);
    if (ref === undefined || ref.kind === 'schema' || ref.view !== 'edited' || document.isClosed) return;
    const tree = parseTree(document.getText());
    // VS Code's own JSON support marks syntax errors.
    if (tree === undefined) {
      this.#collection.delete(document.uri);
      return;
    }
    const value: unknown = getNodeValue(tree);
    const { problems } = objectKinds[ref.objectKind].check(value, ref.kind === 'new');
    const own = problems.map(problem => diagnostic(document, tree, problem, t('Device Automation')));
    if (ref.kind === 'new' && this.#isUntouched(document))
      for (const mark of own) mark.severity = vscode.DiagnosticSeverity.Information;
    const server = (this.#serverProblems.get(document.uri.toString()) ?? []).map(problem =>
      diagnostic(document, tree, problem, t('server')),
    );
    const schedule = ref.objectKind === 'job' ? scheduleDiagnostics(document, tree) : [];
    this.#collection.set(document.uri, [...own, ...schedule, ...server]);
  }

  /** Fields that the user has not filled in yet are no errors. */
  #isUntouched(document: vscode.TextDocument): boolean {
    return !document.isDirty && !this.#failedSaves.has(document.uri.toString());
  }

  #setServerProblems(uri: vscode.Uri, fieldErrors: readonly FieldError[]): void {
    const problems = fieldErrors.map(
      ({ path, message }): DraftProblem => ({ path, severity: 'error', text: message }),
    );
    this.#serverProblems.set(uri.toString(), problems);
    this.#serverProblemsChanged.fire(uri);
  }

  #drop(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#checks.get(key)?.dispose();
    this.#checks.delete(key);
    this.#serverProblems.delete(key);
    this.#failedSaves.delete(key);
    this.#collection.delete(uri);
  }
}

function diagnostic(
  document: vscode.TextDocument,
  tree: Node,
  problem: DraftProblem,
  source: string,
): vscode.Diagnostic {
  const severity =
    problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const made = new vscode.Diagnostic(rangeOf(document, tree, problem.path), problem.text, severity);
  made.source = source;
  return made;
}

/** The range of the value at the path, or of its nearest existing parent. */
function rangeOf(document: vscode.TextDocument, tree: Node, path: DraftProblem['path']): vscode.Range {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return rangeOfNode(document, node);
  }
  return new vscode.Range(document.positionAt(tree.offset), document.positionAt(tree.offset + 1));
}

function rangeOfNode(document: vscode.TextDocument, node: Node): vscode.Range {
  return new vscode.Range(document.positionAt(node.offset), document.positionAt(node.offset + node.length));
}
