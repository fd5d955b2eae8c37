import type { Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import { localizer, t } from '../../platform/localize.ts';
import { problemText } from '../../recurrence/text/recurrenceProblem.ts';
import { parseRecurrenceSet } from '../../recurrence/text/recurrenceSet.ts';
import { scheduleField } from './scheduleField.ts';

/** Marks the exact part of a schedule that is wrong, inside its JSON string. */
export function scheduleDiagnostics(document: vscode.TextDocument, tree: Node): vscode.Diagnostic[] {
  const field = scheduleField(document.getText(), tree);
  if (field === undefined) return [];
  return parseRecurrenceSet(field.params, 'django').problems.map(problem => {
    // A missing part has no characters, so the character at its position is marked.
    const start = field.offsetOf(problem.start);
    const end = Math.max(field.offsetOf(problem.end), start + 1);
    const made = new vscode.Diagnostic(
      new vscode.Range(document.positionAt(start), document.positionAt(end)),
      problemText(problem, localizer),
      problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
    );
    made.source = t('Device Automation');
    made.code = problem.code;
    return made;
  });
}
