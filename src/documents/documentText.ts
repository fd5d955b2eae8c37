import { type ParseError, parseTree } from 'jsonc-parser';
import type { Draft } from '../model/draft.ts';
import { DocumentTextError, type TextProblem } from '../model/saveErrors.ts';
import { fromTextKeys } from '../model/textKeys.ts';
import { isRecord, jsonOrNothing } from '../util/json.ts';
import type { ObjectOperations } from './objectKinds.ts';

/** The value of a document's text, or a `DocumentTextError`. */
export function readDocumentText(text: string, operations: ObjectOperations, isNew: boolean): Draft {
  const { draft, problems } = operations.check(parseText(text), isNew);
  const error = problems.find(problem => problem.severity === 'error');
  if (error !== undefined) throw new DocumentTextError({ code: 'value', problem: error });
  if (draft === undefined) throw new DocumentTextError({ code: 'notAnObject' });
  return draft;
}

function parseText(text: string): unknown {
  const value = jsonOrNothing(text);
  if (isRecord(value)) return fromTextKeys(value);
  throw new DocumentTextError(syntaxProblem(text) ?? { code: 'notAnObject' });
}

/** Position and kind of the first syntax error, without quoting the text; `undefined` when it is JSON. */
function syntaxProblem(text: string): TextProblem | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return undefined;
  const before = text.slice(0, first.offset);
  return {
    code: 'syntax',
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
    error: first.error,
  };
}
