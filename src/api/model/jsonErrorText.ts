import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';
import type { Localizer } from '../../base/localizer.ts';

const texts: Readonly<Record<string, (localizer: Localizer) => string>> = {
  InvalidSymbol: ({ t }) => t('unknown word'),
  InvalidNumberFormat: ({ t }) => t('invalid number'),
  PropertyNameExpected: ({ t }) => t('a property name is missing'),
  ValueExpected: ({ t }) => t('a value is missing'),
  ColonExpected: ({ t }) => t('a colon is missing'),
  CommaExpected: ({ t }) => t('a comma is missing'),
  CloseBraceExpected: ({ t }) => t('a closing brace is missing'),
  CloseBracketExpected: ({ t }) => t('a closing bracket is missing'),
  EndOfFileExpected: ({ t }) => t('unexpected text after the end'),
  InvalidCommentToken: ({ t }) => t('comments are not allowed in JSON'),
  UnexpectedEndOfComment: ({ t }) => t('a comment is not closed'),
  UnexpectedEndOfString: ({ t }) => t('the closing quotation mark is missing'),
  UnexpectedEndOfNumber: ({ t }) => t('invalid number'),
  InvalidUnicode: ({ t }) => t('invalid Unicode character'),
  InvalidEscapeCharacter: ({ t }) => t('invalid escape sequence'),
  InvalidCharacter: ({ t }) => t('this character is not allowed here'),
};

export function jsonErrorText(code: ParseErrorCode, localizer: Localizer): string {
  const name = printParseErrorCode(code);
  return texts[name]?.(localizer) ?? name;
}

interface SyntaxProblem {
  /** From 1, like the column. */
  readonly line: number;
  readonly column: number;
  readonly error: ParseErrorCode;
}

export function syntaxErrorText({ line, column, error }: SyntaxProblem, localizer: Localizer): string {
  return localizer.t('This is not valid JSON: line {line}, column {column}: {problem}.', {
    line,
    column,
    problem: jsonErrorText(error, localizer),
  });
}
