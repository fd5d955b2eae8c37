import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { DraftProblem } from '../../../api/model/drafts.ts';
import type { Clock, ScheduledCall } from '../../../base/clock.ts';
import { problemText } from '../../../recurrence/text/recurrenceProblem.ts';
import { parseRecurrenceSet } from '../../../recurrence/text/recurrenceSet.ts';
import { objectKinds } from '../../../workbench/documents/objectKinds.ts';
import type { OpenDocument } from '../../../workbench/documents/openDocument.ts';
import type { OpenDocuments } from '../../../workbench/documents/openDocuments.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { scheduleField } from './scheduleField.ts';

const typingPauseMs = 150;

/** Marks text that violates the rules of a create or the types, or that the server rejected at the last save. */
export function markProblems(
  documents: Pick<OpenDocuments, 'ofText' | 'onDidRejectSave'>,
  clock: Clock,
): vscode.Disposable {
  const marks = vscode.languages.createDiagnosticCollection('device-automation');
  /** Texts that are checked after a pause in typing. */
  const changed = new Set<vscode.TextDocument>();
  let check: ScheduledCall | undefined;

  const mark = (text: vscode.TextDocument | undefined) => {
    const document = text === undefined || text.isClosed ? undefined : documents.ofText(text);
    if (text !== undefined && document !== undefined) marks.set(document.uri, findProblems(document, text));
  };
  const later = (text: vscode.TextDocument) => {
    if (documents.ofText(text) === undefined) return;
    changed.add(text);
    check?.dispose();
    check = clock.schedule(typingPauseMs, () => {
      for (const typed of changed) mark(typed);
      changed.clear();
    });
  };
  const forget = (text: vscode.TextDocument) => {
    marks.delete(text.uri);
    if (changed.delete(text) && changed.size === 0) check?.dispose();
  };

  for (const text of vscode.workspace.textDocuments) mark(text);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(mark),
    vscode.workspace.onDidChangeTextDocument(({ document: text }) => later(text)),
    vscode.workspace.onDidSaveTextDocument(mark),
    vscode.workspace.onDidCloseTextDocument(forget),
    documents.onDidRejectSave(({ document: { text } }) => mark(text)),
    marks,
    { dispose: () => check?.dispose() },
  );
}

/** `undefined` for text that is not JSON, which VS Code's own support marks. */
function findProblems(
  { ref, isUntouched, outcome }: OpenDocument,
  text: vscode.TextDocument,
): vscode.Diagnostic[] | undefined {
  const tree = parseTree(text.getText());
  if (tree === undefined) return undefined;
  const value: unknown = getNodeValue(tree);
  const { problems } = objectKinds[ref.objectKind].check(value, ref.kind === 'new');
  const at = (problem: DraftProblem) => diagnostic(problem, rangeOf(text, tree, problem.path));
  const own = problems.map(at);
  if (isUntouched) for (const made of own) made.severity = vscode.DiagnosticSeverity.Information;
  const server = outcome.serverProblems.map(at);
  for (const made of server) made.source = t('server');
  return [...own, ...(ref.objectKind === 'job' ? scheduleDiagnostics(text, tree) : []), ...server];
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

/** Quick fixes that put the properties of a schedule on lines of their own. */
export function offerLineBreaks(selector: vscode.DocumentSelector): vscode.Disposable {
  const provideCodeActions: vscode.CodeActionProvider['provideCodeActions'] = (
    document,
    _range,
    { diagnostics },
  ) =>
    diagnostics
      .filter(({ code }) => code === 'ownLine')
      .map(mark => {
        const start = document.offsetAt(mark.range.start);
        const [gap = ''] =
          /(?: |\\[tnr]|\\u00(?:09|0a|0d|20))+$/i.exec(document.getText().slice(0, start)) ?? [];
        const fix = new vscode.CodeAction(t('Start a New Line'), vscode.CodeActionKind.QuickFix);
        fix.diagnostics = [mark];
        fix.edit = new vscode.WorkspaceEdit();
        fix.edit.replace(document.uri, rangeBetween(document, start - gap.length, start), '\\n');
        return fix;
      });
  return vscode.languages.registerCodeActionsProvider(
    selector,
    { provideCodeActions },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
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
