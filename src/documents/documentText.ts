import { type ParseError, parseTree } from 'jsonc-parser';
import type { Draft } from '../model/draft.ts';
import { jsonErrorText } from '../model/jsonErrorText.ts';
import { fromTextKeys } from '../model/textKeys.ts';
import { placeLabel } from '../platform/fieldLabels.ts';
import { localizer } from '../platform/localize.ts';
import { isRecord, parseJson } from '../util/json.ts';
import type { ObjectOperations } from './objectKinds.ts';

/** The text of a document cannot be sent; the sentence says where and why. */
export class DocumentTextError extends Error {
  override readonly name = 'DocumentTextError';
  /** Leads to the value at fault; empty when it is the text as a whole. */
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[] = []) {
    super(message);
    this.path = path;
  }
}

/** The value of a document's text, or a `DocumentTextError`. */
export function readDocumentText(text: string, operations: ObjectOperations, isNew: boolean): Draft {
  const { draft, problems } = operations.check(parseText(text), isNew);
  const error = problems.find(problem => problem.severity === 'error');
  if (error !== undefined || draft === undefined) {
    const where = error === undefined || error.path.length === 0 ? '' : `${placeLabel(error.path)}: `;
    throw new DocumentTextError(`${where}${error?.text ?? ''}`, error?.path);
  }
  return draft;
}

function parseText(text: string): unknown {
  try {
    const value = fromTextKeys(parseJson(text));
    if (isRecord(value)) return value;
  } catch {
    throw new DocumentTextError(syntaxText(text));
  }
  throw new DocumentTextError(localizer.t('The document must be one JSON object.'));
}

/** Position and kind of the first syntax error, in words that do not quote the text. */
function syntaxText(text: string): string {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return localizer.t('This is not valid JSON.');
  const before = text.slice(0, first.offset).split('\n');
  return localizer.t('This is not valid JSON: line {line}, column {column}: {problem}.', {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    problem: jsonErrorText(first.error, localizer),
  });
}
