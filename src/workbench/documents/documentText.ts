import { createScanner, type ParseError, parseTree } from 'jsonc-parser';
import type * as vscode from 'vscode';
import type { Draft } from '../../api/model/draft.ts';
import { deepestNesting } from '../../api/model/extraFields.ts';
import { DocumentTextError, type TextProblem } from '../../api/model/saveErrors.ts';
import { fromTextKeys, toTypedDraft } from '../../api/model/textKeys.ts';
import { isRecord, jsonOrUndefined, positionAt } from '../../base/json.ts';
import { draftText, type ObjectOperations } from './objectKinds.ts';

/** Compares with any line endings. */
export function isSameText(document: vscode.TextDocument, text: string): boolean {
  return document.getText().replaceAll('\r\n', '\n') === text;
}

/** Whether the text of the document is that of this object. */
export function isShowing(document: vscode.TextDocument, draft: Draft): boolean {
  return isSameText(document, draftText(draft));
}

/** The value of a document's text. Half-typed text counts as no change; the save will report that it is not JSON. */
export function readTypedValue(document: vscode.TextDocument): Draft {
  return toTypedDraft(document.getText()) ?? {};
}

/** Parses a document's text; throws `DocumentTextError` if it is invalid. */
export function readDocumentText(text: string, operations: ObjectOperations, isNew: boolean): Draft {
  const { draft, problems } = operations.check(parseText(text), isNew);
  const error = problems.find(problem => problem.severity === 'error');
  if (error !== undefined) throw new DocumentTextError({ code: 'value', problem: error });
  if (draft === undefined) throw new DocumentTextError({ code: 'notAnObject' });
  return draft;
}

function parseText(text: string): unknown {
  if (isTooDeep(text)) throw new DocumentTextError({ code: 'tooDeep' });
  const value = jsonOrUndefined(text);
  if (isRecord(value)) return fromTextKeys(value);
  throw new DocumentTextError(syntaxProblem(text) ?? { code: 'notAnObject' });
}

/** Whether the text is nested so deeply that parsing, comparing or writing it would overflow the stack. */
function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  // Only the token at the end of the text has no length.
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const first = text[scanner.getTokenOffset()];
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth -= 1;
    // The document itself is one level above its fields.
    if (depth - 1 > deepestNesting) return true;
  }
  return false;
}

/** Position and kind of the first syntax error, without quoting the text; `undefined` if the text is JSON. */
function syntaxProblem(text: string): TextProblem | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return undefined;
  return { code: 'syntax', ...positionAt(text, first.offset), error: first.error };
}
