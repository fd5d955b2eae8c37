import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { DraftProblem } from '../../model/draftProblem.ts';
import { localizer, t } from '../../platform/localize.ts';
import { problemText } from '../../recurrence/text/recurrenceProblem.ts';
import { parseRecurrenceSet } from '../../recurrence/text/recurrenceSet.ts';
import type { Clock, ScheduledCall } from '../../util/clock.ts';
import { objectKinds } from '../objectKinds.ts';
import type { OpenDocuments } from '../openDocuments.ts';
import { scheduleField } from './scheduleField.ts';

const typingPauseMs = 150;

/** Marks text that violates the rules of a create or the types, or that the server rejected at the last save. */
export class DocumentDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('device-automation');
  readonly #documents: Pick<OpenDocuments, 'ofText' | 'onDidRejectSave'>;
  readonly #clock: Clock;
  /** Texts that are checked after a pause in typing. */
  readonly #changed = new Set<vscode.TextDocument>();
  #check: ScheduledCall | undefined;
  readonly #subscriptions: vscode.Disposable;

  constructor(documents: Pick<OpenDocuments, 'ofText' | 'onDidRejectSave'>, clock: Clock) {
    this.#documents = documents;
    this.#clock = clock;
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(text => this.#mark(text)),
      vscode.workspace.onDidChangeTextDocument(({ document: text }) => this.#later(text)),
      vscode.workspace.onDidSaveTextDocument(text => this.#mark(text)),
      vscode.workspace.onDidCloseTextDocument(text => this.#forget(text)),
      documents.onDidRejectSave(({ document: { text } }) => {
        if (text !== undefined) this.#mark(text);
      }),
      this.#collection,
    );
    for (const text of vscode.workspace.textDocuments) this.#mark(text);
  }

  dispose(): void {
    this.#check?.dispose();
    this.#subscriptions.dispose();
  }

  #later(text: vscode.TextDocument): void {
    if (this.#documents.ofText(text) === undefined) return;
    this.#changed.add(text);
    this.#check?.dispose();
    this.#check = this.#clock.schedule(typingPauseMs, () => {
      for (const changed of this.#changed) this.#mark(changed);
      this.#changed.clear();
    });
  }

  #forget(text: vscode.TextDocument): void {
    this.#collection.delete(text.uri);
    if (this.#changed.delete(text) && this.#changed.size === 0) this.#check?.dispose();
  }

  #mark(text: vscode.TextDocument): void {
    const document = text.isClosed ? undefined : this.#documents.ofText(text);
    if (document === undefined) return;
    const { ref, uri } = document;
    const tree = parseTree(text.getText());
    // VS Code's own JSON support marks syntax errors.
    if (tree === undefined) {
      this.#collection.delete(uri);
      return;
    }
    const value: unknown = getNodeValue(tree);
    const { problems } = objectKinds[ref.objectKind].check(value, ref.kind === 'new');
    const at = (problem: DraftProblem) => diagnostic(problem, rangeOf(text, tree, problem.path));
    const own = problems.map(at);
    if (document.isUntouched) for (const mark of own) mark.severity = vscode.DiagnosticSeverity.Information;
    const server = document.outcome.serverProblems.map(at);
    for (const mark of server) mark.source = t('server');
    const schedule = ref.objectKind === 'job' ? scheduleDiagnostics(text, tree) : [];
    this.#collection.set(uri, [...own, ...schedule, ...server]);
  }
}

function diagnostic(
  { severity, text }: Pick<DraftProblem, 'severity' | 'text'>,
  range: vscode.Range,
): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const mark = new vscode.Diagnostic(range, text, severity === 'error' ? error : warning);
  mark.source = t('Device Automation');
  return mark;
}

/** The range of the value at the path, or of its nearest existing parent. */
function rangeOf(document: vscode.TextDocument, tree: Node, path: DraftProblem['path']): vscode.Range {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return rangeBetween(document, node.offset, node.offset + node.length);
  }
  return rangeBetween(document, tree.offset, tree.offset + 1);
}

function rangeBetween(document: vscode.TextDocument, start: number, end: number): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Marks the exact part of a schedule that is wrong, inside its JSON string. */
function scheduleDiagnostics(document: vscode.TextDocument, tree: Node): vscode.Diagnostic[] {
  const field = scheduleField(document.getText(), tree);
  if (field === undefined) return [];
  return parseRecurrenceSet(field.params, 'django').problems.map(problem => {
    // A missing part has no characters, so the character at its position is marked.
    const start = field.offsetOf(problem.start);
    const range = rangeBetween(document, start, Math.max(field.offsetOf(problem.end), start + 1));
    const mark = diagnostic({ severity: problem.severity, text: problemText(problem, localizer) }, range);
    mark.code = problem.code;
    return mark;
  });
}
